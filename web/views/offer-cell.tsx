import type { EvidenceRow, OfferRow } from '../api.ts'
import { useMessages } from '../app-context.ts'
import { termsOf } from '../format.ts'
import { CorrectionMark } from '../parts/correction-mark.tsx'
import { formatRate } from '../parts/figures.tsx'
import { ReceiptLink } from '../parts/receipt-link.tsx'
import { minimumWords } from './tier-histories.ts'

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
  const { institution, words } = useMessages()
  const source = sources.find(
    ({ at, address }) => at === offer.scraped_at && address === offer.source_url,
  )
  const isCorrected = evidence !== undefined && evidence.correction_id !== null
  return (
    <span class="cell">
      {hasMark && evidence !== undefined && <EvidenceMark isTyped={evidence.by_hand} />}
      <ReceiptLink
        figure={offer}
        rate={offer.rate_pa}
        institutionName={offer.institution_name}
        places={places}
      />
      {sources.length > 1 && <sup>{source?.letter}</sup>}
      {offer.min_deposit !== usualMinimum && (
        <small>{minimumWords(offer.min_deposit, words)}</small>
      )}
      {isCorrected && (
        <small>
          <CorrectionMark
            institutionId={offer.institution_id}
            figure={institution.offers.figure(
              formatRate(offer.rate_pa),
              words.terms(termsOf(offer)),
            )}
          />
        </small>
      )}
    </span>
  )
}

/** Says whether a captured page proves a figure, or a person typed it. */
export function EvidenceMark({ isTyped }: { readonly isTyped: boolean }) {
  const { offers } = useMessages().institution
  return (
    <abbr class="evidence" title={isTyped ? offers.typedMeans : offers.pageMeans}>
      {isTyped ? offers.typed : offers.page}
    </abbr>
  )
}
