import type { SourceRow } from '../api.ts'
import { formatShortDay } from '../format.ts'

const outcomeTexts: Readonly<Record<Exclude<SourceRow['last_outcome'], 'held'>, string>> = {
  verified: 'Read again, unchanged',
  changed: 'New rates published',
  failed: 'Could not be read',
}

/** How the last automatic reading of an institution's page ended, and when its page is read next. */
export function CollectionState({ source }: { readonly source: SourceRow | undefined }) {
  if (source === undefined) return <span class="details">Entered by hand</span>
  const { last_outcome: outcome, is_held: isHeld } = source
  return (
    <>
      {outcome !== 'held' && outcomeTexts[outcome]}
      {outcome === 'held' && isHeld && <span class="stale">New rates wait for a person</span>}
      {outcome === 'held' && !isHeld && 'New rates were rejected'}
      <span class="details">
        <span>{formatShortDay(source.last_run_at)}</span>
        <span>next {formatShortDay(source.next_due_at)}</span>
        {outcome !== 'held' && isHeld && <span class="stale">earlier rates wait for a person</span>}
      </span>
    </>
  )
}
