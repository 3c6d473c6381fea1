import type { EvidenceRow } from '../api/api.ts'
import type { LastConfirmation } from '../api/background.ts'
import { useMessages } from '../app/app-context.ts'
import { Link } from '../app/router.tsx'
import { figureInWords } from './receipt-link.tsx'

type EvidenceMarksProps = {
  /** Nothing is known about a figure without evidence, so it has no mark. */
  readonly evidence: EvidenceRow | undefined
  /** The figure in words, for screen readers. */
  readonly figure: string
}

/** Whether a figure was read from a captured page or typed by a person, and whether it was corrected. */
export function EvidenceMarks({ evidence, figure }: EvidenceMarksProps) {
  const { market } = useMessages()
  if (evidence === undefined) return null
  const isTyped = evidence.by_hand
  return (
    <>
      <span class="origin" title={isTyped ? market.typedTitle : market.pageTitle}>
        {isTyped ? market.typed : market.page}
      </span>{' '}
      {evidence.correction_id !== null && (
        <CorrectionMark institutionId={evidence.institution_id} figure={figure} />
      )}
    </>
  )
}

type OfferCorrectionProps = { readonly offer: EvidenceRow; readonly institutionName: string }

/** The mark of an offer whose figure was corrected; nothing for the others. */
export function OfferCorrection({ offer, institutionName }: OfferCorrectionProps) {
  const messages = useMessages()
  if (offer.correction_id === null) return null
  const figure = figureInWords(offer.rate_pa, institutionName, offer, messages)
  return <CorrectionMark institutionId={offer.institution_id} figure={figure} />
}

type CorrectionMarkProps = {
  readonly institutionId: string
  /** The figure in words, for screen readers. */
  readonly figure: string
}

/** A mark of a figure that was corrected. It leads to the corrections of the institution. */
export function CorrectionMark({ institutionId, figure }: CorrectionMarkProps) {
  const { market } = useMessages()
  return (
    <Link
      to={`correction?institution=${encodeURIComponent(institutionId)}`}
      class="corrected"
      label={market.correctedFigure({ figure })}
    >
      {market.corrected}
    </Link>
  )
}

type StaleMarkProps = { readonly confirmation: LastConfirmation | undefined }

/** A mark for older rates; nothing for the others. */
export function StaleMark({ confirmation }: StaleMarkProps) {
  const { market, words } = useMessages()
  if (confirmation === undefined || !confirmation.is_stale) return null
  return (
    <span class="stale">
      {market.lastConfirmed({ duration: words.duration(confirmation.days_since_verified) })}
    </span>
  )
}

/** When a rate was last confirmed, for a column of its own. */
export function LastConfirmed({ confirmation }: StaleMarkProps) {
  const { words } = useMessages()
  if (confirmation === undefined) return null
  if (confirmation.is_stale) return <StaleMark confirmation={confirmation} />
  const days = confirmation.days_since_verified
  return <>{days === 0 ? words.today : words.daysAgo(days)}</>
}
