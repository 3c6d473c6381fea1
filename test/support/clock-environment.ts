/** The variables by which `npm run test:days` shifts the clock: programs of tests with an environment of their own need them. */
export const clockEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    /^(LD_PRELOAD|FAKETIME\w*|NO_FAKE_STAT)$/.test(name) ? [[name, value ?? '']] : [],
  ),
)
