import { hash } from 'node:crypto'
import type { PageRequest } from '../../../book/query/rate-history.ts'
import type { BookSettings, Operator } from '../../../domain/book-settings.ts'
import { canonicalDecimal, type Decimal } from '../../../domain/decimal.ts'
import { hostOf, type InstitutionType } from '../../../domain/institution.ts'
import { tenureWords } from '../../../domain/tenure.ts'
import {
  rowWarning,
  valueText,
  type FeedEntry,
  type FeedFormat,
  type WireRow,
} from '../endpoint.ts'
import { offsetsAround, queryText, withoutPage, type QueryValues } from '../schema/read-query.ts'

/** Raises and cuts as a feed. */
export const changesFeed: FeedFormat = {
  title: 'Changes of fixed-deposit rates',
  pageOf(query) {
    const { institution_id: institution, type, direction, since, until, variant } = query
    const { tenure_months: tenure, payout_type: payout } = query
    const filters = { type, direction, since, until, variant, tenure, payout, institution }
    return `changes${queryText(filters)}`
  },
  entryOf(row) {
    const of = (name: string): string => valueText(row[name])
    const { months, others } = tierWords(row)
    const verb = row['direction'] === 'up' ? 'raised' : 'cut'
    const warning = rowWarning(row)
    const before = `${of('prev_rate_pa')} %${warning === '' ? '' : ` (${warning})`}`
    const title = `${of('institution_name')} ${verb} ${months} (${others}) from ${before} to ${of('new_rate_pa')} %`
    return {
      title,
      content: `${title}. Nominal rates per annum. ${readingWords(row)}`,
      at: of('changed_at'),
      category: of('direction'),
    }
  },
}

/** When the rate moved is known only as far as the page says it. */
function readingWords({ read_at: readAt, source_url: page, printed_date: date }: WireRow): string {
  const read = `The new rate was read on ${hostOf(valueText(page))} at ${valueText(readAt)}`
  return date === null ? `${read}.` : `${read}; the page is dated ${valueText(date)}.`
}

/** Corrections as a feed. */
export const correctionsFeed: FeedFormat = {
  title: 'Corrections of fixed-deposit rates',
  pageOf: ({ type, institution_id: institution }) =>
    `correction${queryText({ type, institution })}`,
  entryOf(row) {
    const of = (name: string): string => valueText(row[name])
    const { months, others } = tierWords(row)
    const rate = (name: string): string => (row[name] === null ? 'no offer' : `${of(name)} %`)
    const cause = of('cause').replaceAll('-', ' ')
    const [done, now] =
      row['retraction'] === true ? ['Retracted', '; before it'] : ['Corrected', ' should be']
    const title = `${done}: ${of('institution_name')}, ${months} (${others}): ${rate('was_rate_pa')}${now} ${rate('now_rate_pa')} (${cause})`
    const note = row['note'] === null ? '' : ` Note: ${of('note')}`
    return {
      title,
      content: `${title}. Published at ${of('published_at')}.${note}`,
      at: of('corrected_at'),
      category: of('cause'),
    }
  },
}

/** `12 months`, or `12 to under 24 months` for a range. */
function monthsWords({ tenure_months: months, tenure_to_months: upperBound }: WireRow): string {
  const tenure = valueText(months) as Decimal
  if (typeof upperBound !== 'string') return `${canonicalDecimal(tenure)} months`
  return tenureWords({ tenure, tenureTo: upperBound as Decimal })
}

/** The tier of a row in words: `12 months`, and `general, interest at maturity, from 5000`. */
function tierWords(row: WireRow): { readonly months: string; readonly others: string } {
  const of = (name: string): string => valueText(row[name])
  const deposit = of('min_deposit')
  const minimum = /[1-9]/.test(deposit) ? `, from ${canonicalDecimal(deposit as Decimal)}` : ''
  const payout = of('payout_type') === 'maturity' ? 'at maturity' : of('payout_type')
  const variant = of('product_variant').replaceAll('_', ' ')
  return {
    months: monthsWords(row),
    others: `${variant}, interest ${payout}${minimum}`,
  }
}

/** The data of a feed besides its entries. */
export type Feed = {
  /** The address of the server, with its base path and without a slash at the end. */
  readonly root: string
  /** The path of the list. */
  readonly path: string
  readonly format: FeedFormat
  /** The permanent name of each row. The id of its entry is a hash of it. */
  readonly names: readonly string[]
  /** The parameters of the request. Feeds with different filters have different ids and titles. */
  readonly query: QueryValues
  /** The entries on all pages together (RFC 5005). */
  readonly count: number
  readonly isSample: boolean
  readonly settings: BookSettings
  /** The instant of the market, for a feed without entries. */
  readonly updated: string
  /** The name of an institution; `undefined` if none has that id. */
  readonly nameOf: (institutionId: string) => string | undefined
}

