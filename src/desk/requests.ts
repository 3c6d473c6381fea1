import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { text as plainText } from '../book/publish/input/fields.ts'
import { collectProblems } from '../book/publish/input/problem.ts'
import { rate as readRate } from '../book/publish/input/read-offers.ts'
import { parseWhole, type Decimal } from '../domain/decimal.ts'
import type { Reviewer } from '../domain/entry.ts'
import { foreign, html, type Html } from './html.ts'
import { page } from './page.ts'

/** Answers with a page. */
export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

/** Answers with a page that says why a request was refused. */
export function sendRefusal(
  reply: FastifyReply,
  status: number,
  title: string,
  sentence: string,
): FastifyReply {
  return sendPage(reply, refusalPage(title, sentence, { reviewer: reply.request.reviewer }), status)
}

/** The page of a request that shows or enters nothing: why, and a way on. */
export function refusalPage(
  title: string,
  sentence: string,
  { reviewer, way = '/' }: { readonly reviewer?: Reviewer | undefined; readonly way?: string },
): string {
  const main = html`<h1 tabindex="-1" data-focus>${title}</h1>
    <p class="deck">${foreign(sentence)}</p>
    <p>${wayOn(way)}</p>`
  return page({ title, ...(reviewer && { reviewer }), main })
}

function wayOn(way: string): Html {
  // The refused form is lost unless this page stays open.
  if (way === '/sign-in') return html`<a href="${way}" target="_blank">Sign in in another tab</a>`
  return html`<a href="${way}">${way === '/' ? 'To the queue' : 'To the sheet'}</a>`
}

const formType = 'application/x-www-form-urlencoded'

/** Lets handlers read forms as `URLSearchParams`. */
export function addFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_, body, done) => {
    const fields = new URLSearchParams(body as string)
    // No form of the desk sends a field twice, and a reader would take the first value without a word.
    if (new Set(fields.keys()).size === fields.size) done(null, fields)
    else done(Object.assign(new Error('A field occurs twice.'), { statusCode: 400 }))
  })
}

/** The fields of a form; none if the request has another body. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

/** The parameters of the address. */
export function queryOf({ url }: FastifyRequest): URLSearchParams {
  return new URL(url, 'http://desk').searchParams
}

/** A whole number; `undefined` if the text is none. */
export function wholeOf(text: string | null | undefined): number | undefined {
  const number = parseWhole(text ?? '')
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined
}

/** A text that goes into an entry: one line, without invisible characters. The problem is a sentence. */
export function lineOf(
  value: string | null,
  name: string,
): { readonly text: string } | { readonly problem: string } {
  const given = (value ?? '').trim()
  if (given === '') return { problem: `${name} is missing.` }
  const { problems, refuse } = collectProblems()
  plainText(given, name, refuse)
  const [problem] = problems
  return problem === undefined ? { text: given } : { problem: `${name}: ${problem.message}` }
}

/** A rate of a form. The problem is a sentence. */
export function rateOf(typed: string): { readonly rate: Decimal } | { readonly problem: string } {
  if (typed === '') return { problem: 'The rate is missing.' }
  const { problems, refuse } = collectProblems()
  const rate = readRate(typed, 'rate', refuse)
  return rate === undefined ? { problem: problems[0]?.message ?? 'This is no rate.' } : { rate }
}
