import { canonicalJson } from '../../domain/canonical-json.ts'
import { checkOutcomes, type Entry, type Holding } from '../../domain/entry.ts'
import { bodiesText } from '../../domain/origin.ts'
import { compareTiers, tierOf, type Tier } from '../../domain/offer.ts'
import { comparedWith, holdsOf } from '../../market/collection.ts'
import { confirms } from '../../market/standing.ts'
import { describeValue } from '../fields.ts'
import { problemLine } from '../problem.ts'
import type { PublicationContext } from '../publication-context.ts'
import { decide } from '../publish.ts'
import { readSheet } from '../read-sheet.ts'
import { serializeSheet } from '../serialize.ts'
import { decisionProblem, holdAt, notAHold, notRegistered } from '../review/decide-on-hold.ts'
import type { AuditContext } from './audit-context.ts'
import { differenceInOrigin, differenceInTypedFrom } from './origin.ts'

/** Checks a run that failed or held nothing new. A check by a person says nothing more. */
export function differenceInCheck(
  context: PublicationContext,
  entry: Extract<Entry, { kind: 'rates-checked' }>,
): string | undefined {
  const { outcome, message, origin } = entry
  if (outcome === undefined && origin === undefined && message === undefined) return undefined
  if (outcome === undefined || !checkOutcomes.includes(outcome))
    return `${describeValue(outcome)} is not the outcome of a run.`
  if ((message !== undefined) !== (outcome === 'failed'))
    return 'A run that failed has a message, and no other run has one.'
  if (message !== undefined && (typeof message !== 'string' || message.trim() === ''))
    return `${describeValue(message)} is not a message.`
  return (
    differenceInOrigin(context, entry) ?? (outcome === 'held' ? withoutHold(context) : undefined)
  )
}

/** A run that held nothing new read what the last held sheet says. */
function withoutHold({ book }: PublicationContext): string | undefined {
  const hold = book && holdsOf(book).at(-1)
  const isEdited = hold?.state === 'approved' && hold.entry.editOf !== undefined
  return hold?.state === 'open' || hold?.state === 'rejected' || isEdited
    ? undefined
    : 'Its institution has no held sheet that is open, or was rejected or edited.'
}

/** Checks that the tiers of a verification stand, and that they are all tiers of their terms. */
export function differenceInVerification(
  context: PublicationContext,
  entry: Extract<Entry, { kind: 'rates-verified' }>,
): string | undefined {
  const { tiers, origin } = entry
  if (tiers === undefined)
    return origin === undefined
      ? undefined
      : 'It has an origin, but does not say which tiers it verifies.'
  if (tiers.length === 0) return 'It verifies nothing.'
  const stand = [...(context.book?.standing.values() ?? [])]
    .flatMap(({ offers }): readonly Tier[] => offers)
    .filter((offer) => confirms(entry, offer))
    .toSorted(compareTiers)
    .map(tierOf)
  if (canonicalJson(stand) !== canonicalJson(tiers))
    return 'Its tiers are not all standing offers of their terms, in tier order.'
  return differenceInOrigin(context, entry, tiers)
}

/** Checks that a held sheet is one that could be published on the book before it, and that it says what it was compared with. */
export function differenceInHold(context: AuditContext, entry: Holding): string | undefined {
  const { at, sheet, findings, reviewers, origin } = entry
  const parsed = readSheet(serializeSheet(sheet))
  const verdict = decide(context, parsed, { at, sample: false })
  if (verdict.kind === 'refused') return verdict.problems.map(problemLine).join(' ')
  if (canonicalJson(parsed.sheet ?? null) !== canonicalJson(sheet))
    return 'Reading its sheet would give another one: a value has another form, or a field was added.'
  // `differenceInDetails` has checked the findings that there are.
  if (!Array.isArray(findings) || (findings.length === 0 && entry.editOf === undefined))
    return 'It has no findings.'
  if (![1, 2].includes(reviewers))
    return `${describeValue(reviewers)} is not a number of reviewers: 1 or 2.`
  const position = comparedWith({ entries: context.book?.entries ?? [] })
  if (entry.comparedWith !== position)
    return `It says that it was compared with position ${entry.comparedWith}; the last sheet or correction is at ${position}.`
  return (
    differenceInMaker(context, entry) ??
    (origin === undefined
      ? differenceInTypedFrom(entry)
      : differenceInOrigin(context, entry, sheet.offers))
  )
}

/** A run held a sheet that it read; a registered reviewer held one that was typed, or an edit of the open one. */
function differenceInMaker(context: AuditContext, entry: Holding): string | undefined {
  const { by, reason, origin, editOf } = entry
  if (by === undefined)
    return origin === undefined || reason !== undefined || editOf !== undefined
      ? 'It names no person, but it was typed or edited, or has a reason.'
      : undefined
  if (reason === undefined) return 'A person held it, but gave no reason.'
  if (editOf === undefined) {
    if (!context.reviewers.has(by)) return notRegistered(by)
    return origin === undefined ? undefined : 'A person typed it, but it has an origin.'
  }
  const hold = holdAt(context, editOf)
  const problem = decisionProblem(context, hold, { by, hold: editOf })
  if (problem !== undefined || hold === undefined) return problem ?? notAHold(editOf)
  return pagesOf(entry) === pagesOf(hold.entry)
    ? undefined
    : `It was not edited from the pages of position ${editOf}.`
}

/** The pages that the figures of a held sheet come from, as one text. */
function pagesOf({ origin, typedFrom = [] }: Holding): string {
  return bodiesText(origin?.captures ?? typedFrom)
}
