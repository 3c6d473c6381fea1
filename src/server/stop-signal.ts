import cluster from 'node:cluster'

/** The message that a parent sends to a worker to stop it. */
export const stopMessage = 'stop'

const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * The milliseconds in which a second signal is ignored: npm, `timeout` and terminals send a signal to the whole process group
 * and pass on the one that they received.
 */
const repeatWindow = 1_000

/** Resolves at SIGTERM or SIGINT. A later signal ends the process at once. */
export function stopSignal(): Promise<void> {
  return cluster.isWorker ? stopOfWorker() : stopOfProcess()
}

function stopOfProcess(): Promise<void> {
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

/**
 * A worker stops when its parent sends the message, or at a SIGTERM of its own. It ignores SIGINT, which a terminal sends to
 * all processes, and a SIGHUP that arrives before the certificate reload is set up.
 */
function stopOfWorker(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  return new Promise((resolve) => {
    process.on('SIGTERM', resolve)
    process.on('message', (message) => {
      if (message === stopMessage) resolve()
    })
  })
}
