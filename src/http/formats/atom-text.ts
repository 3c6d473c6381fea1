import { hash } from 'node:crypto'
import { canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import type { Page } from '../../query/page.ts'
import { filtersOf, offsetsAround, queryText, type Query } from '../message/links.ts'
import type { TableRow } from './table-text.ts'

/** What a feed is told beside its entries. */
export type Feed = {
  /** What was asked. Feeds whose filters differ have ids and titles that differ. */
  readonly query: Query
  /** As many entries as all its pages have (RFC 5005). */
  readonly count: number
  readonly isSample: boolean
  /** The instant of the market, for a feed without entries. */
  readonly updated: string
  /** The name of an institution; `undefined` if none has that id. */
  readonly nameOf: (institutionId: string) => string | undefined
}

/** Rate changes as an Atom feed (RFC 4287), newest first. The name of an entry follows from what changed and when, and stays. */
export function atomText(rows: readonly TableRow[], feed: Feed): string {
  const { query, count, isSample, updated } = feed
  const notice = isSample ? ' (sample data, not current rates)' : ''
  const filter = queryText(filtersOf(query))
  const { next, prev } = offsetsAround(query as Page, count)
  const pages = Object.entries({ next, previous: prev }).filter(([, at]) => at !== undefined)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${uuidOf(`feed ${filter}`)}</id>`,
    element('title', `Changes of fixed-deposit rates${filterWords(feed)}${notice}`),
    element('subtitle', `${troubleWords(feed)}${notAdvice}`),
    element('updated', String(rows[0]?.['changed_at'] ?? updated)),
    '<author><name>Ratebook</name></author>',
    linkElement('self', 'application/atom+xml', `changes.atom${queryText(ownPage(query))}`),
    linkElement('alternate', 'text/html', `../changes${pageFilter(query)}`),
    linkElement('alternate', 'application/json', `changes${filter}`),
    ...pages.map(([rel, offset]) =>
      linkElement(rel, 'application/atom+xml', `changes.atom${queryText({ ...query, offset })}`),
    ),
    ...rows.map(entryText),
    '</feed>\n',
  ].join('\n')
}

/** The entries of a page where nobody says how many: the default of `/rates/changes`. */
const usualLimit = 200

const notAdvice =
  'Rates are information: they may change without notice, and they are not financial advice.'

/** What a feed is filtered by, for its title: readers show several side by side. */
function filterWords({ query, nameOf }: Feed): string {
  const { institution_id: id, type, direction, since } = query as Partial<Record<string, string>>
  const words = [
    id !== undefined && (nameOf(id) ?? `“${id}”`),
    type !== undefined && (type === 'bank' ? 'banks' : 'finance companies'),
    direction !== undefined && (direction === 'up' ? 'raises' : 'cuts'),
    since !== undefined && `since ${since}`,
  ].filter((word) => word !== false)
  return words.length === 0 ? '' : `: ${words.join(', ')}`
}

/** The address of this page of the feed: that of the first, at its usual length, needs no numbers. */
function ownPage({ limit, offset, ...filters }: Query): Query {
  return {
    ...filters,
    limit: limit === usualLimit ? undefined : limit,
    offset: offset || undefined,
  }
}

/** The same filters in the address of the page. */
function pageFilter({ institution_id: institution, type, direction, since }: Query): string {
  return queryText({ type, direction, since, institution })
}

/** Why nothing will ever come, and what to do. */
function troubleWords({ query, nameOf }: Feed): string {
  const { institution_id: id } = query as { readonly institution_id?: string }
  if (id === undefined || nameOf(id) !== undefined) return ''
  return `No institution has the id “${id}”; take one from the API’s list of institutions and write it into the address of this feed. `
}

function entryText(row: TableRow): string {
  const of = (name: string): string => String(row[name])
  const terms = [of('product_variant'), of('tenure_months'), of('payout_type')]
  const moved = [of('prev_rate_pa'), of('new_rate_pa')] as const
  const verb = row['direction'] === 'up' ? 'raised' : 'cut'
  const name = ['change', of('institution_id'), ...terms, of('changed_at'), ...moved].join(' ')
  const months = canonicalDecimal(of('tenure_months') as Decimal)
  const title = `${of('institution_name')} ${verb} ${months} months from ${moved[0]} % to ${moved[1]} %`
  const content = `${title}. Variant ${terms[0]}, interest paid ${terms[2] === 'maturity' ? 'at maturity' : terms[2]}. Nominal rates per annum.`
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

/** A name for good: a UUID from a text (RFC 9562, version 8). */
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

/** A text for XML 1.0, which has no way to write most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll(/[<>&"']/g, (sign) => entities[sign] ?? '')
}
