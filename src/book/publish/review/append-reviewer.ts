import type { Attribution, Entry, Reviewer } from '../../../domain/entry.ts'
import type { BookReader } from '../../store/store.ts'
import { append, type Appender, type AppendDecision } from '../append.ts'
import { readReviewers, readBook } from '../context-from-store.ts'
import type { ClockWarning, EntryClock } from '../entry-instant.ts'
import { notRegistered } from './decide-on-hold.ts'
import type { SourceRef } from '../../../domain/origin.ts'

/** A change of the list of reviewers. */
export type ReviewerChange = Attribution &
  (
    | { readonly kind: 'reviewer-registered'; readonly reviewer: Reviewer }
    | { readonly kind: 'reviewer-removed'; readonly reviewer: Pick<Reviewer, 'id'> }
  )

/** The outcome of a change of the list of reviewers. */
export type ReviewerOutcome =
  | { readonly kind: 'entered'; readonly entry: Entry }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly problem: string }

/**
 * Registers or removes a reviewer. A reviewer who is registered with that name already, or was removed already, makes no entry.
 */
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
      wasRemoved: await wasRemoved(reader, change.reviewer.id),
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
  readonly wasRemoved: boolean
}

function nothingToEnter(
  { reviewers, wasRemoved: isGone }: ReviewersRead,
  { kind, reviewer }: ReviewerChange,
): Exclude<ReviewerOutcome, { kind: 'entered' }> | undefined {
  const { id } = reviewer
  const known = reviewers.get(id)
  if (kind === 'reviewer-registered')
    return known?.name === reviewer.name ? { kind: 'unchanged' } : undefined
  if (known !== undefined) return undefined
  return isGone ? { kind: 'unchanged' } : { kind: 'refused', problem: notRegistered(id) }
}

async function wasRemoved(reader: BookReader, id: string): Promise<boolean> {
  for await (const entries of reader.entriesOf('', 'reviewer-removed')) {
    const isSame = (entry: Entry) => entry.kind === 'reviewer-removed' && entry.reviewer.id === id
    if (entries.some(isSame)) return true
  }
  return false
}

/** A reviewer accepts how a version of a source definition reads the pages of an institution. */
export type Acceptance = Pick<Attribution, 'note'> & {
  readonly institutionId: string
  readonly source: SourceRef
  /** The id of the reviewer. */
  readonly by: string
}

/** The result of accepting a source definition. A refusal is a sentence for the reviewer. */
export type AcceptanceResult = ClockWarning &
  (
    | { readonly kind: 'accepted' | 'unchanged'; readonly position: number }
    | { readonly kind: 'refused'; readonly problem: string }
  )

/** Appends that a reviewer accepts a source definition. One that was accepted already is not accepted again. */
export async function acceptSource(
  store: Appender,
  acceptance: Acceptance,
  clock: EntryClock,
): Promise<AcceptanceResult> {
  const done = await append(
    store,
    clock,
    async (reader) => ({
      book: await readBook(reader, acceptance.institutionId),
      reviewers: await readReviewers(reader),
    }),
    ({ book, reviewers }, { at, problem }): AppendDecision<AcceptanceResult> => {
      const { institutionId, by, source } = acceptance
      const refuse = (sentence: string) =>
        ({ report: { kind: 'refused', problem: sentence } }) as const
      if (book === undefined)
        return refuse(
          `The institution ${institutionId} is not registered; see: ratebook institutions.`,
        )
      if (!reviewers.has(by)) return refuse(notRegistered(by))
      const earlier = book.entries.find(
        (one) => one.kind === 'source-accepted' && one.source.digest === source.digest,
      )
      if (earlier !== undefined)
        return { report: { kind: 'unchanged', position: earlier.position } }
      if (problem !== undefined) return refuse(problem.message)
      return { drafts: [{ ...acceptance, at, kind: 'source-accepted' }] }
    },
  )
  if ('report' in done) return done.report
  return { kind: 'accepted', position: (done.entries[0] as Entry).position, ...done.warned }
}
