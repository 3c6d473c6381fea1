import { hasTerms, type TermsFilter } from '../domain/offer.ts'
import type { InstitutionBook, Market, Series } from '../market/market.ts'
import type { RecordList } from './page.ts'

/** The history of an institution, withdrawals left out; `undefined` if it is not registered. */
export function rateHistory(
  { institutions }: Market,
  institutionId: string,
  filter: TermsFilter,
): RecordList | undefined {
  const book = institutions.get(institutionId)
  if (book === undefined) return undefined
  const { history, series } = book
  const wanted = new Set(seriesOf(book, filter))
  const isWhole = wanted.size === series.size
  const records = isWhole ? history : history.filter((record) => wanted.has(record.series))
  return { records, first: 0 }
}

/** The series of an institution whose terms pass a filter. */
export function seriesOf(
  { series }: Pick<InstitutionBook, 'series'>,
  filter: TermsFilter,
): readonly Series[] {
  return [...series.values()].flatMap(([first]) =>
    first !== undefined && hasTerms(first.series.terms, filter) ? [first.series] : [],
  )
}
