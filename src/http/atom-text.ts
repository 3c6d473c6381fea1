import { hash } from 'node:crypto'
import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import type { TableRow } from './table-text.ts'

/** What a feed is told beside its entries. */
export type Feed = {
  /** What was filtered, as a query string: feeds that differ have names that differ. */
  readonly filter: string
  readonly isSample: boolean
  /** The instant of the market, for a feed without entries. */
  readonly updated: string
}

/** Rate changes as an Atom feed (RFC 4287), newest first. The name of an entry follows from what changed and when, and stays. */
export function atomText(rows: readonly TableRow[], { filter, isSample, updated }: Feed): string {
  const notice = isSample ? ' (sample data, not current rates)' : ''
  const newest = rows[0]?.['changed_at'] ?? updated
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${nameOf(`feed ${filter}`)}</id>`,
    element('title', `Changes of fixed-deposit rates${notice}`),
    element(
      'subtitle',
      'Rates are information: they may change without notice, and they are not financial advice.',
    ),
    element('updated', String(newest)),
    '<author><name>Ratebook</name></author>',
    `<link rel="self" type="application/atom+xml" href="${escaped(`changes.atom${filter}`)}"/>`,
    `<link rel="alternate" type="application/json" href="${escaped(`changes${filter}`)}"/>`,
    ...rows.map(entryText),
    '</feed>\n',
  ].join('\n')
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
    `<id>${nameOf(name)}</id>`,
    element('title', title),
    element('updated', of('changed_at')),
    element('published', of('changed_at')),
    `<category term="${escaped(of('direction'))}"/>`,
    `<content type="text">${escaped(content)}</content>`,
    '</entry>',
  ].join('\n')
}

/** A name for good: a UUID from a text (RFC 9562, version 8). */
function nameOf(text: string): string {
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
