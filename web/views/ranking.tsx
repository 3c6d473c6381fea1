import type { Terms } from '../../src/domain/offer.ts'
import type { ComparisonRow, FreshnessRow } from '../api.ts'
import { typeNouns } from '../format.ts'
import { CorrectionMark } from '../parts/correction-mark.tsx'
import { decimalPlaces, formatRate } from '../parts/figures.tsx'
import { ReceiptLink } from '../parts/receipt-link.tsx'
import { StaleMark } from '../parts/stale-mark.tsx'
import { Link } from '../router.tsx'
import { useCorrectedFigures } from '../use-corrected-figures.ts'
import { institutionPath } from '../routes.ts'

type RankingProps = {
  readonly offers: readonly ComparisonRow[]
  readonly freshness: readonly FreshnessRow[]
  readonly terms: Terms
}

/** Headline offers for one set of terms, highest rate first. Equal rates share a rank. */
export function Ranking({ offers, freshness, terms }: RankingProps) {
  const isCorrected = useCorrectedFigures()
  const places = decimalPlaces(offers.map((offer) => offer.rate_pa))
  const ranks = offers.map(
    (offer) =>
      1 + offers.findIndex(({ rate_pa }) => formatRate(rate_pa) === formatRate(offer.rate_pa)),
  )
  return (
    <table class="ranking">
      <caption class="visually-hidden">Headline offers, the highest rate first</caption>
      <thead>
        <tr>
          <th scope="col" class="rank">
            <span class="visually-hidden">Rank</span>
          </th>
          <th scope="col">Institution</th>
          <th scope="col" class="number">
            % a year
          </th>
        </tr>
      </thead>
      <tbody>
        {offers.map((offer, index) => (
          <tr key={offer.institution_id}>
            <td class="rank">{ranks[index] === ranks[index - 1] ? '' : ranks[index]}</td>
            <th scope="row">
              <Link to={institutionPath(offer.institution_id)}>{offer.institution_name}</Link>
              <span class={`details ${offer.institution_type}`}>
                {typeNouns[offer.institution_type]}
                <StaleMark institutionId={offer.institution_id} freshness={freshness} />
                {isCorrected({ ...offer, product_variant: terms.variant }) && (
                  <CorrectionMark
                    institutionId={offer.institution_id}
                    figure={`${formatRate(offer.rate_pa)} %, ${offer.institution_name}`}
                  />
                )}
              </span>
            </th>
            <td class="number">
              <ReceiptLink
                figure={{ ...offer, product_variant: terms.variant }}
                rate={offer.rate_pa}
                institutionName={offer.institution_name}
                places={places}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
