import { canonicalJson } from '../../../domain/json.ts'
import { bodyOf } from '../../../domain/entry-body.ts'
import type { Publishing } from '../../../domain/entry.ts'
import { problemLine } from '../input/problem.ts'
import { decideSheet } from '../decide-sheet.ts'
import { validateSheet } from '../input/read-sheet.ts'
import { approve, holdAt } from '../review/decide-on-hold.ts'
import type { EntryContext } from './review.ts'
import { detailsOf } from './entry-values.ts'
import { problemInOrigin, problemInTypedFrom, entryAt } from './entry-values.ts'

/**
 * Publishes the sheet again on the book before it; the result must equal the entry. A mirror lacks the approval, so what the
 * published sheet says about it is taken from the sheet.
 */
export function problemInSheet(
  context: EntryContext,
  entry: Publishing,
  body: string,
): string | undefined {
  const { at, sample, sheet, origin, typedFrom, hold } = entry
  const held = hold === undefined ? undefined : entryAt(context, hold)
  const isWithheld = held?.kind === 'withheld' && held.of === 'sheet-held'
  if (hold !== undefined && !isWithheld) return problemInApproved(context, entry, hold, body)
  if (typeof sample !== 'boolean') return 'Its sample is not true or false.'
  const problem =
    (hold === undefined ? undefined : problemInWithheldApproval(context, entry, hold)) ??
    (origin && problemInOrigin(context, entry, sheet.offers)) ??
    problemInTypedFrom(entry)
  if (problem !== undefined) return problem
  const verdict = decideSheet(context, validateSheet(sheet), {
    ...detailsOf(entry),
    at,
    sample,
    ...(origin !== undefined && { origin }),
    ...(typedFrom !== undefined && { typedFrom }),
    ...(hold !== undefined && { hold }),
  })
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
