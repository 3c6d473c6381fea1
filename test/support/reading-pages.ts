import assert from 'node:assert/strict'
import { readPages } from '../../src/collect/read/read-pages.ts'
import type { ReadResult, Reading } from '../../src/collect/read/reading.ts'
import type { SourceDefinition } from '../../src/collect/read/source-schema.ts'
import { textsOfMarkup } from '../../src/collect/read/text-at.ts'
import type { Day } from '../../src/domain/day.ts'
import { tierText } from '../../src/domain/offer.ts'
import type { PageFormat } from '../../src/domain/origin.ts'

type SourcePage = SourceDefinition['pages'][number]

/** A source definition whose only page is called `rates`. */
export function sourceOf(
  parts: Pick<SourceDefinition, 'tables'> & Partial<SourceDefinition>,
  page: Partial<SourcePage> = {},
): SourceDefinition {
  return {
    institution: 'test-bank',
    currency: 'LKR',
    timezone: 'Asia/Colombo',
    schedule: '0 9 * * *',
    verified_live: false,
    pages: [{ name: 'rates', url: 'https://bank.example/', format: 'html', ...page }],
    empty: ['', '-'],
    expects: { maturity: [12] },
    ...parts,
  }
}

/** The simplest table: tenure and rate at maturity, under the heading `Deposits`. */
export const plainTable: SourceDefinition['tables'][number] = {
  under: 'Deposits',
  columns: { Period: 'tenure', Rate: { payout: 'maturity' } },
}

/** A table in HTML. Rows are separated by line breaks, cells by `|`. */
export function htmlTable(text: string): string {
  const rows = text
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => `<td>${cell.trim()}</td>`))
  return `<table>${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('\n')}</table>`
}

/** Reads the text of pages as captured on 9 November 2026, and checks that the text of every cell can be read back. */
async function readTexts(
  source: SourceDefinition,
  ...texts: readonly string[]
): Promise<ReadResult> {
  const pages = source.pages.map(({ name, format }, index) => ({
    name,
    format,
    day: '2026-11-09' as Day,
    body: new TextEncoder().encode(texts[index] ?? ''),
  }))
  const result = await readPages(source, pages)
  if ('failure' in result) return result
  for (const cells of result.cells) {
    const page = pages[cells.capture ?? 0]
    assert.ok(page !== undefined)
    const textAt = textsOf(page)
    for (const [name, cell] of Object.entries(cells))
      if (typeof cell === 'object') assert.equal(textAt(cell.address), cell.text, name)
  }
  return result
}

function textsOf(page: { format: PageFormat; body: Uint8Array }) {
  const texts = textsOfMarkup(page)
  assert.ok(!('failure' in texts))
  return texts
}

/** Reads pages that must be readable. */
export async function reading(
  source: SourceDefinition,
  ...texts: readonly string[]
): Promise<Reading> {
  const result = await readTexts(source, ...texts)
  assert.ok(!('failure' in result), 'failure' in result ? result.failure : '')
  return result
}

/** The sentence with which a read fails. */
export async function failure(
  source: SourceDefinition,
  ...texts: readonly string[]
): Promise<string> {
  const result = await readTexts(source, ...texts)
  assert.ok('failure' in result, 'the pages were read')
  return result.failure
}

/** All sentences with which a read fails. */
export async function failures(
  source: SourceDefinition,
  ...texts: readonly string[]
): Promise<readonly string[]> {
  const result = await readTexts(source, ...texts)
  assert.ok('failure' in result, 'the pages were read')
  return [result, ...(result.more ?? [])].map((one) => one.failure)
}

/** The offers of a reading as lines: terms, minimum deposit, rate and, in brackets, the AER. */
export function linesOf({ offers }: Pick<Reading, 'offers'>): readonly string[] {
  return offers.map((offer) => {
    const aer = offer.annualEffectiveRate === undefined ? '' : ` (${offer.annualEffectiveRate})`
    return `${tierText(offer)}: ${offer.rate}${aer}${offer.product === undefined ? '' : ` ${offer.product}`}`
  })
}

/** The rules of the findings of a reading. */
export function rulesOf({ findings }: Pick<Reading, 'findings'>): readonly string[] {
  return findings.map(({ rule }) => rule)
}
