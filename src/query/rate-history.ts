import { sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { TermsFilter } from '../domain/offer.ts'
import type { InstitutionBook, Market, RateRecord, SeriesStep } from '../market/market.ts'
import type { RecordList } from './page.ts'

/** The history of an institution, withdrawals left out; `undefined` if it is not registered. */
export function rateHistory(
  { institutions }: Market,
  institutionId: string,
  filter: TermsFilter,
): RecordList | undefined {
  const book = institutions.get(institutionId)
  if (book === undefined) return undefined
  return { records: withTerms(book, filter), first: 0 }
}

/** Scans the history. It compares tenures by text, because many records share a few printings. */
function withTerms(
  { history, series }: InstitutionBook,
  { variant, tenure, payout }: TermsFilter,
): readonly RateRecord[] {
  if (variant === undefined && tenure === undefined && payout === undefined) return history
  const printings = tenure && printingsOf(tenure, series.values())
  const records: RateRecord[] = []
  for (const record of history) {
    const { terms } = record.series
    if (
      (variant === undefined || terms.variant === variant) &&
      (payout === undefined || terms.payout === payout) &&
      (printings === undefined || printings.has(terms.tenure))
    ) {
      records.push(record)
    }
  }
  return records
}

function printingsOf(tenure: Decimal, series: Iterable<readonly SeriesStep[]>): Set<Decimal> {
  const printings = new Set<Decimal>()
  for (const [first] of series) {
    if (first !== undefined && sameDecimal(first.series.terms.tenure, tenure))
      printings.add(first.series.terms.tenure)
  }
  return printings
}
