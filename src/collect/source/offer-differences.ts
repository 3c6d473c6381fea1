import { canonicalJson } from '../../domain/canonical-json.ts'
import { compareTiers, tierKeyOf, type Offer } from '../../domain/offer.ts'

/** A tier whose offers differ between two readings; one of the offers may be absent. */
export type OfferDifference = { readonly before?: Offer; readonly after?: Offer }

/** The offers that only one of two lists has, or that the second one prints otherwise. In tier order. */
export function offerDifferences(
  before: readonly Offer[],
  after: readonly Offer[],
): readonly OfferDifference[] {
  const earlier = byTier(before)
  const later = byTier(after)
  return [...new Map([...earlier, ...later]).entries()]
    .toSorted(([, a], [, b]) => compareTiers(a, b))
    .flatMap(([key]): readonly OfferDifference[] => {
      const [was, now] = [earlier.get(key), later.get(key)]
      if (was !== undefined && now !== undefined && textOf(was) === textOf(now)) return []
      return [
        { ...(was !== undefined && { before: was }), ...(now !== undefined && { after: now }) },
      ]
    })
}

function byTier(offers: readonly Offer[]): ReadonlyMap<string, Offer> {
  return new Map(offers.map((offer) => [tierKeyOf(offer), offer]))
}

/** The figures as printed: a source that drops trailing zeros reads something else. */
function textOf({ rate, annualEffectiveRate, tenureDays, product }: Offer): string {
  return canonicalJson({ rate, annualEffectiveRate, tenureDays, product })
}
