/**
 * The variables by which `npm run test:days` shifts the clock: programs of tests with an environment of their own need them. The
 * memory that libfaketime shares (`FAKETIME_SHARED`) stays out, because another user cannot open it.
 */
export const clockEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    /^(LD_PRELOAD|FAKETIME(_DONT_FAKE_MONOTONIC)?|NO_FAKE_STAT)$/.test(name)
      ? [[name, value ?? '']]
      : [],
  ),
)
