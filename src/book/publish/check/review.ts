import { decisions, type Deciding, type Entry, type Holding } from '../../../domain/entry.ts'
import { describeValue, identifier, oneOf, text, wholeNumber, required } from '../input/fields.ts'
import {
  decisionProblem,
  holdAt,
  notRegistered,
  type ReviewContext,
} from '../review/decide-on-hold.ts'
import { problemInShape } from './details.ts'
import { sourceShape } from './origin.ts'

/** The book before an entry, as far as the check of the entry depends on it. */
export type EntryContext = ReviewContext & {
  /** The entry before it; `undefined` for the first one. */
  readonly before: Entry | undefined
  /** The position of the held sheet that the entry before it approved: this entry must publish it. */
  readonly approved: number | undefined
  /** The held sheet that the entry before it is, if a reviewer edited or typed it: this entry must be the approval of that reviewer. */
  readonly unapproved: Holding | undefined
}

const decisionShape = {
  by: required(identifier),
  hold: required(wholeNumber('position', 1, Number.MAX_SAFE_INTEGER)),
  decision: required(oneOf('decision', decisions)),
}

/** Checks that a registered reviewer could decide about the held sheet. */
export function problemInDecision(context: EntryContext, entry: Deciding): string | undefined {
  const { by, hold, decision } = entry
  return (
    problemInShape({ by, hold, decision }, decisionShape) ??
    decisionProblem(context, holdAt(context, hold), entry)
  )
}

/** Checks that a registered reviewer accepted a source definition. */
export function problemInAcceptance(
  { reviewers }: EntryContext,
  { source, by }: Extract<Entry, { kind: 'source-accepted' }>,
): string | undefined {
  const problem = problemInShape(source, sourceShape)
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
  if (kind === 'reviewer-registered')
    return problemInShape(reviewer, { id: required(identifier), name: required(text) })
  return (
    problemInShape(reviewer, { id: required(identifier) }) ??
    (reviewers.has(reviewer.id) ? undefined : notRegistered(reviewer.id))
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
