import type { OfferRow } from '../api.ts'
import { formatDay, hostOf } from '../format.ts'
import { Figure, formatMinimum } from '../parts/figures.tsx'

/** Where and when some offers were read, and the letter that marks them. */
export type OfferSource = {
  readonly letter: string
  readonly address: string
  readonly at: string
}

type OfferCellProps = {
  readonly offer: OfferRow
  /** The decimal places of the grid. */
  readonly places: number
  readonly usualMinimum: string
  readonly sources: readonly OfferSource[]
}

/** A rate with a link to its source and, if it is unusual, its minimum deposit. */
export function OfferCell({ offer, places, usualMinimum, sources }: OfferCellProps) {
  const source = sources.find(
    ({ at, address }) => at === offer.scraped_at && address === offer.source_url,
  )
  return (
    <span class="cell">
      <a
        href={offer.source_url}
        title={`Read on ${formatDay(offer.scraped_at)} at ${hostOf(offer.source_url)}`}
      >
        <Figure value={offer.rate_pa} places={places} />
      </a>
      {sources.length > 1 && <sup>{source?.letter}</sup>}
      {offer.min_deposit !== usualMinimum && <small>{formatMinimum(offer.min_deposit)}</small>}
    </span>
  )
}
