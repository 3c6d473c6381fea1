import { canonicalDecimal, compareDecimals } from '../../src/domain/decimal.ts'
import { payouts, variants, type Variant } from '../../src/domain/offer.ts'
import type { OfferRow } from '../api.ts'
import {
  capitalize,
  formatDay,
  formatTenure,
  hostOf,
  payoutLabels,
  toDecimal,
  variantLabels,
} from '../format.ts'
import { ExportLinks } from '../parts/export-links.tsx'
import { decimalPlaces, formatMinimum, hasMinimum } from '../parts/figures.tsx'
import { ScrollRegion } from '../parts/scroll-region.tsx'
import { useCorrectedFigures, type IsCorrected } from '../use-corrected-figures.ts'
import { OfferCell, type OfferSource } from './offer-cell.tsx'

/** The offers of an institution: a grid for each variant, and below them where and when the rates were read. */
export function OfferGrids({ offers }: { readonly offers: readonly OfferRow[] }) {
  const sources = sourcesOf(offers)
  const isCorrected = useCorrectedFigures(offers[0]?.institution_id)
  return (
    <section>
      <h2>What it offers now</h2>
      <div class="grids">
        {variants
          .filter((variant) => offers.some((offer) => offer.product_variant === variant))
          .map((variant) => (
            <OfferGrid
              key={variant}
              variant={variant}
              offers={offers.filter((offer) => offer.product_variant === variant)}
              sources={sources}
              isCorrected={isCorrected}
            />
          ))}
      </div>
      <ul class="notes">
        {sources.map(({ letter, address, at }) => (
          <li key={letter}>
            {sources.length > 1 && <sup>{letter}</sup>} Read on {formatDay(at)} at{' '}
            <a href={address}>{hostOf(address)}</a>
          </li>
        ))}
      </ul>
      <ExportLinks
        path="rates/current"
        query={{ institution_id: offers[0]?.institution_id ?? '' }}
      />
    </section>
  )
}

function sourcesOf(offers: readonly OfferRow[]): readonly OfferSource[] {
  const keys = new Set(offers.map((offer) => `${offer.scraped_at} ${offer.source_url}`))
  return [...keys].map((key, index) => ({
    letter: String.fromCodePoint(97 + index),
    at: key.slice(0, key.indexOf(' ')),
    address: key.slice(key.indexOf(' ') + 1),
  }))
}

type OfferGridProps = {
  readonly variant: Variant
  readonly offers: readonly OfferRow[]
  readonly sources: readonly OfferSource[]
  readonly isCorrected: IsCorrected
}

function OfferGrid({ variant, offers, sources, isCorrected }: OfferGridProps) {
  const columns = payouts.filter((payout) => offers.some((offer) => offer.payout_type === payout))
  const tenures = [...new Set(offers.map(tenureOf))]
  const places = decimalPlaces(offers.map((offer) => offer.rate_pa))
  const usualMinimum = usualMinimumOf(offers)
  return (
    <ScrollRegion label={`Offers for ${variantLabels[variant]}`}>
      <table class="grid">
        <caption>
          For {variantLabels[variant]}, % a year
          {hasMinimum(usualMinimum) && <span>, {formatMinimum(usualMinimum)} unless noted</span>}
        </caption>
        <thead>
          <tr>
            <th scope="col">Tenure</th>
            {columns.map((payout) => (
              <th key={payout} scope="col" class="number">
                {capitalize(payoutLabels[payout])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tenures.toSorted(compareDecimals).map((tenure) => (
            <tr key={tenure}>
              <th scope="row">{formatTenure(tenure)}</th>
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
                        isCorrected={isCorrected(offer)}
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

function tenureOf(offer: OfferRow) {
  return canonicalDecimal(toDecimal(offer.tenure_months))
}

/** The most frequent minimum deposit. The caption shows it, and cells show only other ones. */
function usualMinimumOf(offers: readonly OfferRow[]): string {
  const byMinimum = [...Map.groupBy(offers, (offer) => offer.min_deposit)]
  return byMinimum.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}
