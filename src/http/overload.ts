import type { Limits } from './limits.ts'
import { problem } from './problem.ts'
import type { Reply } from './reply.ts'

/** Whether there is time for one more answer. */
export type Gate = {
  /** Asked once for each answer that is about to be made. */
  readonly admits: () => boolean
  /** Counts what is under way: answers that wait, for a compression most often, are a queue as well. */
  readonly during: <T>(work: () => T | Promise<T>) => Promise<T>
}

/**
 * What queues in a server of one thread are the requests that one turn of the event loop takes up: each waits for all before
 * it, and whoever comes meanwhile waits in the system for the next turn. So in an overload a turn answers for so many
 * milliseconds, and refuses the rest. An overload is a row of turns that are longer and leave no pause; a burst is none, nor
 * is one slow answer: it delays those behind it, but refusing them would help nobody, so the longest of a turn is not counted.
 */
export function createGate(limits: Limits, clock: () => number): Gate {
  let underWay = 0
  /** This turn: when the answer before began, how long all took but the longest, and that one. */
  let before = NaN
  let worked = 0
  let longest = 0
  /** Since when every turn has been too long, and when the last one ended. */
  let busySince = NaN
  let ended = NaN

  const count = (now: number): void => {
    const took = now - before
    worked += Math.min(took, longest)
    longest = Math.max(took, longest)
    before = now
  }
  const endTurn = (): void => {
    ended = clock()
    count(ended)
    if (worked <= limits.turn) busySince = NaN
    before = NaN
  }
  return {
    admits() {
      const now = clock()
      if (Number.isNaN(before)) {
        setImmediate(endTurn)
        before = now
        worked = longest = 0
        const isNew = Number.isNaN(busySince) || now - ended > limits.pause
        if (isNew) busySince = now
      } else count(now)
      const isOverload = worked > limits.turn && now - busySince > limits.burst
      return !isOverload && underWay < limits.underWay
    },
    async during(work) {
      underWay++
      try {
        return await work()
      } finally {
        underWay--
      }
    },
  }
}

/** What is said to who comes in an overload, made once. */
export const tooBusy: Reply = withRetry(
  problem(503, 'The server has more to answer than it can; try again in a second.'),
  1,
)

/** What is said to a client that asks more than its share; `seconds` until it may ask again. */
export function tooMany(seconds: number): Reply {
  return withRetry(problem(429, 'This address asks more often than it may here.'), seconds)
}

function withRetry(reply: Reply, seconds: number): Reply {
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(seconds) } }
}
