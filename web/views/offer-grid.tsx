import { canonicalDecimal, compareDecimals } from '../../src/domain/decimal.ts'
import { payouts, variants, type Variant } from '../../src/domain/offer.ts'
import type { Offer } from '../api.ts'
import { Figure, moneyText, placesOf } from '../parts/figures.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { TakeAlong } from '../parts/take-along.tsx'
import {
  capital,
  dayWords,
  decimal,
  hostOf,
  payoutWords,
  tenureWords,
  variantWords,
} from '../words.ts'

/** Where and when some offers were read. */
type Source = { readonly letter: string; readonly address: string; readonly at: string }

/** The offers of an institution, a grid for each variant; each figure leads to its source, and a letter says when it was read. */
export function OfferGrids({ offers }: { readonly offers: readonly Offer[] }) {
  const sources = sourcesOf(offers)
  return (
    <section>
      <h2>What it offers now</h2>
      <div class="grids">
        {variants
          .filter((variant) => offers.some((offer) => offer.product_variant === variant))
          .map((variant) => (
            <Grid
              key={variant}
              variant={variant}
              offers={offers.filter((offer) => offer.product_variant === variant)}
              sources={sources}
            />
          ))}
      </div>
      <ul class="notes">
        {sources.map(({ letter, address, at }) => (
          <li key={letter}>
            {sources.length > 1 && <sup>{letter}</sup>} Read on {dayWords(at)} at{' '}
            <a href={address}>{hostOf(address)}</a>
          </li>
        ))}
      </ul>
      <TakeAlong path="rates/current" query={{ institution_id: offers[0]?.institution_id ?? '' }} />
    </section>
  )
}

function sourcesOf(offers: readonly Offer[]): readonly Source[] {
  const keys = new Set(offers.map((offer) => `${offer.scraped_at} ${offer.source_url}`))
  return [...keys].map((key, index) => ({
    letter: String.fromCodePoint(97 + index),
    at: key.slice(0, key.indexOf(' ')),
    address: key.slice(key.indexOf(' ') + 1),
  }))
}

type GridProps = {
  readonly variant: Variant
  readonly offers: readonly Offer[]
  readonly sources: readonly Source[]
}

function Grid({ variant, offers, sources }: GridProps) {
  const columns = payouts.filter((payout) => offers.some((offer) => offer.payout_type === payout))
  const tenures = [
    ...new Set(offers.map((offer) => canonicalDecimal(decimal(offer.tenure_months)))),
  ]
  const places = placesOf(offers.map((offer) => offer.rate_pa))
  const usual = usualDeposit(offers)
  return (
    <Scroll label={`Offers for ${variantWords[variant]}`}>
      <table class="grid">
        <caption>
          For {variantWords[variant]}, % a year
          {isStated(usual) && <span>, from {moneyText(usual)} where nothing else is said</span>}
        </caption>
        <thead>
          <tr>
            <th scope="col">Tenure</th>
            {columns.map((payout) => (
              <th key={payout} scope="col" class="number">
                {capital(payoutWords[payout])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tenures.toSorted(compareDecimals).map((tenure) => (
            <tr key={tenure}>
              <th scope="row">{tenureWords(tenure)}</th>
              {columns.map((payout) => (
                <td key={payout} class="number">
                  {offers
                    .filter(
                      (offer) =>
                        offer.payout_type === payout &&
                        canonicalDecimal(decimal(offer.tenure_months)) === tenure,
                    )
                    .map((offer) => (
                      <Cell
                        key={offer.min_deposit}
                        offer={offer}
                        places={places}
                        usual={usual}
                        sources={sources}
                      />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

/** The minimum deposit that most offers have: it is said once. */
function usualDeposit(offers: readonly Offer[]): string {
  const counted = [...Map.groupBy(offers, (offer) => offer.min_deposit)]
  return counted.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}

function isStated(deposit: string): boolean {
  return /[1-9]/.test(deposit)
}

type CellProps = Pick<GridProps, 'sources'> & {
  readonly offer: Offer
  readonly places: number
  readonly usual: string
}

function Cell({ offer, places, usual, sources }: CellProps) {
  const source = sources.find(
    ({ at, address }) => at === offer.scraped_at && address === offer.source_url,
  )
  return (
    <span class="cell">
      <a
        href={offer.source_url}
        title={`Read on ${dayWords(offer.scraped_at)} at ${hostOf(offer.source_url)}`}
      >
        <Figure value={offer.rate_pa} places={places} />
      </a>
      {sources.length > 1 && <sup>{source?.letter}</sup>}
      {offer.min_deposit !== usual && (
        <small>
          {isStated(offer.min_deposit) ? `from ${moneyText(offer.min_deposit)}` : 'any amount'}
        </small>
      )}
    </span>
  )
}
