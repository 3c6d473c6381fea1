import type { EvidenceRow } from '../api/api.ts'
import { useMessages } from '../app/app-context.ts'
import { CorrectionMark } from './correction-mark.tsx'

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
