import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { holdsOf, lastRun, type Hold, type RunOutcome } from '../market/collection.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { retractedIn } from '../market/published-state.ts'
import { isInstitution, type InstitutionFilter } from './institutions.ts'

/** The states of the rates that a run held. `edited`: a reviewer changed them before they were approved. */
export const heldStates = [
  'waiting',
  'approved',
  'edited',
  'rejected',
  'overtaken',
  'retracted',
] as const
export type HeldState = (typeof heldStates)[number]

/** How the last run of the collector for an institution ended. It has no figures: held ones are not public. */
export type CollectionState = {
  readonly institution: Institution
  readonly outcome: RunOutcome
  readonly ranAt: Instant
  readonly nextDue: Instant
  /** Whether a held sheet waits for a reviewer. */
  readonly isHeld: boolean
  /** What became of the rates; `undefined` if the last run held none. */
  readonly heldState: HeldState | undefined
}

/** The institutions whose rates were collected at least once, by id. */
export function sources(
  market: Market,
  filter: Pick<InstitutionFilter, 'institutionId'>,
): CollectionState[] {
  const states: CollectionState[] = []
  for (const book of market.institutions.values()) {
    const { institution } = book
    const run = isInstitution(institution, filter) ? lastRun(book) : undefined
    if (run === undefined) continue
    const { outcome, at: ranAt, origin } = run
    const hold = holdsOf(book).at(-1)
    states.push({
      institution,
      outcome,
      ranAt,
      nextDue: origin.nextDue,
      isHeld: hold?.state === 'open',
      heldState: outcome === 'held' && hold !== undefined ? heldStateOf(book, hold) : undefined,
    })
  }
  return states
}

/** The state of the last held sheet of an institution, which is the one of its last run or an edit of it. */
function heldStateOf({ entries }: InstitutionBook, { state, entry: held }: Hold): HeldState {
  if (state === 'open') return 'waiting'
  if (state === 'rejected') return 'rejected'
  if (state !== 'approved') return 'overtaken'
  const published = entries.find(
    (entry) => entry.kind === 'sheet-published' && entry.hold === held.position,
  )
  if (published !== undefined && retractedIn(entries).has(published.position)) return 'retracted'
  return held.editOf === undefined ? 'approved' : 'edited'
}
