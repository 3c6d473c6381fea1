import { canonicalJson } from '../../../domain/json.ts'
import type { Holding } from '../../../domain/entry.ts'
import type { Finding, GateLimits } from '../../../domain/gate-limits.ts'
import type { Instant } from '../../../domain/instant.ts'
import { keyOf, termsOf, tierKeyOf, tierText } from '../../../domain/offer.ts'
import { needsTwoReviewers } from '../../gate/consequence.ts'
import { checkSheet, typedRules } from '../../gate/gate.ts'
import { comparedWith, holdsOf, type Hold } from '../../market/holds.ts'
import { problemLine } from '../input/problem.ts'
import { decideSheet } from '../decide-sheet.ts'
import { validateSheet } from '../input/read-sheet.ts'
import {
  approve,
  decisionProblem,
  holdAt,
  notAHold,
  type ReviewContext,
  type ReviewVerdict,
  textRefusal,
} from './decide-on-hold.ts'
import { editedParts, offerMeant, type EditedParts, type SheetChanges } from './edited-parts.ts'

/** The request of a reviewer to publish a held sheet with other figures. */
export type EditRequest = SheetChanges & {
  /** The id of the reviewer. */
  readonly by: string
  /** The position of the held sheet. */
  readonly hold: number
  /** Why the figures are other ones. */
  readonly reason: string
  readonly note?: string
  /** The findings about edited figures of a typed sheet that do not stand on its pages. */
  readonly pageFindings?: readonly Finding[]
}

export type ReviewRules = {
  /** Whether one reviewer alone may approve any sheet that is not held for two already. */
  readonly isOneReviewerEnough: boolean
  /** The limits of the gate. */
  readonly limits: GateLimits
}

/**
 * Computes the entries of an edit: the edited sheet as a held one, which takes the place of the other, the approval of the reviewer,
 * and the published sheet if no other reviewer has to approve it. The gate checks the edited figures.
 */
export function decideEdit(
  context: ReviewContext,
  request: EditRequest,
  at: Instant,
  { isOneReviewerEnough, limits }: ReviewRules,
): ReviewVerdict {
  const { by, note, reason, hold: position } = request
  const refuse = (problem: string): ReviewVerdict => ({ kind: 'refused', problem })
  const hold = holdAt(context, position)
  const parts = hold && editedParts(hold.entry, request)
  const earlier = earlierEdit(context, request, parts)
  if (earlier !== undefined) return { kind: 'unchanged', position: earlier.position }
  const problem =
    decisionProblem(context, hold, request) ??
    textRefusal(request) ??
    leavesProblem(context, hold, request)
  if (problem !== undefined || hold === undefined || parts === undefined)
    return refuse(problem ?? notAHold(position))
  if (typeof parts === 'string') return refuse(parts)
  const verdict = decideSheet(context, validateSheet(parts.sheet), { at, sample: false })
  if (verdict.kind === 'refused') return refuse(verdict.problems.map(problemLine).join(' '))
  const findings = findingsOfEdit({ ...context, limits }, hold.entry, request, parts)
  const isSecondNeeded = needsTwoReviewers(findings) && !isOneReviewerEnough
  const { typedFrom, institutionId } = hold.entry
  const edited: Holding = {
    kind: 'sheet-held',
    position: context.head.position + 1,
    at,
    institutionId,
    ...parts,
    ...(typedFrom !== undefined && { typedFrom }),
    findings,
    by,
    reason,
    editOf: position,
    ...(note !== undefined && { note }),
    comparedWith: comparedWith({ entries: context.book?.entries ?? [] }),
    // An edit must not be a way around the second reviewer of the held sheet.
    reviewers: hold.entry.reviewers === 2 || isSecondNeeded ? 2 : 1,
  }
  const approval = approve(context, { entry: edited, decisions: [] }, { by }, at)
  if (approval.kind !== 'decided') return approval
  const { position: _, ...draft } = edited
  return { kind: 'decided', drafts: [draft, ...approval.drafts] }
}

/** The same edit by the same reviewer, if the book has it. */
function earlierEdit(
  { book }: ReviewContext,
  { by, hold }: EditRequest,
  parts: EditedParts | string | undefined,
): Holding | undefined {
  if (book === undefined || parts === undefined || typeof parts === 'string') return undefined
  return holdsOf(book)
    .map(({ entry }) => entry)
    .find(
      (entry) =>
        entry.editOf === hold &&
        entry.by === by &&
        canonicalJson(entry.sheet) === canonicalJson(parts.sheet),
    )
}

/** A reviewer may leave alone what the held sheet lists, and what it would withdraw; once. */
function leavesProblem(
  { book }: ReviewContext,
  hold: Hold | undefined,
  { leaves = [] }: EditRequest,
): string | undefined {
  if (hold === undefined) return undefined
  const { position, sheet } = hold.entry
  const left = new Set(sheet.leaves?.map(keyOf))
  const again = leaves.find((terms) => left.has(keyOf(terms)))
  if (again !== undefined)
    return `The sheet held at position ${position} already leaves ${tierText(again)} as it stands; approve the sheet, or edit another figure.`
  const known = new Set([...(book?.standing.keys() ?? []), ...sheet.offers.map(keyOf)])
  const unknown = leaves.find((terms) => !known.has(keyOf(terms)))
  return (
    unknown &&
    `${tierText(termsOf(unknown))} does not stand, and the sheet held at position ${position} does not list it.`
  )
}

/** The findings of the gate about the edited sheet, and the doubts of the run that are not about a figure edited or left alone. */
function findingsOfEdit(
  { book, limits }: ReviewContext & Pick<ReviewRules, 'limits'>,
  held: Holding,
  { edits, leaves = [], pageFindings = [] }: EditRequest,
  { sheet }: EditedParts,
): readonly Finding[] {
  const left = new Set(leaves.map(keyOf))
  const edited = new Set(
    edits.flatMap(({ tier }) => {
      const offer = offerMeant(held, tier)
      return typeof offer === 'string' ? [] : [tierKeyOf(offer)]
    }),
  )
  const kept = held.findings.filter(
    ({ rule, tier }) =>
      !typedRules.has(rule) &&
      (tier === undefined || !(edited.has(tierKeyOf(tier)) || left.has(keyOf(tier)))),
  )
  return [...kept, ...pageFindings, ...checkSheet({ sheet, book, limits })]
}
