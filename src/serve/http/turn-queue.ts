/** Waits for the next turn of a request. The work from there to the next wait is one stretch. */
export type NextTurn = () => Promise<void>

/**
 * The queue of all work that computes answers. It runs one stretch of work per turn of the event loop, so that Node accepts
 * connections and reads requests in between (decision 042).
 */
export type TurnQueue = {
  /**
   * The turns of one request. Connections take turns; of the requests of one connection, the first is finished first. A request
   * that is closed gets no further turn: its promise stays pending, so that nothing is computed for it.
   */
  readonly of: (connection: object, isClosed?: () => boolean) => NextTurn
}

type Stretch = { readonly run: () => void; readonly isClosed: () => boolean }

/** Creates a queue in which connections take turns, however many requests each of them has sent. */
export function createTurnQueue(): TurnQueue {
  /** The waiting stretches of each connection. The order of the map is the order of the turns. */
  const waiting = new Map<object, Stretch[]>()
  const runNext = (): void => {
    for (const [connection, stretches] of waiting) {
      waiting.delete(connection)
      const first = stretches.findIndex(({ isClosed }) => !isClosed())
      const next = stretches[first]
      if (next === undefined) continue
      if (stretches.length > first + 1) waiting.set(connection, stretches.slice(first + 1))
      if (waiting.size > 0) setImmediate(runNext)
      next.run()
      return
    }
  }
  return {
    of(connection, isClosed = () => false) {
      let hasBegun = false
      return () =>
        new Promise((resolve) => {
          const stretches = waiting.get(connection) ?? []
          if (waiting.size === 0) setImmediate(runNext)
          waiting.set(connection, stretches)
          if (hasBegun) stretches.unshift({ run: resolve, isClosed })
          else stretches.push({ run: resolve, isClosed })
          hasBegun = true
        })
    },
  }
}
