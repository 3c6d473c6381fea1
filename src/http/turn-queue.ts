/**
 * The queue of all work that computes answers. It runs one stretch of work per turn of the event loop, so that Node accepts
 * connections and reads requests in between (decision 042).
 */
export type TurnQueue = {
  /** Waits for the next turn of a connection. The work from there to the next wait is one stretch. */
  readonly next: (connection: object) => Promise<void>
}

/** Creates a queue in which connections take turns, however many requests each of them has sent. */
export function createTurnQueue(): TurnQueue {
  /** The waiting stretches of each connection. The order of the map is the order of the turns. */
  const waiting = new Map<object, (() => void)[]>()
  const runNext = (): void => {
    for (const [connection, stretches] of waiting) {
      const run = stretches.shift()
      waiting.delete(connection)
      if (stretches.length > 0) waiting.set(connection, stretches)
      if (waiting.size > 0) setImmediate(runNext)
      run?.()
      return
    }
  }
  return {
    next: (connection) =>
      new Promise((resolve) => {
        const stretches = waiting.get(connection)
        if (stretches !== undefined) {
          stretches.push(resolve)
          return
        }
        if (waiting.size === 0) setImmediate(runNext)
        waiting.set(connection, [resolve])
      }),
  }
}
