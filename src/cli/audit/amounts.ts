import { canonicalDecimal, compareDecimals, type Decimal } from '../../domain/decimal.ts'
import { depositOf, keyOf } from '../../domain/offer.ts'
import type { Rederived } from '../../market/rederive.ts'
import type { InstitutionOffer } from './figures.ts'

/** Amounts for the parameter `deposit`: zero, the lowest minimum deposit and the highest. */
export function amountsOf({ offers }: Rederived): readonly Decimal[] {
  const minimums = offers.map((offer) => canonicalDecimal(depositOf(offer)))
  const rising = minimums.toSorted(compareDecimals)
  return [...new Set(['0' as Decimal, ...rising.slice(0, 1), ...rising.slice(-1)])]
}

/** The current offers of a book, each with the record of its institution. */
export function offerRowsOf({ institutions, offers }: Rederived): readonly InstitutionOffer[] {
  const registered = new Map(institutions.map(({ institution }) => [institution.id, institution]))
  return offers.flatMap((offer) => {
    const institution = registered.get(offer.institutionId)
    return institution === undefined ? [] : [{ ...offer, institution }]
  })
}

/** The headline offer for each institution and terms: the one with the lowest minimum deposit. */
export function headlinesOf(offers: readonly InstitutionOffer[]): readonly InstitutionOffer[] {
  return firstOfEach(
    offers.toSorted((a, b) => compareDecimals(depositOf(a), depositOf(b))),
    offers,
  )
}

/** The offer with the highest rate for each institution and terms that an amount reaches; at equal rates the lowest minimum. */
export function reachedWith(
  amount: Decimal,
  offers: readonly InstitutionOffer[],
): readonly InstitutionOffer[] {
  const reached = offers
    .filter((offer) => compareDecimals(depositOf(offer), amount) <= 0)
    .toSorted(
      (a, b) => compareDecimals(b.rate, a.rate) || compareDecimals(depositOf(a), depositOf(b)),
    )
  return firstOfEach(reached, offers)
}

/** The first offer for each institution and terms, in the order of another list. */
function firstOfEach(
  sorted: readonly InstitutionOffer[],
  order: readonly InstitutionOffer[],
): readonly InstitutionOffer[] {
  const first = new Map<string, InstitutionOffer>()
  for (const offer of sorted) {
    const key = `${offer.institutionId} ${keyOf(offer)}`
    if (!first.has(key)) first.set(key, offer)
  }
  const chosen = new Set(first.values())
  return order.filter((offer) => chosen.has(offer))
}
