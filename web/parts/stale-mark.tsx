import type { Freshness } from '../api.ts'
import { countOf } from '../words.ts'

type StaleMarkProps = {
  readonly of: string
  readonly freshness: readonly Freshness[]
}

/** A word of warning beside what may be out of date; nothing beside what is fresh. */
export function StaleMark({ of, freshness }: StaleMarkProps) {
  const found = freshness.find((record) => record.institution_id === of)
  if (found === undefined || !found.is_stale) return null
  return <span class="stale">stale, {countOf(found.days_since_verified, 'day')}</span>
}

/** When an institution's rates were last confirmed, in a column of its own. */
export function Confirmed({ of, freshness }: StaleMarkProps) {
  const found = freshness.find((record) => record.institution_id === of)
  if (found === undefined) return null
  if (found.is_stale) return <StaleMark of={of} freshness={freshness} />
  const days = found.days_since_verified
  return <>{days === 0 ? 'today' : `${countOf(days, 'day')} ago`}</>
}

/** A sentence for a headline that may be out of date; empty for one that is fresh. */
export function staleWords(institutionId: string, freshness: readonly Freshness[]): string {
  const found = freshness.find((record) => record.institution_id === institutionId)
  if (found === undefined || !found.is_stale) return ''
  return `The best rate is stale: not confirmed for ${countOf(found.days_since_verified, 'day')}.`
}
