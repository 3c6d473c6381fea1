import { compareDecimals } from '../../../src/domain/decimal.ts'
import { payouts, type Variant } from '../../../src/domain/offer.ts'
import type { OfferRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { capitalize, tenureOf } from '../../rates/format.ts'
import { decimalPlaces, hasMinimum } from '../../parts/figures.tsx'
import { ScrollRegion } from '../../parts/scroll-region.tsx'
import { OfferCell, type OfferSource } from './offer-cell.tsx'
import type { FindEvidence } from '../../api/evidence-index.ts'
import { minimumText } from '../../parts/offer-texts.ts'
import { groupBy } from '../../rates/group-by.ts'

type OfferGridProps = {
  readonly variant: Variant
  readonly offers: readonly OfferRow[]
  readonly sources: readonly OfferSource[]
  readonly evidenceOf: FindEvidence
  /** Whether each figure says what proves it. A note below the grids says so if it is the same for all. */
  readonly hasMarks: boolean
}

/** The offers for one variant: tenures by payouts. */
export function OfferGrid({ variant, offers, sources, evidenceOf, hasMarks }: OfferGridProps) {
  const { institution, words, filters } = useMessages()
  const { offers: texts } = institution
  const columns = payouts.filter((payout) => offers.some((offer) => offer.payout_type === payout))
  const tenures = [...new Set(offers.map(tenureOf))]
  const places = decimalPlaces(offers.map((offer) => offer.rate_pa))
  const usualMinimum = usualMinimumOf(offers)
  return (
    <ScrollRegion label={texts.region({ variant: words.variants[variant] })}>
      <table class="grid">
        <caption>
          {texts.caption({ variant: words.variants[variant] })}
          {hasMinimum(usualMinimum) && (
            <span>{texts.unlessNoted({ minimum: minimumText(usualMinimum, words) })}</span>
          )}
        </caption>
        <thead>
          <tr>
            <th scope="col">{filters.tenure}</th>
            {columns.map((payout) => (
              <th key={payout} scope="col" class="number">
                {capitalize(words.payouts[payout])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tenures.toSorted(compareDecimals).map((tenure) => (
            <tr key={tenure}>
              <th scope="row">{words.tenure(tenure)}</th>
              {columns.map((payout) => (
                <td key={payout} class="number">
                  {offers
                    .filter((offer) => offer.payout_type === payout && tenureOf(offer) === tenure)
                    .map((offer) => (
                      <OfferCell
                        key={offer.min_deposit}
                        offer={offer}
                        places={places}
                        usualMinimum={usualMinimum}
                        sources={sources}
                        evidence={evidenceOf(offer)}
                        hasMark={hasMarks}
                      />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** The most frequent minimum deposit. The caption shows it, and cells show only other ones. */
function usualMinimumOf(offers: readonly OfferRow[]): string {
  const byMinimum = [...groupBy(offers, (offer) => offer.min_deposit)]
  return byMinimum.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}
