import type { Attribution, Entry, Reviewer } from '../../../domain/entry.ts'
import type { BookReader } from '../../store/store.ts'
import { append, type AppendDecision, type Appender } from '../append.ts'
import { readReviewers } from '../context-from-store.ts'
import type { ClockWarning, EntryClock } from '../entry-instant.ts'
import { notRegistered } from './decide-on-hold.ts'

/** A change of the list of reviewers. */
export type ReviewerChange = Attribution &
  (
    | { readonly kind: 'reviewer-registered'; readonly reviewer: Reviewer }
    | { readonly kind: 'reviewer-removed'; readonly reviewer: Pick<Reviewer, 'id'> }
  )

/** The outcome of a change of the list of reviewers. */
type ReviewerOutcome =
  | { readonly kind: 'entered'; readonly entry: Entry }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly problem: string }

/** Registers or removes a reviewer. A reviewer who is registered with that name already, or was removed already, makes no entry. */
export async function appendReviewer(
  store: Appender,
  change: ReviewerChange,
  clock: EntryClock,
): Promise<ReviewerOutcome & ClockWarning> {
  const done = await append(
    store,
    clock,
    async (reader): Promise<ReviewersRead> => ({
      reviewers: await readReviewers(reader),
      isRemoved: await wasRemoved(reader, change.reviewer.id),
    }),
    (standing, { at, problem }): AppendDecision<Exclude<ReviewerOutcome, { kind: 'entered' }>> => {
      const report = nothingToEnter(standing, change)
      if (report !== undefined) return { report }
      if (problem !== undefined) return { report: { kind: 'refused', problem: problem.message } }
      return { drafts: [{ ...change, at, institutionId: '' }] }
    },
  )
  if ('report' in done) return done.report
  return { kind: 'entered', entry: done.entries[0] as Entry, ...done.warned }
}

type ReviewersRead = {
  readonly reviewers: ReadonlyMap<string, Reviewer>
  /** Whether the reviewer of the change was removed before. */
  readonly isRemoved: boolean
}

function nothingToEnter(
  { reviewers, isRemoved }: ReviewersRead,
  { kind, reviewer }: ReviewerChange,
): Exclude<ReviewerOutcome, { kind: 'entered' }> | undefined {
  const { id } = reviewer
  const known = reviewers.get(id)
  if (kind === 'reviewer-registered')
    return known?.name === reviewer.name ? { kind: 'unchanged' } : undefined
  if (known !== undefined) return undefined
  return isRemoved ? { kind: 'unchanged' } : { kind: 'refused', problem: notRegistered(id) }
}

async function wasRemoved(reader: BookReader, id: string): Promise<boolean> {
  for await (const entries of reader.entriesOf('', 'reviewer-removed')) {
    const isSame = (entry: Entry) => entry.kind === 'reviewer-removed' && entry.reviewer.id === id
    if (entries.some(isSame)) return true
  }
  return false
}
