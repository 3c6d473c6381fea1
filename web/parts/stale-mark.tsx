import { useMessages } from '../app/app-context.ts'
import type { LastConfirmation } from '../api/background.ts'

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
