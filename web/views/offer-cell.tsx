import type { OfferRow } from '../api.ts'
import { formatTerms, termsOf } from '../format.ts'
import { CorrectionMark } from '../parts/correction-mark.tsx'
import { formatMinimum, formatRate } from '../parts/figures.tsx'
import { ReceiptLink } from '../parts/receipt-link.tsx'

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
  readonly isCorrected: boolean
}

/** A rate with a link to its receipt and, if it is unusual, its minimum deposit. */
export function OfferCell({ offer, places, usualMinimum, sources, isCorrected }: OfferCellProps) {
  const source = sources.find(
    ({ at, address }) => at === offer.scraped_at && address === offer.source_url,
  )
  return (
    <span class="cell">
      <ReceiptLink
        figure={offer}
        rate={offer.rate_pa}
        institutionName={offer.institution_name}
        places={places}
      />
      {sources.length > 1 && <sup>{source?.letter}</sup>}
      {offer.min_deposit !== usualMinimum && <small>{formatMinimum(offer.min_deposit)}</small>}
      {isCorrected && (
        <small>
          <CorrectionMark
            institutionId={offer.institution_id}
            figure={`${formatRate(offer.rate_pa)} %, ${formatTerms(termsOf(offer))}`}
          />
        </small>
      )}
    </span>
  )
}
