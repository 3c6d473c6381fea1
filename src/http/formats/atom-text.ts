import { hash } from 'node:crypto'
import { canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import type { PageRequest } from '../../query/page.ts'
import { valueText, type WireRow } from '../endpoint.ts'
import { offsetsAround, queryText, withoutPage, type QueryValues } from '../links.ts'

/** The data of a feed besides its entries. */
export type Feed = {
  /** The parameters of the request. Feeds with different filters have different ids and titles. */
  readonly query: QueryValues
  /** The entries on all pages together (RFC 5005). */
  readonly count: number
  readonly isSample: boolean
  /** The instant of the market, for a feed without entries. */
  readonly updated: string
  /** The name of an institution; `undefined` if none has that id. */
  readonly nameOf: (institutionId: string) => string | undefined
}

/** Rate changes as an Atom feed (RFC 4287), newest first. The id of an entry is a hash of the change, so it never changes. */
export function atomText(rows: readonly WireRow[], feed: Feed): string {
  const { query, count, isSample, updated } = feed
  const notice = isSample ? ' (sample data, not current rates)' : ''
  const filter = queryText(withoutPage(query))
  const { next, prev } = offsetsAround(query as PageRequest, count)
  const pages = Object.entries({ next, previous: prev }).filter(([, at]) => at !== undefined)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${uuidOf(`feed ${filter}`)}</id>`,
    element('title', `Changes of fixed-deposit rates${filterWords(feed)}${notice}`),
    element('subtitle', `${unknownInstitutionWords(feed)}${notAdvice}`),
    element('updated', valueText(rows[0]?.['changed_at'] ?? updated)),
    '<author><name>Ratebook</name></author>',
    linkElement('self', 'application/atom+xml', `changes.atom${queryText(ownPage(query))}`),
    linkElement('alternate', 'text/html', `../changes${pageFilter(query)}`),
    // A feed reader keeps only one alternate link, so the web page is the only one.
    linkElement('related', 'application/json', `changes${filter}`),
    ...pages.map(([rel, offset]) =>
      linkElement(rel, 'application/atom+xml', `changes.atom${queryText({ ...query, offset })}`),
    ),
    ...rows.map(entryText),
    '</feed>\n',
  ].join('\n')
}

/** The default `limit` of `/rates/changes`. */
const defaultLimit = 200

const notAdvice =
  'Rates are information: they may change without notice, and they are not financial advice.'

/** The filters in words, for the title: feed readers list several feeds together. */
function filterWords({ query, nameOf }: Feed): string {
  const values = query as Partial<Record<string, string>>
  const { institution_id: id, type, direction, since, known_at: knownAt } = values
  const words = [
    id !== undefined && (nameOf(id) ?? `“${id}”`),
    type !== undefined && (type === 'bank' ? 'banks' : 'finance companies'),
    direction !== undefined && (direction === 'up' ? 'raises' : 'cuts'),
    since !== undefined && `since ${since}`,
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

/** The filters as the query string of the web page. */
function pageFilter({ institution_id: institution, type, direction, since }: QueryValues): string {
  return queryText({ type, direction, since, institution })
}

/** Explains why a feed for an unknown institution is empty; otherwise an empty text. */
function unknownInstitutionWords({ query, nameOf }: Feed): string {
  const { institution_id: id } = query as { readonly institution_id?: string }
  if (id === undefined || nameOf(id) !== undefined) return ''
  return `No institution has the id “${id}”; take one from the API’s list of institutions and write it into the address of this feed. `
}

function entryText(row: WireRow): string {
  const of = (name: string): string => valueText(row[name])
  const terms = [of('product_variant'), of('tenure_months'), of('payout_type')]
  const rates = [of('prev_rate_pa'), of('new_rate_pa')] as const
  const verb = row['direction'] === 'up' ? 'raised' : 'cut'
  const deposit = of('min_deposit')
  const minimum = /[1-9]/.test(deposit) ? `, from ${canonicalDecimal(deposit as Decimal)}` : ''
  const tier = [of('institution_id'), ...terms, deposit]
  const name = ['change', ...tier, of('changed_at'), ...rates].join(' ')
  const months = canonicalDecimal(of('tenure_months') as Decimal)
  const payout = terms[2] === 'maturity' ? 'at maturity' : String(terms[2])
  const words = `${String(terms[0]).replaceAll('_', ' ')}, interest ${payout}${minimum}`
  const title = `${of('institution_name')} ${verb} ${months} months (${words}) from ${rates[0]} % to ${rates[1]} %`
  const content = `${title}. Nominal rates per annum.`
  return [
    '<entry>',
    `<id>${uuidOf(name)}</id>`,
    element('title', title),
    element('updated', of('changed_at')),
    element('published', of('changed_at')),
    linkElement('alternate', 'text/html', `../institution/${of('institution_id')}`),
    `<category term="${escaped(of('direction'))}"/>`,
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

/** Escapes a text for XML 1.0, which cannot hold most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll(/[<>&"']/g, (sign) => entities[sign] ?? '')
}
