import type {
  Attribution,
  Decision,
  DecisionDraft,
  Draft,
  Holding,
  Override,
  Reviewer,
  SheetDraft,
} from '../../../domain/entry.ts'
import type { Instant } from '../../../domain/instant.ts'
import { comparedWith, holdsOf, type Hold, type HoldState } from '../../market/holds.ts'
import type { PublicationContext } from '../context-from-store.ts'
import { decideSheet } from '../decide-sheet.ts'
import { text } from '../input/fields.ts'
import { collectProblems, problemLine } from '../input/problem.ts'
import { validateSheet } from '../input/read-sheet.ts'

/** Everything that a decision about a held sheet depends on. */
export type ReviewContext = PublicationContext & {
  /** The registered reviewers, by id. */
  readonly reviewers: ReadonlyMap<string, Reviewer>
}

/** The request of a reviewer to approve or reject a held sheet. */
export type ReviewRequest = Attribution & {
  /** The id of the reviewer. */
  readonly by: string
  /** The position of the held sheet. */
  readonly hold: number
  readonly decision: Decision
}

/** The result of a reviewer's request. */
export type ReviewVerdict =
  /** One append: the held sheet if it was edited or typed, the decision, and the sheet once enough reviewers have approved it. */
  | { readonly kind: 'decided'; readonly drafts: readonly Draft[] }
  /** The reviewer has decided the same at this position. */
  | { readonly kind: 'unchanged'; readonly position: number }
  /** A sentence for the reviewer. */
  | { readonly kind: 'refused'; readonly problem: string }

const whyClosed: Readonly<Record<Exclude<HoldState, 'open'>, string>> = {
  approved: 'it was approved already',
  rejected: 'it was rejected already',
  edited: 'a reviewer has edited it, and the edited sheet took its place',
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
  const earlier = hold?.decisions.find(
    (one) => one.by === request.by && one.decision === request.decision,
  )
  if (earlier !== undefined) return { kind: 'unchanged', position: earlier.position }
  const problem = decisionProblem(context, hold, request) ?? textRefusal(request)
  if (problem !== undefined || hold === undefined)
    return { kind: 'refused', problem: problem ?? notAHold(position) }
  if (decision === 'approved') return approve(context, hold, request, at)
  const { institutionId } = hold.entry
  return { kind: 'decided', drafts: [{ ...request, at, institutionId, kind: 'sheet-decided' }] }
}

/** The entries of an approval: the decision, and the sheet if no other reviewer has to approve it. */
export function approve(
  context: PublicationContext,
  { entry, decisions }: Pick<Hold, 'entry' | 'decisions'>,
  { by, note }: Pick<ReviewRequest, 'by' | 'note'>,
  at: Instant,
): ReviewVerdict {
  const { position, institutionId, reviewers, sheet, findings, origin, typedFrom } = entry
  const attribution = { by, ...(note !== undefined && { note }) }
  const decided: DecisionDraft = {
    ...attribution,
    kind: 'sheet-decided',
    at,
    institutionId,
    hold: position,
    decision: 'approved',
  }
  if (decisions.length + 1 < reviewers) return { kind: 'decided', drafts: [decided] }
  const approvers = [...decisions.map((earlier) => earlier.by), by]
  // The notes and reasons of the hold and its decisions are private; a published sheet is public.
  const verdict = decideSheet(context, validateSheet(sheet), {
    by,
    at,
    reason: `approved by ${approvers.join(' and ')}`,
    sample: false,
    findings,
    ...(origin !== undefined && { origin }),
    ...(typedFrom !== undefined && { typedFrom }),
    hold: position,
  })
  if (verdict.kind === 'published')
    return { kind: 'decided', drafts: [decided, verdict.draft satisfies SheetDraft] }
  const problem =
    verdict.kind === 'refused'
      ? verdict.problems.map(problemLine).join(' ')
      : `The held sheet at position ${position} is in the book already.`
  return { kind: 'refused', problem }
}

/**
 * The entries of a sheet that a reviewer typed or edited: the held sheet, and those of its approval by that reviewer. `held` is
 * compared with what stands.
 */
export function holdApproved(
  context: PublicationContext,
  held: Omit<HoldDraft, 'kind' | 'comparedWith'> & { readonly by: string },
): ReviewVerdict {
  const entries = context.book?.entries ?? []
  const draft: HoldDraft = { ...held, kind: 'sheet-held', comparedWith: comparedWith({ entries }) }
  const entry = { ...draft, position: context.head.position + 1 }
  const approval = approve(context, { entry, decisions: [] }, { by: held.by }, held.at)
  if (approval.kind !== 'decided') return approval
  return { kind: 'decided', drafts: [draft, ...approval.drafts] }
}

type HoldDraft = Omit<Holding, 'position'>

/** The held sheet at a position of the institution's book, and what became of it. */
export function holdAt(
  { book }: Pick<PublicationContext, 'book'>,
  position: number,
): Hold | undefined {
  return book && holdsOf(book).find(({ entry }) => entry.position === position)
}

/** Why a reviewer cannot decide about a held sheet, or edit it, as a sentence. `nameOf` names the reviewers who have decided. */
export function decisionProblem(
  { reviewers }: Pick<ReviewContext, 'reviewers'>,
  hold: Hold | undefined,
  { by, hold: position, decision }: Omit<ReviewRequest, 'decision'> & { decision?: Decision },
  nameOf = (id: string): string => id,
): string | undefined {
  if (!reviewers.has(by)) return notRegistered(by)
  if (hold === undefined) return notAHold(position)
  if (hold.state !== 'open')
    return `The held sheet at position ${position} cannot be decided: ${whyClosed[hold.state]}${decidersOf(hold, nameOf)}.`
  // The first of two reviewers may still reject or edit the sheet.
  return decision === 'approved' && hold.decisions.some((earlier) => earlier.by === by)
    ? `${by} has approved the sheet at position ${position} already; another reviewer must approve it, too.`
    : undefined
}

function decidersOf({ state, decisions }: Hold, nameOf: (id: string) => string): string {
  const deciders = decisions
    .filter(({ decision }) => decision === state)
    .map((one) => nameOf(one.by))
  return deciders.length === 0 ? '' : ` by ${deciders.join(' and ')}`
}

/** The sentence about a reviewer who is not registered. */
export function notRegistered(by: string): string {
  return `${by} is not a registered reviewer; see: ratebook reviewer list.`
}

/** The sentence about a position without a held sheet. */
export function notAHold(position: number): string {
  return `The entry at position ${position} is not a held sheet; see: ratebook review list.`
}

/** Why the remark or the reason of a reviewer cannot be kept, as a sentence; `undefined` if both can. */
export function textRefusal({
  note,
  reason,
}: Pick<Attribution & Override, 'note' | 'reason'>): string | undefined {
  const { problems, refuse } = collectProblems()
  if (reason !== undefined) text(reason, 'reason', refuse)
  if (note !== undefined) text(note, 'note', refuse)
  return problems[0] && problemLine(problems[0])
}
