import type { Entry, Holding, Publishing } from '../../../domain/entry.ts'
import { canonicalJson } from '../../../domain/json.ts'
import { keyOf, tierKeyOf, tierOf, type Terms } from '../../../domain/offer.ts'
import { bodyOf } from '../../../domain/stored-entry.ts'
import { comparedWith } from '../../market/holds.ts'
import { decideSheet } from '../decide-sheet.ts'
import { describeValue } from '../input/fields.ts'
import { problemLine } from '../input/problem.ts'
import { validateSheet } from '../input/read-sheet.ts'
import { editedParts, type FigureEdit } from '../review/decide-edit.ts'
import {
  approve,
  decisionProblem,
  holdAt,
  notAHold,
  notRegistered,
  type ReviewContext,
} from '../review/decide-on-hold.ts'
import { entryAt, problemInOrigin, problemInTypedFrom } from './entry-values.ts'

/** The book before an entry, as far as the check of the entry depends on it. */
export type EntryContext = ReviewContext & {
  /** The entry before it; `undefined` for the first one. */
  readonly before: Entry | undefined
  /** The position of the held sheet that the entry before it approved: this entry must publish it. */
  readonly approved: number | undefined
  /** The held sheet that the entry before it is, if a reviewer edited or typed it: this entry must be the approval of that reviewer. */
  readonly unapproved: Holding | undefined
}

/**
 * Publishes the sheet again on the book before it; the result must equal the entry. A mirror lacks the approval, so what the
 * published sheet says about it is taken from the sheet.
 */
export function problemInSheet(
  context: EntryContext,
  entry: Publishing,
  body: string,
): string | undefined {
  const { sample, sheet, origin, hold } = entry
  const held = hold === undefined ? undefined : entryAt(context, hold)
  const isWithheld = held?.kind === 'withheld' && held.of === 'sheet-held'
  if (hold !== undefined && !isWithheld) return problemInApproved(context, entry, hold, body)
  if (typeof sample !== 'boolean') return 'Its sample is not true or false.'
  const problem =
    (hold === undefined ? undefined : problemInWithheldApproval(context, entry, hold)) ??
    (origin && problemInOrigin(context, entry, sheet.offers)) ??
    problemInTypedFrom(entry)
  if (problem !== undefined) return problem
  const verdict = decideSheet(context, validateSheet(sheet), entry)
  if (verdict.kind === 'refused') return verdict.problems.map(problemLine).join(' ')
  if (verdict.kind === 'published' && bodyOf(verdict.draft) === body) return undefined
  return verdict.kind === 'published' &&
    canonicalJson(verdict.draft.changes) !== canonicalJson(entry.changes)
    ? 'Its changes are not the differences between the sheet and the offers that stood before it.'
    : 'Publishing the sheet would enter it differently: a value has another printing, or a field was added.'
}

/** Checks that the entry before an approved sheet is a decision, whose body a mirror lacks. */
function problemInWithheldApproval(
  { before }: EntryContext,
  { institutionId }: Publishing,
  hold: number,
): string | undefined {
  const isDecision =
    before?.kind === 'withheld' &&
    before.of === 'sheet-decided' &&
    before.institutionId === institutionId
  return isDecision ? undefined : notApproved(hold)
}

/** Approves the held sheet again: the entry before this one must be its last approval, and everything else follows from the hold. */
function problemInApproved(
  context: EntryContext,
  { at }: Publishing,
  position: number,
  body: string,
): string | undefined {
  const hold = holdAt(context, position)
  const last = hold?.decisions.at(-1)
  if (hold === undefined || last === undefined || position !== context.approved)
    return notApproved(position)
  const { entry, decisions } = hold
  const verdict = approve(context, { entry, decisions: decisions.slice(0, -1) }, last, at)
  if (verdict.kind === 'refused') return verdict.problem
  const draft = verdict.kind === 'decided' ? verdict.drafts[1] : undefined
  return draft !== undefined && bodyOf(draft) === body
    ? undefined
    : `It is not what the approval of the sheet held at position ${position} publishes.`
}

function notApproved(hold: number): string {
  return `The entry before it does not approve a sheet that was held at position ${hold}.`
}

