import { keyOf, type Terms } from '../domain/offer.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { lastRecord } from '../market/series.ts'
import { standingTier } from '../market/standing.ts'
import type { PublicationContext } from './publication-context.ts'

/** The context of a sheet when the book is already in memory; it finds no duplicates. */
export function contextFromMarket(market: Market, institutionId = ''): PublicationContext {
  const { currency, institutions } = market
  const book = institutions.get(institutionId)
  if (book === undefined) return { head: market, currency, institution: undefined }
  const { standing, publication } = book
  return {
    head: market,
    currency,
    institution: {
      standing,
      publication,
      lastKnownRate(tier) {
        const { rate } = lastRecord(book, tier) ?? {}
        return standingTier(standing, tier) ?? (rate && { ...tier, rate })
      },
      firstTenure: (terms) => firstTenure(book, terms),
    },
  }
}

function firstTenure({ standing, series }: InstitutionBook, terms: Terms): Decimal | undefined {
  const key = keyOf(terms)
  const offers = standing.get(key)?.offers
  if (offers !== undefined) return offers[0].tenure
  for (const [step] of series.values()) {
    if (step !== undefined && keyOf(step.series.terms) === key) return step.series.terms.tenure
  }
  return undefined
}
