import { setTimeout as sleep } from 'node:timers/promises'
import { parseWhole } from '../../domain/decimal.ts'
import { problem, type HttpResponse } from '../http/http-response.ts'

/** The header with the minimum position of the answer, so that a client can read its own publication. */
export const minPosition = 'ratebook-min-position'

/** Milliseconds between two checks of the market. */
const interval = 20
/** The most requests that wait at the same time; others are refused at once. */
const mostWaiting = 1_000

/** Waits until the market reaches a position. Resolves to whether it does in time. */
export type ReachPosition = (wanted: number) => Promise<boolean>

/** Creates the function that waits up to `timeout` milliseconds; `position` returns the position of the current market. */
export function createReachPosition(position: () => number, timeout: number): ReachPosition {
  let waiting = 0
  return async (wanted) => {
    if (position() >= wanted) return true
    if (waiting >= mostWaiting) return false
    waiting++
    const isReached = await pollUntil(() => position() >= wanted, timeout, interval)
    waiting--
    return isReached
  }
}

/** Waits until the market reaches the position in the header. Resolves to a refusal if it does not. */
export type AwaitPosition = (
  header: string | string[] | undefined,
) => Promise<HttpResponse | undefined>

/** Creates the function that reads the header and waits. */
export function createAwaitPosition(
  position: () => number,
  reachPosition: ReachPosition,
): AwaitPosition {
  return async (header) => {
    if (header === undefined) return undefined
    const wanted = typeof header === 'string' ? parseWhole(header) : undefined
    if (wanted === undefined) {
      return problem(
        400,
        'Ratebook-Min-Position is not a position: it must be a whole number such as 12.',
      )
    }
    if (await reachPosition(wanted)) return undefined
    return problem(
      503,
      `This server is at position ${position()}, and not yet at ${wanted}; try again.`,
    )
  }
}

/** Checks a condition every `interval` milliseconds. Resolves to whether it was true within `timeout` milliseconds. */
export async function pollUntil(
  isTrue: () => boolean,
  timeout: number,
  interval: number,
): Promise<boolean> {
  // Counted intervals would take longer on a busy machine.
  const deadline = { isOver: false }
  const timer = setTimeout(() => (deadline.isOver = true), timeout)
  while (!deadline.isOver && !isTrue()) await sleep(interval)
  clearTimeout(timer)
  return isTrue()
}
