import type { FreshnessRow } from '../api.ts'
import { useMessages } from '../app-context.ts'

type StaleMarkProps = { readonly freshness: FreshnessRow | undefined }

/** A mark for rates that were not confirmed within their threshold; nothing for the others. */
export function StaleMark({ freshness }: StaleMarkProps) {
  const { market, words } = useMessages()
  if (freshness === undefined || !freshness.is_stale) return null
  return (
    <span class="stale">
      {market.notConfirmedFor(words.duration(freshness.days_since_verified))}
    </span>
  )
}

/** When an institution's rates were last confirmed, for a column of its own. */
export function LastConfirmed({ freshness }: StaleMarkProps) {
  const { words } = useMessages()
  if (freshness === undefined) return null
  if (freshness.is_stale) return <StaleMark freshness={freshness} />
  const days = freshness.days_since_verified
  return <>{days === 0 ? words.today : words.daysAgo(days)}</>
}
