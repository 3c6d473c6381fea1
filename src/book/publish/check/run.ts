import { canonicalJson } from '../../../domain/json.ts'
import { checkOutcomes, siteRefusals, type Entry } from '../../../domain/entry.ts'
import { compareTiers, keyOf, tierOf } from '../../../domain/offer.ts'
import { lastReadHold } from '../../market/holds.ts'
import { offersIn } from '../../market/standing.ts'
import { isNamedBy } from '../../market/verifications.ts'
import { describeValue } from '../input/fields.ts'
import type { PublicationContext } from '../context-from-store.ts'
import { problemInOrigin } from './origin.ts'

/** Checks a run that failed or held nothing new. A check by a person says nothing more. */
export function problemInCheck(
  context: PublicationContext,
  entry: Extract<Entry, { kind: 'rates-checked' }>,
): string | undefined {
  const { outcome, message, refusal, origin } = entry
  if ([outcome, origin, message, refusal].every((part) => part === undefined)) return undefined
  if (outcome === undefined || !checkOutcomes.includes(outcome))
    return `${describeValue(outcome)} is not the outcome of a run.`
  if ((message !== undefined) !== (outcome === 'failed'))
    return 'A run that failed has a message, and no other run has one.'
  if (message !== undefined && (typeof message !== 'string' || message.trim() === ''))
    return `${describeValue(message)} is not a message.`
  if (refusal !== undefined && (outcome !== 'failed' || !siteRefusals.includes(refusal)))
    return `${describeValue(refusal)} is not how a site refused a run that failed.`
  return problemInOrigin(context, entry) ?? (outcome === 'held' ? withoutHold(context) : undefined)
}

/** A run that held nothing new read what the last held sheet says. A mirror knows only that there was one. */
function withoutHold({ book }: PublicationContext): string | undefined {
  const isWithheld = book?.entries.some(
    (entry) => entry.kind === 'withheld' && entry.of === 'sheet-held',
  )
  return isWithheld === true || (book && lastReadHold(book))
    ? undefined
    : 'Its institution has no held sheet that is open, or was rejected or edited.'
}

/** Checks that the tiers of a verification stand, and that they are all tiers of their terms. */
export function problemInVerification(
  context: PublicationContext,
  entry: Extract<Entry, { kind: 'rates-verified' }>,
): string | undefined {
  const { tiers, origin } = entry
  if (tiers === undefined)
    return origin === undefined
      ? undefined
      : 'It has an origin, but does not say which tiers it verifies.'
  if (tiers.length === 0) return 'It verifies nothing.'
  const isNamed = isNamedBy(entry)
  const stand = offersIn(context.book?.standing ?? new Map())
    .filter((offer) => isNamed(keyOf(offer)))
    .toSorted(compareTiers)
    .map(tierOf)
  if (canonicalJson(stand) !== canonicalJson(tiers))
    return 'Its tiers are not all standing offers of their terms, in tier order.'
  return problemInOrigin(context, entry, tiers)
}
