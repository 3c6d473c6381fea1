import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeskContext } from '../desk-context.ts'
import { wholeOf } from '../read-text.ts'
import { heldAt, neighbours, waitingHolds, type BookedHold } from '../queue/waiting-holds.ts'
import { closedBecause } from './hold-decision.ts'
import { refusalPage, sendPage, sendRefusal } from '../requests.ts'

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
    if (held === undefined) {
      const sentence = 'No sheet was held under this address. The queue lists the sheets that wait.'
      return sendRefusal(reply, 404, 'No held sheet', sentence)
    }
    return handle(request, reply, held)
  }
}

/** The same for a request that is refused once nobody can decide about the sheet any more. */
export function withOpenHeld(desk: Pick<DeskContext, 'market'>, handle: HeldHandler) {
  return withHeld(desk, async (request, reply, held) => {
    const { reviewer } = request
    const closed = closedBecause({ hold: held.hold, reviewer })
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
