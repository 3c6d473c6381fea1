/** Runs a task as soon as fewer than a fixed number of them are running; in the order of the calls. */
export type Semaphore = <T>(task: () => Promise<T>) => Promise<T>

/** Lets `most` tasks run at the same time. */
export function createSemaphore(most: number): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= most) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      await promise
    } else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      // The next task takes over the place of this one.
      if (next === undefined) running--
      else next()
    }
  }
}
