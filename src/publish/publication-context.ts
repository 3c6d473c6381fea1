import type { Head } from '../domain/entry.ts'
import type { InstitutionBook, Market } from '../market/market.ts'

/** Everything that `decide` needs to know about the book. */
export type PublicationContext = {
  readonly head: Head
  readonly currency: string | undefined
  /** The book of the sheet's institution; `undefined` if it is not registered. */
  readonly book: InstitutionBook | undefined
  /** The position of an earlier publication of the same sheet, if publishing it again would change nothing. */
  readonly duplicateOf?: number | undefined
}

/** The context of a sheet when the whole book is already in memory; it finds no duplicates. */
export function contextFromMarket(market: Market, institutionId = ''): PublicationContext {
  const { currency, institutions } = market
  return { head: market, currency, book: institutions.get(institutionId) }
}
