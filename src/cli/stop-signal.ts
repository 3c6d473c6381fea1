import cluster from 'node:cluster'

/** What a worker is told when it is to stop. */
export const stopMessage = 'stop'

const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * Milliseconds in which another signal is the same wish: npm and `timeout` pass on what the terminal or they themselves have sent
 * to the whole group.
 */
const sameWish = 1_000

/** Waits for SIGTERM or SIGINT; another one of the two, a second later or more, ends the process at once. */
export function stopSignal(): Promise<void> {
  return cluster.isWorker ? stopOfWorker() : stopOfProcess()
}

function stopOfProcess(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      resolve()
      setTimeout(() => {
        for (const signal of signals) process.removeListener(signal, stop)
      }, sameWish).unref()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}

/**
 * A worker stops when it is told to, or by a SIGTERM of its own. Terminals and supervisors signal all processes of a group at
 * once, so what comes twice is one wish, and a SIGINT is its parent's to understand. If that ends, so do its workers. A SIGHUP
 * before there is a certificate to renew is no reason to end.
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
