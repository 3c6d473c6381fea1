import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import { canonicalJson } from '../domain/canonical-json.ts'
import { compareTiers, tierKeyOf, type Offer, type Variant } from '../domain/offer.ts'
import type { InstitutionBook } from '../market/market.ts'
import { offersIn } from '../market/standing.ts'

/** Whether two lists have the same offers, in any order. Decimals compare by value, everything else as text. */
export function sameOffers(some: readonly Offer[], others: readonly Offer[]): boolean {
  return some.length === others.length && offersText(some) === offersText(others)
}

/** The standing offers of some variants, in tier order. */
export function coveredOffers(
  { standing }: Pick<InstitutionBook, 'standing'>,
  covers: readonly Variant[],
): readonly Offer[] {
  return offersIn(standing)
    .filter(({ variant }) => covers.includes(variant))
    .toSorted(compareTiers)
}

function offersText(offers: readonly Offer[]): string {
  const texts = offers.map((offer) => `${tierKeyOf(offer)} ${canonicalJson(valuesOf(offer))}`)
  return texts.toSorted().join('\n')
}

/** The values of an offer that its tier does not name. */
function valuesOf({ tenureDays, rate, annualEffectiveRate, product }: Offer) {
  const canonical = (decimal: Decimal | undefined) => decimal && canonicalDecimal(decimal)
  return {
    tenureDays,
    rate: canonicalDecimal(rate),
    aer: canonical(annualEffectiveRate),
    product,
  }
}
