import { hash } from 'node:crypto'
import { table } from '../../../bench/page.ts'
import { readAndCheckInCage } from '../../../src/collect/cage/cage.ts'
import type { LoadedSource } from '../../../src/collect/source/load-source.ts'
import { offerDifferences, tryPages } from '../../../src/collect/source/try-pages.ts'
import { canonicalDecimal } from '../../../src/domain/decimal.ts'
import { defaultGateLimits, type Finding } from '../../../src/domain/gate-limits.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { tierText, type Offer, type Sheet } from '../../../src/domain/offer.ts'
import type { CapturedFile } from './captured-files.ts'

/** How the reading of a capture ended: `exact` if the sheet has the expected figures and the gate has no finding. */
export type PageOutcome = {
  readonly name: string
  readonly outcome: 'exact' | 'read' | 'different' | 'held' | 'refused' | 'no source'
  /** How many offers, or why not, as text of a Markdown cell. */
  readonly why: string
}

/** Reads a capture in the cage, as a run does, and compares the sheet with the figures that a person read. */
export async function outcomeOf(
  { name, body, source, expected }: CapturedFile,
  now: Instant,
): Promise<PageOutcome> {
  if (source === undefined)
    return { name, outcome: 'no source', why: '`ratebook source draft` makes a first one' }
  if (typeof source === 'string') return { name, outcome: 'refused', why: source }
  const at = expected?.scrapedAt ?? now
  const trial = await tryPages(source, capturedBodies(source, body, at), {
    read: readAndCheckInCage,
    book: undefined,
    limits: defaultGateLimits,
  })
  if ('failure' in trial) return { name, outcome: 'refused', why: trial.failure }
  const { sheet, findings } = trial
  const figures = comparison(sheet, expected)
  if (findings.length > 0)
    return {
      name,
      outcome: 'held',
      why: `${rulesOf(findings)}; ${figures.outcome}: ${figures.why}`,
    }
  return { name, ...figures }
}

/** The capture as each page of the source: two pages may be parts of one body. */
function capturedBodies({ definition }: LoadedSource, body: Uint8Array, at: Instant) {
  const digest = hash('sha256', body)
  return definition.pages.map(({ name: page, url, format }) => ({
    capture: { page, url, at, digest, format },
    body,
  }))
}

function comparison(
  { offers }: Sheet,
  expected: Sheet | undefined,
): Pick<PageOutcome, 'outcome' | 'why'> {
  const count = `${offers.length} offers`
  if (expected === undefined) return { outcome: 'read', why: `${count}, compare by eye` }
  const differences = offerDifferences(expected.offers.map(byValue), offers.map(byValue))
  if (differences.length === 0) return { outcome: 'exact', why: count }
  const [first] = differences
  const words = [first?.before, first?.after].map(offerText)
  return {
    outcome: 'different',
    why: `${count}, ${differences.length} differ; first: expected ${words.join(', read ')}`,
  }
}

function offerText(offer: Offer | undefined): string {
  if (offer === undefined) return 'none'
  const { rate, annualEffectiveRate: aer } = offer
  return `${tierText(offer)} ${rate}${aer === undefined ? '' : ` (AER ${aer})`}`
}

/** An offer with figures that are equal if their values are: `3.60` and `3.6`. */
function byValue(offer: Offer): Offer {
  const { rate, annualEffectiveRate: aer, product: _, ...rest } = offer
  return {
    ...rest,
    rate: canonicalDecimal(rate),
    ...(aer !== undefined && { annualEffectiveRate: canonicalDecimal(aer) }),
  }
}

/** Such as `effective-rate (2)`. */
function rulesOf(findings: readonly Finding[]): string {
  return [...Map.groupBy(findings, ({ rule }) => rule)]
    .map(([rule, { length }]) => (length === 1 ? rule : `${rule} (${length})`))
    .join(', ')
}

/** The outcomes as a Markdown table. */
export function outcomeTable(outcomes: readonly PageOutcome[]): string {
  const rows = outcomes.map(({ name, outcome, why }) => [name, outcome, why.replaceAll('|', '\\|')])
  return table(['page', 'outcome', 'offers, or why'], rows)
}