/** A list as an Atom feed (RFC 4287), newest first. */
export function atomText(rows: readonly WireRow[], feed: Feed): string {
  const { root, path, format, names, query, count, isSample, settings, updated } = feed
  const entries = rows.map(format.entryOf)
  const list = root + path
  const notice = isSample ? ' (sample data, not current rates)' : ''
  const filter = queryText(withoutPage(query))
  const { next, prev } = offsetsAround(query as PageRequest, count)
  const pages = Object.entries({ next, previous: prev }).filter(([, at]) => at !== undefined)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${uuidOf(`feed ${path} ${filter}`)}</id>`,
    element('title', `${format.title}${filterWords(feed)}${notice}`),
    element('subtitle', `${unknownInstitutionWords(feed)}${notAdvice}`),
    element('updated', entries[0]?.at ?? updated),
    authorElement(settings.operator),
    ...licenceElements(settings.operator),
    linkElement('self', 'application/atom+xml', `${list}.atom${queryText(ownPage(query))}`),
    linkElement('alternate', 'text/html', `${root}/${format.pageOf(query)}`),
    // A feed reader keeps only one alternate link, so the web page is the only one.
    linkElement('related', 'application/json', `${list}${filter}`),
    ...pages.map(([rel, offset]) =>
      linkElement(rel, 'application/atom+xml', `${list}.atom${queryText({ ...query, offset })}`),
    ),
    ...entries.map((entry, index) => {
      const id = valueText(rows[index]?.['institution_id'])
      return entryText(entry, names[index] ?? '', `${root}/institution/${id}`)
    }),
    '</feed>\n',
  ].join('\n')
}

/** The default `limit` of every feed. */
const defaultLimit = 200

const notAdvice =
  'Rates are information: they may change without notice, and they are not financial advice.'

const typeWords = { bank: 'banks', nbfi: 'finance companies' } as const

/** The filters in words, for the title: feed readers list several feeds together. */
function filterWords({ query, settings, nameOf }: Feed): string {
  const values = query as Partial<Record<string, string>> & { readonly type?: InstitutionType }
  const { institution_id: id, type, direction, since, until, known_at: knownAt } = values
  const { variant, tenure_months: months, payout_type: payout } = values
  const words = [
    id !== undefined && (nameOf(id) ?? `“${id}”`),
    type !== undefined && (settings.typeNames?.[type]?.['en']?.other ?? typeWords[type]),
    direction !== undefined && (direction === 'up' ? 'raises' : 'cuts'),
    variant !== undefined && variant.replaceAll('_', ' '),
    months !== undefined && tenureWords({ tenure: months as Decimal }),
    payout !== undefined && `interest ${payout === 'maturity' ? 'at maturity' : payout}`,
    since !== undefined && `published since ${since}`,
    until !== undefined && `published until ${until}`,
    knownAt !== undefined && `as known at ${knownAt}`,
  ].filter((word) => word !== false)
  return words.length === 0 ? '' : `: ${words.join(', ')}`
}

/** The parameters of this page without default values. */
function ownPage({ limit, offset, ...filters }: QueryValues): QueryValues {
  return {
    ...filters,
    limit: limit === defaultLimit ? undefined : limit,
    offset: offset || undefined,
  }
}

/** Explains why a feed for an unknown institution is empty; otherwise an empty text. */
function unknownInstitutionWords({ query, nameOf }: Feed): string {
  const { institution_id: id } = query as { readonly institution_id?: string }
  if (id === undefined || nameOf(id) !== undefined) return ''
  return `No institution has the id “${id}”; take one from the API’s list of institutions and write it into the address of this feed. `
}

function entryText(
  { title, content, at, category }: FeedEntry,
  name: string,
  page: string,
): string {
  return [
    '<entry>',
    `<id>${uuidOf(name)}</id>`,
    element('title', title),
    element('updated', at),
    element('published', at),
    linkElement('alternate', 'text/html', page),
    `<category term="${escaped(category)}"/>`,
    `<content type="text">${escaped(content)}</content>`,
    '</entry>',
  ].join('\n')
}

/** A UUID made from a text (RFC 9562, version 8). Equal texts have equal UUIDs. */
function uuidOf(text: string): string {
  const hex = hash('sha256', `ratebook ${text}`)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return `urn:uuid:${parts.join('-')}`
}

/** The publisher of the feed. */
function authorElement({ name = 'Ratebook', website }: Operator): string {
  const uri = website === undefined ? '' : element('uri', website)
  return `<author>${element('name', name)}${uri}</author>`
}

/** The licence of the data, as a text and as a link (RFC 4946). */
function licenceElements({ licence }: Operator): readonly string[] {
  if (licence === undefined) return []
  const { name, url } = licence
  return [element('rights', `${name}, ${url}`), `<link rel="license" href="${escaped(url)}"/>`]
}

function linkElement(rel: string, type: string, address: string): string {
  return `<link rel="${rel}" type="${type}" href="${escaped(address)}"/>`
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

const entities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for XML 1.0, which cannot hold most control characters. Most texts have nothing to escape. */
function escaped(text: string): string {
  if (!/[<>&"'\p{Cc}\ufffe\uffff]/u.test(text)) return text
  return text
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll(/[<>&"']/g, (sign) => entities[sign] ?? '')
}
