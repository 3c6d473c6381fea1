import { setTimeout as sleep } from 'node:timers/promises'
import { parseWhole } from '../../domain/decimal.ts'
import { problem } from '../problems.ts'
import type { HttpResponse } from '../http-response.ts'

/** The header with the minimum position of the answer, so that a client can read its own publication. */
export const minPosition = 'ratebook-min-position'

/** Milliseconds that a request waits for a position. */
const timeout = 2_000
/** Milliseconds between two checks of the market. */
const interval = 20
/** The most requests that wait at the same time; others are refused at once. */
const mostWaiting = 1_000

/** Waits until the market reaches the position in the header. Resolves to a refusal if it does not. */
export type AwaitPosition = (
  header: string | string[] | undefined,
) => Promise<HttpResponse | undefined>

/** Creates the function that waits; `position` returns the position of the current market. */
export function createAwaitPosition(position: () => number): AwaitPosition {
  let waiting = 0
  const waitUntil = async (isReached: () => boolean): Promise<void> => {
    waiting++
    for (let left = timeout; left > 0 && !isReached(); left -= interval) await sleep(interval)
    waiting--
  }
  return async (header) => {
    if (header === undefined) return undefined
    const wanted = typeof header === 'string' ? parseWhole(header) : undefined
    if (wanted === undefined) {
      return problem(400, 'Ratebook-Min-Position is no position: a whole number such as 12.')
    }
    if (position() >= wanted) return undefined
    if (waiting < mostWaiting) {
      await waitUntil(() => position() >= wanted)
      if (position() >= wanted) return undefined
    }
    return problem(
      503,
      `This node is at position ${position()}, and not yet at ${wanted}; try again.`,
    )
  }
}
