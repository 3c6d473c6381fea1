import { useMessages } from '../app/app-context.ts'
import { Link } from '../app/router.tsx'

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
