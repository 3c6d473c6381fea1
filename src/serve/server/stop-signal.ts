const signals = ['SIGTERM', 'SIGINT'] as const
export type StopSignal = (typeof signals)[number]

/**
 * The milliseconds in which a second signal is ignored: npm, `timeout` and terminals send a signal to the whole process group
 * and pass on the one that they received.
 */
const repeatWindow = 1_000

/** Resolves to SIGTERM or SIGINT once it comes. A later signal ends the process at once. */
export function stopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      resolve(signal)
      setTimeout(() => {
        for (const signal of signals) process.removeListener(signal, stop)
      }, repeatWindow).unref()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
