import type { OfferDifference } from '../../collect/source/try-pages.ts'
import type { Finding } from '../../domain/finding.ts'
import { tierText, type Offer } from '../../domain/offer.ts'
import type { Reading } from '../../read/reading.ts'
import { table, type Column } from '../output.ts'

/** The offers of a sheet as a table, with the printed texts of the cells that they were read from. */
export function offersText({ offers, cells }: Reading): string {
  const columns: readonly Column<number>[] = [
    { title: 'offer', value: (index) => termsOf(offers[index]) },
    { title: 'rate', value: (index) => offers[index]?.rate ?? '', isFigure: true },
    { title: 'aer', value: (index) => offers[index]?.annualEffectiveRate ?? '', isFigure: true },
    { title: 'product', value: (index) => offers[index]?.product ?? '' },
    { title: 'row', value: (index) => cells[index]?.tenure.text ?? '' },
    { title: 'column', value: (index) => cells[index]?.column.text ?? '' },
    { title: 'cell', value: (index) => cells[index]?.rate.text ?? '' },
  ]
  return table(columns, [...offers.keys()])
}

/** The tier of an offer as people write it, with the days of a tenure in days. */
function termsOf(offer: Offer | undefined): string {
  if (offer === undefined) return ''
  return offer.tenureDays === undefined
    ? tierText(offer)
    : `${tierText(offer)} (${offer.tenureDays} days)`
}

/** Findings as lines, each with its rule. */
export function findingTexts(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule, message }) => `${message} [${rule}]`)
}

/** Differences of offers as a table. */
export function differencesText(
  differences: readonly OfferDifference[],
  [before, after]: readonly [string, string],
): string {
  const columns: readonly Column<OfferDifference>[] = [
    { title: '  offer', value: (one) => `  ${termsOf(one.after ?? one.before)}` },
    { title: before, value: (one) => figuresOf(one.before) },
    { title: after, value: (one) => figuresOf(one.after) },
  ]
  return table(columns, differences)
}

function figuresOf(offer: Offer | undefined): string {
  if (offer === undefined) return 'none'
  const { rate, annualEffectiveRate: aer, product } = offer
  const parts = [rate, aer === undefined ? [] : `AER ${aer}`, product ?? []]
  return parts.flat().join(', ')
}
