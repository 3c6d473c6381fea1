import type { Market } from '../market/market.ts'
import { lastRecord } from '../market/series.ts'
import type { LastKnownRate } from './institution-state.ts'
import type { PublicationContext } from './publication-context.ts'

/** The context of a sheet when the book is already in memory; it finds no duplicates. */
export function contextFromMarket(market: Market, institutionId = ''): PublicationContext {
  const { currency, institutions } = market
  const book = institutions.get(institutionId)
  if (book === undefined) return { head: market, currency, institution: undefined }
  const { standing, publication } = book
  const lastKnownRate: LastKnownRate = (terms) => {
    const record = lastRecord(book, terms)
    return record && { tenure: record.series.terms.tenure, rate: record.rate }
  }
  return { head: market, currency, institution: { standing, publication, lastKnownRate } }
}
