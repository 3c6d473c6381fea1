import { parseWhole } from '../../domain/decimal.ts'
import { problem } from '../message/problem.ts'
import type { Reply } from '../message/reply.ts'

/** The header by which a client says from which position on a node may answer it: who has published reads what it wrote. */
export const minPosition = 'ratebook-min-position'

/** Milliseconds that a request waits for a position. */
const patience = 2_000
/** Milliseconds between two looks at the market, for all that wait together. */
const interval = 20
/** Requests that wait at a time; others are refused at once. */
const mostWaiting = 1_000

/** Waits until a node has come to a position; says why the request cannot be answered if it has not. */
export type AwaitPosition = (header: string | string[] | undefined) => Promise<Reply | undefined>

/** Waits on one market; `position` is where it is now. */
export function createAwaitPosition(position: () => number): AwaitPosition {
  const waiting = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    for (const lookAgain of waiting) lookAgain()
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  const until = (isThere: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(deadline)
        waiting.delete(lookAgain)
        resolve()
      }
      const lookAgain = (): void => {
        if (isThere()) end()
      }
      const deadline = setTimeout(end, patience)
      waiting.add(lookAgain)
      timer ??= setInterval(look, interval)
    })
  return async (header) => {
    if (header === undefined) return undefined
    const wanted = typeof header === 'string' ? parseWhole(header) : undefined
    if (wanted === undefined) {
      return problem(400, 'Ratebook-Min-Position is no position: a whole number such as 12.')
    }
    if (position() >= wanted) return undefined
    if (waiting.size < mostWaiting) {
      await until(() => position() >= wanted)
      if (position() >= wanted) return undefined
    }
    return problem(
      503,
      `This node is at position ${position()}, and not yet at ${wanted}; try again.`,
    )
  }
}
