import {
  bodies,
  removedReviewer,
  reviewer as reviewerSchema,
  type Deciding,
  type Entry,
  type Holding,
} from '../../../domain/entry.ts'
import { sourceRef } from '../../../domain/origin.ts'
import { describeValue } from '../input/fields.ts'
import {
  decisionProblem,
  holdAt,
  notRegistered,
  type ReviewContext,
} from '../review/decide-on-hold.ts'
import { checkOf } from './entry-values.ts'

/** The book before an entry, as far as the check of the entry depends on it. */
export type EntryContext = ReviewContext & {
  /** The entry before it; `undefined` for the first one. */
  readonly before: Entry | undefined
  /** The position of the held sheet that the entry before it approved: this entry must publish it. */
  readonly approved: number | undefined
  /** The held sheet that the entry before it is, if a reviewer edited or typed it: this entry must be the approval of that reviewer. */
  readonly unapproved: Holding | undefined
}

const checkDecision = checkOf(bodies['sheet-decided'])
const checkSource = checkOf(sourceRef)
const checkReviewer = checkOf(reviewerSchema)
const checkRemoved = checkOf(removedReviewer)

/** Checks that a registered reviewer could decide about the held sheet. */
export function problemInDecision(context: EntryContext, entry: Deciding): string | undefined {
  const { by, hold, decision } = entry
  return (
    checkDecision({ by, hold, decision }) ?? decisionProblem(context, holdAt(context, hold), entry)
  )
}

/** Checks that a registered reviewer accepted a source definition. */
export function problemInAcceptance(
  { reviewers }: EntryContext,
  { source, by }: Extract<Entry, { kind: 'source-accepted' }>,
): string | undefined {
  const problem = checkSource(source)
  if (problem !== undefined) return problem
  return reviewers.has(by) ? undefined : notRegistered(by)
}

/** Checks the record of a reviewer. */
export function problemInReviewer(
  { reviewers }: EntryContext,
  entry: Extract<Entry, { kind: 'reviewer-registered' | 'reviewer-removed' }>,
): string | undefined {
  const { kind, reviewer } = entry
  const problem = ofAnInstitution(entry)
  if (problem !== undefined) return problem
  if (kind === 'reviewer-registered') return checkReviewer(reviewer)
  return (
    checkRemoved(reviewer) ?? (reviewers.has(reviewer.id) ? undefined : notRegistered(reviewer.id))
  )
}

/** Checks what a mirror knows of a private entry: its digests match already. */
export function problemInWithheld(entry: Entry): string | undefined {
  const isOfReviewer =
    entry.kind === 'withheld' &&
    (entry.of === 'reviewer-registered' || entry.of === 'reviewer-removed')
  return isOfReviewer ? ofAnInstitution(entry) : undefined
}

function ofAnInstitution({ institutionId }: Entry): string | undefined {
  return institutionId === ''
    ? undefined
    : `It is about a reviewer, but has the institution ${describeValue(institutionId)}.`
}
