import type { Freshness } from '../api.ts'
import { freshnessWords } from '../words.ts'

type StaleMarkProps = {
  readonly of: string
  readonly freshness: readonly Freshness[]
}

/** A word of warning beside what may be out of date; nothing beside what is fresh. */
export function StaleMark({ of, freshness }: StaleMarkProps) {
  const found = freshness.find((record) => record.institution_id === of)
  if (found === undefined || !found.is_stale) return null
  return <span class="stale">{freshnessWords(found.days_since_verified, true)}</span>
}
