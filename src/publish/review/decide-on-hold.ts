import type { Attribution, Override } from '../../domain/attribution.ts'
import type { Decision, DecisionDraft, SheetDraft } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Reviewer } from '../../domain/reviewer.ts'
import { holdsOf, type Hold, type HoldState } from '../../market/collection.ts'
import { problemLine } from '../problem.ts'
import type { PublicationContext } from '../publication-context.ts'
import { decide } from '../publish.ts'
import { readSheet } from '../read-sheet.ts'
import { serializeSheet } from '../serialize.ts'

/** Everything that a decision about a held sheet depends on. */
export type ReviewContext = PublicationContext & {
  /** The registered reviewers, by id. */
  readonly reviewers: ReadonlyMap<string, Reviewer>
}

/** The request of a reviewer to approve or reject a held sheet. */
export type ReviewRequest = Attribution &
  Pick<Override, 'reason'> & {
    /** The id of the reviewer. */
    readonly by: string
    /** The position of the held sheet. */
    readonly hold: number
    readonly decision: Decision
  }

/** The entries of a decision, which are one append: the decision, and the sheet once enough reviewers have approved it. */
export type ReviewVerdict =
  | { readonly kind: 'decided'; readonly drafts: readonly [DecisionDraft, SheetDraft?] }
  /** A sentence for the reviewer. */
  | { readonly kind: 'refused'; readonly problem: string }

const whyClosed: Readonly<Record<Exclude<HoldState, 'open'>, string>> = {
  approved: 'it was approved already',
  rejected: 'it was rejected already',
  replaced: 'a later reading of the page differs from it',
  overtaken: 'a sheet or a correction of the institution was published since',
}

/** Computes the entries of a decision about a held sheet. Pure, so `audit` shares its rules. */
export function decideOnHold(
  context: ReviewContext,
  request: ReviewRequest,
  at: Instant,
): ReviewVerdict {
  const { hold: position, decision } = request
  const hold = holdAt(context, position)
  const problem = decisionProblem(context, hold, request)
  if (problem !== undefined || hold === undefined || context.book === undefined)
    return { kind: 'refused', problem: problem ?? notAHold(position) }
  const { institutionId, reviewers } = hold.entry
  const decided: DecisionDraft = { ...request, at, institutionId, kind: 'sheet-decided' }
  if (decision === 'rejected' || hold.decisions.length + 1 < reviewers)
    return { kind: 'decided', drafts: [decided] }
  const { by, note } = request
  const approvers = [...hold.decisions.map((earlier) => earlier.by), by]
  const { reason = `approved by ${approvers.join(' and ')}` } = request
  const details = { at, by, reason, ...(note !== undefined && { note }) }
  const verdict = publishHeld(context, hold, details)
  return typeof verdict === 'string'
    ? { kind: 'refused', problem: verdict }
    : { kind: 'decided', drafts: [decided, verdict] }
}

/** The held sheet at a position of the institution's book, and what became of it. */
export function holdAt(
  { book }: Pick<PublicationContext, 'book'>,
  position: number,
): Hold | undefined {
  return book && holdsOf(book).find(({ entry }) => entry.position === position)
}

/** Why a reviewer cannot decide about a held sheet, as a sentence. */
export function decisionProblem(
  { reviewers }: Pick<ReviewContext, 'reviewers'>,
  hold: Hold | undefined,
  { by, hold: position, decision }: Pick<ReviewRequest, 'by' | 'hold' | 'decision'>,
): string | undefined {
  if (!reviewers.has(by)) return notRegistered(by)
  if (hold === undefined) return notAHold(position)
  if (hold.state !== 'open')
    return `The held sheet at position ${position} cannot be decided: ${whyClosed[hold.state]}.`
  // The first of two reviewers may still reject the sheet.
  return decision === 'approved' && hold.decisions.some((earlier) => earlier.by === by)
    ? `${by} has approved the sheet at position ${position} already; another reviewer must approve it, too.`
    : undefined
}

/** The sentence about a reviewer who is not registered. */
export function notRegistered(by: string): string {
  return `${by} is not a registered reviewer; see: ratebook reviewer list.`
}

/** The sentence about a position without a held sheet. */
export function notAHold(position: number): string {
  return `The entry at position ${position} is not a held sheet; see: ratebook review list.`
}

/** The entry that publishes a held sheet with its origin and its findings, or why it cannot be published, as a sentence. */
function publishHeld(
  context: PublicationContext,
  { entry: { position, sheet, origin, findings } }: Hold,
  details: Attribution & Pick<Override, 'reason'> & { readonly at: Instant },
): SheetDraft | string {
  const verdict = decide(context, readSheet(serializeSheet(sheet)), {
    ...details,
    sample: false,
    findings,
    origin,
    hold: position,
  })
  if (verdict.kind === 'published') return verdict.draft
  return verdict.kind === 'refused'
    ? verdict.problems.map(problemLine).join(' ')
    : `The held sheet at position ${position} is in the book already.`
}
