import type { Decimal } from '../../../../src/domain/decimal.ts'
import { escapeHtml, htmlDocument } from '../html-parts.ts'
import type { PracticePage } from '../practice-page.ts'
import { withRatesOnly } from '../rates.ts'
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

/** Stands for the mark until the page is written, because a layout escapes the markup of its texts. */
const placeholder = '\uE000'

/** The marks, without quotes, because some layouts write figures in JSON. */
const marks = ['<sup>1</sup>', '<sub>2</sub>', '<a href=#note>3</a>'] as const

/** The mark of a footnote stands at a figure, or between a tenure and its unit: a digit that is no digit of the number. */
export const footnoteMark: Fault = ({ page, format, write }) => {
  if (format !== 'html') return { impossible: 'the layout has no markup' }
  const pages = [
    ...marks.map((mark, place) => [mark, rateMarked(page, place)] as const),
    [marks[0], tenureMarked(page)] as const,
  ]
  return pages.map(([mark, one]) => ({ body: String(write(one)).replaceAll(placeholder, mark) }))
}

/** The mark stands at one rate, counted from 0. */
function rateMarked(page: PracticePage, place: number): PracticePage {
  return withRatesOnly(page, (rate, index) =>
    index === place ? (`${rate}${placeholder}` as Decimal) : rate,
  )
}

/** The mark stands at the last number in the label of the first row. */
function tenureMarked(page: PracticePage): PracticePage {
  const tables = page.tables.map((table, index) => ({
    ...table,
    rows: table.rows.map((row, line) =>
      index + line > 0
        ? row
        : { ...row, label: row.label.replace(/\d(?=\D*$)/, `$&${placeholder}`) },
    ),
  }))
  return { ...page, tables }
}