/** Checks that a held sheet is one that could be published on the book before it, and that it says what it was compared with. */
export function problemInHold(context: EntryContext, entry: Holding): string | undefined {
  const { at, sheet, findings, reviewers, origin } = entry
  const parsed = validateSheet(sheet)
  const verdict = decideSheet(context, parsed, { at, sample: false })
  if (verdict.kind === 'refused') return verdict.problems.map(problemLine).join(' ')
  if (canonicalJson(parsed.sheet ?? null) !== canonicalJson(sheet))
    return 'Reading its sheet would give another one: a value has another form, or a field was added.'
  // `problemInDetails` has checked the findings that there are. An edit may leave none.
  if (!Array.isArray(findings) || (findings.length === 0 && entry.editOf === undefined))
    return 'It has no findings.'
  if (![1, 2].includes(reviewers))
    return `${describeValue(reviewers)} is not a number of reviewers: 1 or 2.`
  const position = comparedWith({ entries: context.book?.entries ?? [] })
  if (entry.comparedWith !== position)
    return `It says that it was compared with position ${entry.comparedWith}; the last sheet or correction is at ${position}.`
  return (
    (origin && problemInOrigin(context, entry, sheet.offers)) ??
    problemInTypedFrom(entry) ??
    problemInMaker(context, entry)
  )
}

/** A run held a sheet that it read; a registered reviewer held one that was typed, or an edit of the open one. */
function problemInMaker(context: EntryContext, entry: Holding): string | undefined {
  const { by, note, reason, origin, editOf, reviewers } = entry
  if (by === undefined)
    return origin === undefined || (note ?? reason ?? editOf) !== undefined
      ? 'It names no person, but it was typed or edited, or has a note or a reason.'
      : undefined
  if (reason === undefined) return 'A person held it, but gave no reason.'
  if (editOf !== undefined) return problemInEdit(context, entry, { by, hold: editOf })
  if (!context.reviewers.has(by)) return notRegistered(by)
  if (origin !== undefined) return 'A person typed it, but it has an origin.'
  return reviewers === 2 ? undefined : 'A person typed it, and no other one has to approve it.'
}

/** Makes the edit again; the sheet, its cells and its pages must equal those of the entry. */
function problemInEdit(
  context: EntryContext,
  entry: Holding,
  request: { readonly by: string; readonly hold: number },
): string | undefined {
  const hold = holdAt(context, request.hold)
  const problem = decisionProblem(context, hold, request)
  if (problem !== undefined || hold === undefined) return problem ?? notAHold(request.hold)
  if (entry.reviewers < hold.entry.reviewers)
    return `Two reviewers must approve the sheet held at position ${request.hold}, and so must they its edit.`
  const leaves = leavesBetween(hold.entry, entry)
  const parts = editedParts(hold.entry, { edits: editsBetween(hold.entry, entry), leaves })
  if (typeof parts === 'string') return parts
  const { typedFrom } = hold.entry
  const isSame =
    canonicalJson(parts.sheet) === canonicalJson(entry.sheet) &&
    pagesText({ ...parts, ...(typedFrom && { typedFrom }) }) === pagesText(entry)
  return isSame
    ? undefined
    : `It is not an edit of the sheet held at position ${request.hold}: more differs than rates, their cells and what it leaves alone.`
}

/** The terms that the second held sheet leaves alone, and the first one does not. */
function leavesBetween(held: Holding, edited: Holding): readonly Terms[] {
  const before = new Set(held.sheet.leaves?.map(keyOf))
  return (edited.sheet.leaves ?? []).filter((terms) => !before.has(keyOf(terms)))
}

/** The edits that make the second held sheet of the first one. */
function editsBetween(held: Holding, edited: Holding): readonly FigureEdit[] {
  const indexes = new Map(edited.sheet.offers.map((offer, index) => [tierKeyOf(offer), index]))
  const left = new Set(edited.sheet.leaves?.map(keyOf))
  return held.sheet.offers.flatMap((offer) => {
    const tier = tierOf(offer)
    if (left.has(keyOf(offer))) return []
    const index = indexes.get(tierKeyOf(offer))
    if (index === undefined) return [{ tier }]
    const rate = edited.sheet.offers[index]?.rate
    const cells = edited.origin?.cells?.[index]
    if (rate === undefined || rate === offer.rate) return []
    return [{ tier, rate, ...(cells !== undefined && { cells }) }]
  })
}

/** The pages and cells that the figures of a sheet come from, as one text. */
function pagesText({ origin, typedFrom }: Pick<Publishing, 'origin' | 'typedFrom'>): string {
  return canonicalJson({ origin, typedFrom })
}
