import { problem } from '../message/problem.ts'
import type { Reply } from '../message/reply.ts'
import type { Limits } from './limits.ts'

/** Whether there is time for one more answer. */
export type Gate = {
  /** Asked once for each answer that is about to be made, with the connection that it is for. */
  readonly admits: (client: object) => boolean
  /** Counts milliseconds that were spent for several answers at once, in a turn or right behind it. */
  readonly spent: (milliseconds: number) => void
  /** Counts what is under way: answers that wait, for a compression most often, are a queue as well. */
  readonly during: <T>(work: () => T | Promise<T>) => Promise<T>
  /**
   * Lets a client that was refused wait before it is read again, as it was told to: many ask again at once. What it asks then is
   * admitted before others.
   */
  readonly rest: (client: Reading) => void
  /** Has what a client asks next admitted before others: it was admitted already, and is asked once more. */
  readonly again: (client: object) => void
}

/** What is used of a connection. */
type Reading = {
  readonly pause: () => unknown
  readonly resume: () => unknown
}

/**
 * What queues in a server of one thread are the requests that one turn of the event loop takes up: each waits for all before
 * it, and whoever comes meanwhile waits in the system for the next turn. So in an overload a turn answers for so many
 * milliseconds, and refuses the rest. An overload is when turns have been longer than that by so much in all, and pauses between
 * them have not made up for it: a burst is none, nor is one slow answer, which delays those behind it, but refusing them would
 * help nobody, so the longest of a turn is not counted. When there are pauses again, as much may be caught up as they were long.
 *
 * A refusal costs half as much as an answer: of hundreds of clients that ask again at once, the refusals alone would fill the
 * turns. So who was refused is read again when those refused before it have been, one after the other, and goes before others then.
 */
export function createGate(limits: Limits, clock: () => number): Gate {
  let underWay = 0
  const resting = new Set<object>()
  /** Who has waited since it was refused, and has not asked again; and who asks once more. */
  const preferred = new WeakSet<object>()
  /** This turn: when the answer before began, how long all took but the longest, and that one; when the last turn ended. */
  let before = NaN
  let worked = 0
  let longest = 0
  let ended = -Infinity
  /** By how much turns were longer than they should be, less the pauses between them; no more than makes an overload. */
  let arrears = 0

  const count = (now: number): void => {
    const took = now - before
    worked += Math.min(took, longest)
    longest = Math.max(took, longest)
    before = now
  }
  const startTurn = (now: number): void => {
    setImmediate(endTurn)
    before = now
    worked = longest = 0
    arrears = Math.max(arrears - (now - ended), 0)
  }
  const endTurn = (): void => {
    ended = clock()
    count(ended)
    before = NaN
    arrears = Math.min(arrears + Math.max(worked - limits.turn, 0), limits.burst)
  }
  return {
    admits(client) {
      const now = clock()
      if (Number.isNaN(before)) startTurn(now)
      else count(now)
      const most = preferred.delete(client) ? limits.longestTurn : limits.turn
      const isOverload = arrears + worked - limits.turn > limits.burst
      return !(isOverload && worked > most) && underWay < limits.underWay
    },
    spent(milliseconds) {
      if (Number.isNaN(before)) ended += milliseconds
      else {
        worked += milliseconds
        before += milliseconds
      }
    },
    async during(work) {
      underWay++
      try {
        return await work()
      } finally {
        underWay--
      }
    },
    rest(client) {
      client.pause()
      // Of several requests that were sent at once, each is refused; and Node resumes whom it has answered something else.
      if (resting.has(client)) return
      resting.add(client)
      const wake = (): void => {
        resting.delete(client)
        preferred.add(client)
        client.resume()
      }
      setTimeout(wake, Math.min(resting.size * limits.rest, limits.longestRest))
    },
    again(client) {
      preferred.add(client)
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
