import { compareDecimals, compareText, withPlaces } from '../../domain/decimal.ts'
import { instantText } from '../../domain/instant.ts'
import { depositOf, payouts, tierKeyOf, variants } from '../../domain/offer.ts'
import type { Rederived } from '../../market/rederive.ts'
import type { Row } from './expected.ts'
import type { InstitutionOffer } from './figures.ts'

/** The rows that `/reports/best-rates` should return: the best of these offers for each institution. */
export function expectedBestRates(
  offers: readonly InstitutionOffer[],
  lastChanges: Rederived['lastChanges'],
): Row[] {
  const best = offers.toSorted(
    (a, b) =>
      compareDecimals(b.rate, a.rate) ||
      compareText(a.institutionId, b.institutionId) ||
      compareDecimals(a.tenure, b.tenure) ||
      payouts.indexOf(a.payout) - payouts.indexOf(b.payout) ||
      variants.indexOf(a.variant) - variants.indexOf(b.variant) ||
      compareDecimals(depositOf(a), depositOf(b)),
  )
  const ofEach = Map.groupBy(best, ({ institutionId }) => institutionId)
  return Array.from(ofEach, ([id, [offer]]) => {
    if (offer === undefined) return {}
    const last = lastChanges.get(id)?.get(tierKeyOf(offer))
    return {
      position: offer.position,
      institution_id: id,
      name: offer.institution.name,
      type: offer.institution.type,
      best_rate_pa: withPlaces(offer.rate, 3),
      best_tenure_months: withPlaces(offer.tenure, 2),
      best_payout_type: offer.payout,
      last_changed_at: last && instantText(last.at),
      trend: last?.trend,
    }
  })
}
