import type { Deciding, Entry, Holding, Reviewer } from '../../domain/entry.ts'
import type { InstitutionBook } from './market.ts'
import { runOf } from './runs.ts'

/**
 * The state of a held sheet. `edited`: a reviewer made another held sheet of it. `replaced`: a later run held another sheet, or
 * found that the page lists the standing offers. `overtaken`: a sheet or a correction of the institution was published meanwhile.
 * Only an open hold can be decided.
 */
export type HoldState = 'open' | 'approved' | 'rejected' | 'edited' | 'replaced' | 'overtaken'

/** A held sheet and what became of it. */
export type Hold = {
  readonly entry: Holding
  /** Oldest first. */
  readonly decisions: readonly Deciding[]
  readonly state: HoldState
}

type CollectedEntries = Pick<InstitutionBook, 'entries'>

/** All held sheets of an institution, oldest first. */
export function holdsOf({ entries }: CollectedEntries): readonly Hold[] {
  const holds: Hold[] = []
  const endOpen = (state: HoldState): void => {
    const last = holds.at(-1)
    if (last?.state === 'open') holds[holds.length - 1] = { ...last, state }
  }
  for (const entry of entries) {
    const { kind } = entry
    if (kind === 'sheet-held') {
      endOpen(entry.editOf === undefined ? 'replaced' : 'edited')
      holds.push({ entry, decisions: [], state: 'open' })
    } else if (kind === 'sheet-decided') {
      const index = holds.findIndex((hold) => hold.entry.position === entry.hold)
      const hold = holds[index]
      if (hold !== undefined) holds[index] = decided(hold, entry)
    } else if (endsHold(entry)) endOpen(kind === 'rates-verified' ? 'replaced' : 'overtaken')
  }
  return holds
}

/** Whether a held sheet before an entry is no longer open. A verification by a person says nothing about held figures. */
function endsHold(entry: Entry): boolean {
  if (entry.kind === 'rates-verified') return runOf(entry) !== undefined
  return entry.kind === 'sheet-published' || entry.kind === 'rate-corrected'
}

/** Whether a mirror cannot know if a held sheet is open: it lacks the last one and the decisions about it. */
export function isHoldUnknown({ entries }: CollectedEntries): boolean {
  const last = entries.findLast(
    (entry) => endsHold(entry) || (entry.kind === 'withheld' && entry.of === 'sheet-held'),
  )
  return last?.kind === 'withheld'
}

/** A hold after one more decision. It is approved once enough different reviewers have approved it. */
function decided({ entry, decisions: earlier, state }: Hold, decision: Deciding): Hold {
  const decisions = [...earlier, decision]
  if (state !== 'open') return { entry, decisions, state }
  if (decision.decision === 'rejected') return { entry, decisions, state: 'rejected' }
  const reviewers = new Set(decisions.map(({ by }) => by))
  return { entry, decisions, state: reviewers.size < entry.reviewers ? 'open' : 'approved' }
}

/** The held sheet as a run read it: the first one of those that were edited into a held sheet. */
export function holdBeforeEdits(holds: readonly Hold[], hold: Hold): Hold {
  const earlier = holds.find(({ entry }) => entry.position === hold.entry.editOf)
  return earlier === undefined ? hold : holdBeforeEdits(holds, earlier)
}

/** A held sheet as a run read it, and the state of what reviewers made of it. `approved`: they published an edit of it. */
export type ReadHold = { readonly hold: Hold; readonly state: 'open' | 'rejected' | 'approved' }

/** The last hold, if it still says what to do with its figures: nothing was published since but an edit of it. */
export function lastReadHold(book: CollectedEntries): ReadHold | undefined {
  const holds = holdsOf(book)
  const last = holds.at(-1)
  const state = last && stateOfHold(book, last)
  return last && state && { hold: holdBeforeEdits(holds, last), state }
}

/** A rejected edit leaves the figures undecided that a run read. */
function stateOfHold(
  book: CollectedEntries,
  { state, entry }: Hold,
): ReadHold['state'] | undefined {
  const isEdit = entry.editOf !== undefined
  if (state === 'open' || (state === 'rejected' && !isEdit))
    return entry.comparedWith === comparedWith(book) ? state : undefined
  const published = book.entries.find(
    (one) => one.kind === 'sheet-published' && one.hold === entry.position,
  )
  const isStanding = isEdit && published?.position === comparedWith(book)
  return state === 'approved' && isStanding ? state : undefined
}

/** The held sheet that waits for a reviewer. */
export function openHold(book: CollectedEntries): Hold | undefined {
  const last = holdsOf(book).at(-1)
  return last?.state === 'open' ? last : undefined
}

/** The position that a held sheet is compared with: the institution's last sheet or correction; 0 if there is none. */
export function comparedWith({ entries }: CollectedEntries): number {
  const last = entries.findLast(
    ({ kind }) => kind === 'sheet-published' || kind === 'rate-corrected',
  )
  return last?.position ?? 0
}

/** The reviewers after some entries, by id. The entries about reviewers have the institution `''`. */
export function reviewersIn(entries: Iterable<Entry>): ReadonlyMap<string, Reviewer> {
  let reviewers: ReadonlyMap<string, Reviewer> = new Map()
  for (const entry of entries) reviewers = reviewersAfter(reviewers, entry)
  return reviewers
}

/** The reviewers after one more entry. */
export function reviewersAfter(
  before: ReadonlyMap<string, Reviewer>,
  entry: Entry,
): ReadonlyMap<string, Reviewer> {
  if (entry.kind === 'reviewer-registered')
    return new Map([...before, [entry.reviewer.id, entry.reviewer]])
  if (entry.kind !== 'reviewer-removed') return before
  return new Map([...before].filter(([id]) => id !== entry.reviewer.id))
}
