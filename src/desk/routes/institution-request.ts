import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InstitutionBook } from '../../market/market.ts'
import type { DeskContext } from '../desk-context.ts'
import { choosePage } from '../pages/choose-page.ts'
import { sendPage } from '../send-page.ts'
import { queryOf } from './forms.ts'

/** A handler of requests whose address names an institution. Without one, or with an unknown one, a reviewer chooses it. */
export function withInstitution(
  { market }: Pick<DeskContext, 'market'>,
  choice: { readonly path: string; readonly title: string },
  handle: (
    request: FastifyRequest,
    reply: FastifyReply,
    book: InstitutionBook,
  ) => Promise<FastifyReply>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const id = queryOf(request).get('institution_id') ?? undefined
    const book = market().institutions.get(id ?? '')
    if (book !== undefined) return handle(request, reply, book)
    const page = choosePage(market(), request.reviewer, { ...choice, unknown: id })
    return sendPage(reply, page, id === undefined ? 200 : 404)
  }
}
