import { compareDecimals, compareText, withPlaces } from '../../domain/decimal.ts'
import { instantText } from '../../domain/instant.ts'
import { depositOf, payouts, tierKeyOf, variants, type Tier } from '../../domain/offer.ts'
import type { HistoryRow } from '../../market/rederive.ts'
import type { Row } from './expected.ts'
import type { InstitutionOffer } from './figures.ts'

/** The rows that `/reports/best-rates` should return: the best of these offers for each institution. */
export function expectedBestRates(
  offers: readonly InstitutionOffer[],
  history: readonly HistoryRow[],
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
  const historyOf = Map.groupBy(history, ({ institutionId }) => institutionId)
  return Array.from(ofEach, ([id, [offer]]) => {
    if (offer === undefined) return {}
    const records = seriesOf(offer, historyOf.get(id) ?? [])
    const last = records.at(-1)
    const move = records.findLast(({ direction }) => direction === 'up' || direction === 'down')
    return {
      position: offer.position,
      institution_id: id,
      name: offer.institution.name,
      type: offer.institution.type,
      best_rate_pa: withPlaces(offer.rate, 3),
      best_tenure_months: withPlaces(offer.tenure, 2),
      best_payout_type: offer.payout,
      last_changed_at: last && instantText(last.at),
      trend: move?.direction ?? 'flat',
    }
  })
}

/** The records of the series of a current tier, oldest first. Going back, a record that moved the series leads to its earlier tier. */
function seriesOf(tier: Tier, history: readonly HistoryRow[]): readonly HistoryRow[] {
  const newestFirst: HistoryRow[] = []
  let key = tierKeyOf(tier)
  for (const record of history.toReversed()) {
    if (tierKeyOf(record) !== key) continue
    newestFirst.push(record)
    const { previousMinimumDeposit: minimumDeposit } = record
    if (minimumDeposit !== undefined) key = tierKeyOf({ ...record, minimumDeposit })
    // An earlier series of the same tier has moved to another minimum deposit.
    if (record.direction === 'initial') break
  }
  return newestFirst.toReversed()
}
