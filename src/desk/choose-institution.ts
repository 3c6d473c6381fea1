import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InstitutionBook, Market } from '../book/market/market.ts'
import type { Reviewer } from '../domain/entry.ts'
import { quoted } from '../domain/text.ts'
import type { DeskContext } from './desk-context.ts'
import { html } from './html.ts'
import { page, problemMessage } from './page.ts'
import { queryOf, sendPage } from './requests.ts'

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

/** The page on which a reviewer chooses an institution. */
function choosePage(
  { institutions }: Market,
  reviewer: Reviewer,
  {
    path,
    title,
    unknown,
  }: { readonly path: string; readonly title: string; readonly unknown?: string | undefined },
): string {
  const options = [...institutions.values()].map(
    ({ institution: { id, name } }) => html`<option value="${id}">${name}</option>`,
  )
  const main = html`${unknown !== undefined && problemMessage(`No institution has the id ${quoted(unknown)}. Choose one.`)}
    <h1 tabindex="-1" data-focus>${title}</h1>
    <form action="${path}" class="decide choose">
      <p class="field">
        <label for="institution">Institution</label>
        <select id="institution" name="institution_id">
          ${options}
        </select>
      </p>
      <button class="main">Go on</button>
    </form>`
  return page({ title, reviewer, current: path, main })
}
