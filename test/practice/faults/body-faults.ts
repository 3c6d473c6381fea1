import { escapeHtml, htmlDocument } from '../html-parts.ts'
import type { Fault, FaultyPage } from './fault.ts'
import { lastYear } from './figure-faults.ts'

/** A wall against programs in place of the page, and the short challenge of such a wall. */
export const captcha: Fault = () => [
  {
    body: '<!doctype html><html><head><title>Just a moment...</title></head><body><h1>Verify you are human</h1><form id="challenge-form"><noscript>Enable JavaScript to continue</noscript></form></body></html>',
  },
  {
    body: '<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?x=1"></script></head><body></body></html>',
  },
  { body: '<html><body>Request Rejected. Your support ID is: 1234567890</body></html>' },
]

/**
 * A page that says that the address is gone, answered with the status 200: in the clothes of the institution, and with the table of
 * last year below the sentence where the layout is HTML.
 */
export const softNotFound: Fault = (layout) => {
  const { page, format, write } = layout
  const sentence = '<h1>Page not found</h1><p>The page that you are looking for has moved.</p>'
  const empty: FaultyPage = { body: htmlDocument(page.institution, sentence) }
  if (format === 'json') return [empty, { body: '{"status":404,"message":"not found"}' }]
  const old = lastYear(layout)
  const first = 'impossible' in old ? undefined : old[0]
  if (format !== 'html' || first === undefined || !('page' in first)) return [empty]
  const body = text(write(first.page)).replace('<main>', `<main>${sentence}`)
  return [empty, { body }]
}

/** The body ends early: after a third, in the middle, inside the last figure of the tables, and at the last tenth. */
export const truncated: Fault = ({ page, write }) => {
  const body = write(page)
  const { length } = body
  const lengths = [1, 3, 5].map((part) => Math.floor((length * part) / 6))
  if (typeof body !== 'string') {
    return [...lengths, length - 40].map((end) => ({ body: body.subarray(0, end) }))
  }
  const end = insideLastFigure(body, page.tables.at(-1)?.rows.at(-1)?.figures ?? [])
  return [...lengths, end].map((end) => ({ body: body.slice(0, end) }))
}

/** The index of the last digit of the last figure of a body; the end of the body but ten if it is written in another way. */
function insideLastFigure(body: string, figures: readonly string[]): number {
  const last = figures.findLast((figure) => figure !== '') ?? ''
  const place = body.lastIndexOf(escapeHtml(last))
  return place === -1 ? body.length - 10 : place + last.length - 1
}

function text(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
}
