import type { EvidenceRow, OfferRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { EvidenceMarks } from '../../parts/evidence-marks.tsx'
import { figureInWords, ReceiptLink } from '../../parts/receipt-link.tsx'
import { minimumText } from '../../parts/offer-texts.ts'

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
  readonly evidence: EvidenceRow | undefined
  readonly hasMark: boolean
}

/** A rate with a link to its receipt, what proves it and, if it is unusual, its minimum deposit. */
export function OfferCell(props: OfferCellProps) {
  const { offer, places, usualMinimum, sources, evidence, hasMark } = props
  const messages = useMessages()
  const source = sources.find(
    ({ at, address }) => at === offer.scraped_at && address === offer.source_url,
  )
  const isCorrected = evidence !== undefined && evidence.correction_id !== null
  const name = figureInWords(offer.rate_pa, offer.institution_name, offer, messages)
  return (
    <span class="cell">
      <ReceiptLink
        figure={offer}
        evidence={evidence}
        rate={offer.rate_pa}
        institutionName={offer.institution_name}
        places={places}
      />
      {sources.length > 1 && <sup>{source?.letter}</sup>}
      {offer.min_deposit !== usualMinimum && (
        <small>{minimumText(offer.min_deposit, messages.words)}</small>
      )}
      {(hasMark || isCorrected) && (
        <small>
          <EvidenceMarks evidence={evidence} figure={name} />
        </small>
      )}
    </span>
  )
}
