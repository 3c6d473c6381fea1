import type { FastifyReply, FastifyRequest } from 'fastify'
import { holdsOf, openHold, type Hold } from '../../book/market/holds.ts'
import type { InstitutionBook, Market } from '../../book/market/market.ts'
import { decisionProblem } from '../../book/publish/review/decide-on-hold.ts'
import type { Reviewer } from '../../domain/entry.ts'
import type { DeskContext } from '../desk-context.ts'
import { refusalPage, sendPage, sendRefusal, wholeOf } from '../requests.ts'

/** A held sheet and the book of its institution. */
export type BookedHold = { readonly book: InstitutionBook; readonly hold: Hold }

/** The held sheets that wait for a reviewer, oldest first. */
export function waitingHolds({
  institutions,
}: Pick<Market, 'institutions'>): readonly BookedHold[] {
  return [...institutions.values()]
    .flatMap((book): readonly BookedHold[] => {
      const hold = openHold(book)
      return hold === undefined ? [] : [{ book, hold }]
    })
    .toSorted((a, b) => a.hold.entry.position - b.hold.entry.position)
}

/** The held sheet at a position, whatever became of it. */
export function heldAt(
  { institutions, entries }: Market,
  position: number,
): BookedHold | undefined {
  const book = institutions.get(entries[position - 1]?.institutionId ?? '')
  const hold = book && holdsOf(book).find(({ entry }) => entry.position === position)
  return book && hold && { book, hold }
}

/** The waiting holds before and after a position; from the last one, the next is the first again. */
export function neighbours(
  waiting: readonly BookedHold[],
  position: number,
): { readonly previous: number | undefined; readonly next: number | undefined } {
  const positions = waiting.map(({ hold }) => hold.entry.position)
  const others = positions.filter((one) => one !== position)
  return {
    previous: others.findLast((one) => one < position) ?? others.at(-1),
    next: others.find((one) => one > position) ?? others[0],
  }
}

/** Why a reviewer cannot decide about a hold, as a sentence. */
export function closedBecause(hold: Hold, reviewer: Reviewer): string | undefined {
  const reviewers = new Map([[reviewer.id, reviewer]])
  const request = { by: reviewer.id, hold: hold.entry.position }
  return decisionProblem({ reviewers }, hold, request, (id) => (id === reviewer.id ? 'you' : id))
}

/** Answers a request about a held sheet. */
type HeldHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  held: BookedHold,
) => Promise<FastifyReply>

/** A handler of requests whose path names a held sheet. */
export function withHeld({ market }: Pick<DeskContext, 'market'>, handle: HeldHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { position: text } = request.params as { readonly position: string }
    const held = heldAt(market(), wholeOf(text) ?? 0)
    if (held !== undefined) return handle(request, reply, held)
    const sentence = 'No sheet was held under this address. The queue lists the sheets that wait.'
    return sendRefusal(reply, 404, 'No held sheet', sentence)
  }
}

/** The same for a request that is refused once nobody can decide about the sheet any more. */
export function withOpenHeld(desk: Pick<DeskContext, 'market'>, handle: HeldHandler) {
  return withHeld(desk, async (request, reply, held) => {
    const { reviewer } = request
    const closed = closedBecause(held.hold, reviewer)
    if (closed === undefined) return handle(request, reply, held)
    const way = `/hold/${held.hold.entry.position}`
    return sendPage(reply, refusalPage('Too late', closed, { reviewer, way }), 409)
  })
}

/** Goes on to the next held sheet, which shows what was entered at a position. */
export function goOn(
  { market }: Pick<DeskContext, 'market'>,
  reply: FastifyReply,
  hold: number,
  entered: number,
): FastifyReply {
  const { next } = neighbours(waitingHolds(market()), hold)
  return reply.redirect(`${next === undefined ? '/' : `/hold/${next}`}?after=${entered}`, 303)
}
