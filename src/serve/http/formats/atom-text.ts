import { hash } from 'node:crypto'
import type { BookSettings, Operator } from '../../../domain/book-settings.ts'
import type { Decimal } from '../../../domain/decimal.ts'
import { tenureWords } from '../../../domain/tenure.ts'
import type { InstitutionType } from '../../../domain/institution.ts'
import type { PageRequest } from '../../../book/query/rate-history.ts'
import { valueText, type WireRow, type FeedEntry, type FeedFormat } from '../endpoint.ts'
import { offsetsAround, queryText, withoutPage, type QueryValues } from '../links.ts'

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
