import type { SourceRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import type { Messages } from '../../messages/messages.ts'

type CollectionStateProps = {
  /** `undefined` if a person enters the rates of the institution. */
  readonly source: SourceRow | undefined
}

/** How the last automatic reading of an institution's page ended, and when its page is read next. */
export function CollectionState({ source }: CollectionStateProps) {
  const messages = useMessages()
  const { sources, words } = messages
  if (source === undefined) return <span class="details">{sources.byHand}</span>
  const { last_outcome: outcome, is_held: isHeld } = source
  const isWaiting = outcome === 'held' && isHeld
  return (
    <>
      <span class={isWaiting ? 'stale' : undefined}>{outcomeText(source, messages)}</span>
      <span class="details">
        <span>{words.shortDay(source.last_run_at)}</span>
        <span>{sources.next({ day: words.shortDay(source.next_due_at) })}</span>
        {outcome !== 'held' && isHeld && <span class="stale">{sources.earlierWaiting}</span>}
      </span>
    </>
  )
}

/** How the last automatic reading ended. */
export function outcomeText(
  { last_outcome: outcome, held_state: heldState }: SourceRow,
  { sources: { outcomes } }: Messages,
): string {
  return outcome === 'held' ? outcomes[heldState ?? 'waiting'] : outcomes[outcome]
}
