const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * The milliseconds in which a second signal is ignored: npm, `timeout` and terminals send a signal to the whole process group
 * and pass on the one that they received.
 */
const repeatWindow = 1_000

/** Resolves at SIGTERM or SIGINT. A later signal ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      resolve()
      setTimeout(() => {
        for (const signal of signals) process.removeListener(signal, stop)
      }, repeatWindow).unref()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
