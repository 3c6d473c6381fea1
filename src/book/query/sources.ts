import type { Instant } from '../../domain/instant.ts'
import type { Institution } from '../../domain/institution.ts'
import { retractedIn } from '../market/believed-sheets.ts'
import { holdBeforeEdits, holdsOf, isHoldUnknown, type Hold } from '../market/holds.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { lastRun, runOf, type RunOutcome } from '../market/runs.ts'
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
  /** Whether a held sheet waits for a reviewer; `undefined` on a mirror that cannot know. */
  readonly isHeld: boolean | undefined
  /** The state of the rates that the last run held; `undefined` if it held none, and on a mirror. */
  readonly heldState: HeldState | undefined
}

/** The institutions whose rates were collected at least once, by id. A run that is dated in the future does not count. */
export function sources(
  market: Market,
  filter: Pick<InstitutionFilter, 'institutionId'>,
  now: Instant,
): CollectionState[] {
  const states: CollectionState[] = []
  for (const book of market.institutions.values()) {
    const { institution } = book
    const run = isInstitution(institution, filter) ? lastRun(book, now) : undefined
    if (run === undefined) continue
    const { outcome, at: ranAt, origin } = run
    const holds = holdsOf(book)
    states.push({
      institution,
      outcome,
      ranAt,
      nextDue: origin.nextDue,
      isHeld: isHoldUnknown(book) ? undefined : holds.at(-1)?.state === 'open',
      heldState: outcome === 'held' ? heldStateOf(book, holds) : undefined,
    })
  }
  return states
}

/** Whether a market lacks held sheets that its operator has. */
export function isMirror({ institutions }: Market): boolean {
  return institutions
    .values()
    .some(({ entries }) => entries.some(({ kind }) => kind === 'withheld'))
}

/** The state of the last sheet that a run held, or of its edit. A sheet that a person typed may be held after it. */
function heldStateOf({ entries }: InstitutionBook, holds: readonly Hold[]): HeldState | undefined {
  const last = holds.findLast((hold) => runOf(holdBeforeEdits(holds, hold).entry) !== undefined)
  if (last === undefined) return undefined
  const { state, entry: held } = last
  if (state === 'open') return 'waiting'
  if (state === 'rejected') return 'rejected'
  if (state !== 'approved') return 'overtaken'
  const published = entries.find(
    (entry) => entry.kind === 'sheet-published' && entry.hold === held.position,
  )
  if (published !== undefined && retractedIn(entries).has(published.position)) return 'retracted'
  return held.editOf === undefined ? 'approved' : 'edited'
}
