import type { FreshnessRow } from '../api.ts'
import { formatCount } from '../format.ts'

type StaleMarkProps = {
  readonly institutionId: string
  readonly freshness: readonly FreshnessRow[]
}

/** A mark for rates that may be out of date; nothing for fresh ones. */
export function StaleMark({ institutionId, freshness }: StaleMarkProps) {
  const row = rowOf(institutionId, freshness)
  if (row === undefined || !row.is_stale) return null
  return <span class="stale">stale, {formatCount(row.days_since_verified, 'day')}</span>
}

/** When an institution's rates were last confirmed, for a column of its own. */
export function LastConfirmed({ institutionId, freshness }: StaleMarkProps) {
  const row = rowOf(institutionId, freshness)
  if (row === undefined) return null
  if (row.is_stale) return <StaleMark institutionId={institutionId} freshness={freshness} />
  const days = row.days_since_verified
  return <>{days === 0 ? 'today' : `${formatCount(days, 'day')} ago`}</>
}

/** A warning for a headline whose rate may be out of date; empty for a fresh one. */
export function staleSentence(institutionId: string, freshness: readonly FreshnessRow[]): string {
  const row = rowOf(institutionId, freshness)
  if (row === undefined || !row.is_stale) return ''
  return `This rate is stale: not confirmed for ${formatCount(row.days_since_verified, 'day')}.`
}

function rowOf(
  institutionId: string,
  freshness: readonly FreshnessRow[],
): FreshnessRow | undefined {
  return freshness.find((row) => row.institution_id === institutionId)
}
