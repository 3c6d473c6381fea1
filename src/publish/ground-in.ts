import type { Market } from '../market/market.ts'
import { seriesOf } from '../market/series.ts'
import type { Ground } from './ground.ts'
import type { LastKnown } from './known.ts'

/** What deciding about a sheet of an institution needs of a book that is in memory. */
export function groundIn(market: Market, institutionId = ''): Ground {
  const { currency, institutions, records } = market
  const book = institutions.get(institutionId)
  if (book === undefined) return { head: market, currency, known: undefined }
  const { standing, publication } = book
  const lastKnown: LastKnown = (terms) => {
    const series = seriesOf(records, institutionId, terms)
    return series && { tenure: series.terms.tenure, rate: series.rate }
  }
  return { head: market, currency, known: { standing, publication, lastKnown } }
}
