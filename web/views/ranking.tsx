import { institutionAddress } from '../address.ts'
import type { Comparison, Freshness } from '../api.ts'
import { Figure, placesOf, rateText } from '../parts/figures.tsx'
import { StaleMark } from '../parts/stale-mark.tsx'
import { Link } from '../router.tsx'
import { oneOfType } from '../words.ts'

type RankingProps = {
  readonly offers: readonly Comparison[]
  readonly freshness: readonly Freshness[]
}

/** Offers for one set of terms, best first; equal rates share a rank. */
export function Ranking({ offers, freshness }: RankingProps) {
  const places = placesOf(offers.map((offer) => offer.rate_pa))
  const ranks = offers.map(
    (offer) => 1 + offers.findIndex(({ rate_pa }) => rateText(rate_pa) === rateText(offer.rate_pa)),
  )
  return (
    <table class="ranking">
      <caption class="unseen">Offers, the highest rate first</caption>
      <thead>
        <tr>
          <th scope="col" class="rank">
            <span class="unseen">Rank</span>
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
              <Link to={institutionAddress(offer.institution_id)}>{offer.institution_name}</Link>
              <span class={`under ${offer.institution_type}`}>
                {oneOfType[offer.institution_type]}
                <StaleMark of={offer.institution_id} freshness={freshness} />
              </span>
            </th>
            <td class="number">
              <Figure value={offer.rate_pa} places={places} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
