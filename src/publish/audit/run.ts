import { canonicalJson } from '../../domain/canonical-json.ts'
import { checkOutcomes, type Entry, type Holding } from '../../domain/entry.ts'
import { compareTiers, tierOf, type Tier } from '../../domain/offer.ts'
import { comparedWith, holdsOf } from '../../market/collection.ts'
import { confirms } from '../../market/standing.ts'
import { describeValue } from '../fields.ts'
import { problemLine } from '../problem.ts'
import type { PublicationContext } from '../publication-context.ts'
import { decide } from '../publish.ts'
import { readSheet } from '../read-sheet.ts'
import { serializeSheet } from '../serialize.ts'
import { differenceInOrigin } from './origin.ts'

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
  const state = book && holdsOf(book).at(-1)?.state
  return state === 'open' || state === 'rejected'
    ? undefined
    : 'Its institution has no held sheet that is open or was rejected.'
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
export function differenceInHold(context: PublicationContext, entry: Holding): string | undefined {
  const { at, sheet, findings, reviewers } = entry
  const parsed = readSheet(serializeSheet(sheet))
  const verdict = decide(context, parsed, { at, sample: false })
  if (verdict.kind === 'refused') return verdict.problems.map(problemLine).join(' ')
  if (canonicalJson(parsed.sheet ?? null) !== canonicalJson(sheet))
    return 'Reading its sheet would give another one: a value has another form, or a field was added.'
  // `differenceInDetails` has checked the findings that there are.
  if (!Array.isArray(findings) || findings.length === 0) return 'It has no findings.'
  if (![1, 2].includes(reviewers))
    return `${describeValue(reviewers)} is not a number of reviewers: 1 or 2.`
  const position = comparedWith({ entries: context.book?.entries ?? [] })
  if (entry.comparedWith !== position)
    return `It says that it was compared with position ${entry.comparedWith}; the last sheet or correction is at ${position}.`
  return differenceInOrigin(context, entry, sheet.offers)
}
