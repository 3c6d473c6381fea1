import type { Correcting, Entry, Publishing } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { keyOf, type Terms, type TermsKey } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'

/** The sheets that were not retracted. */
export function publishedSheets(own: readonly Entry[]): readonly Publishing[] {
  const retractions = correctionsIn(own).filter(({ correction }) => correction.isRetraction)
  const retracted = new Set(retractions.map(({ correction }) => correction.of))
  return own
    .filter((entry) => entry.kind === 'sheet-published')
    .filter(({ position }) => !retracted.has(position))
}

export function correctionsIn(own: readonly Entry[]): readonly Correcting[] {
  return own.filter((entry) => entry.kind === 'rate-corrected')
}

/** Whether a sheet withdraws some terms that it does not list. */
export function withdraws({ complete, covers, leaves = [] }: Sheet, key: TermsKey): boolean {
  const isCovered = covers.some((variant) => key.startsWith(`${variant} `))
  return complete && isCovered && !leaves.map(keyOf).includes(key)
}

/** When the page showed some terms for the last time: by a sheet, or by a verification after it. */
export function confirmedAt(
  own: readonly Entry[],
  { position, sheet }: Pick<Publishing, 'position' | 'sheet'>,
  terms: Terms,
): Instant {
  const verification = own.findLast(
    (entry) =>
      entry.position > position &&
      entry.kind === 'rates-verified' &&
      (entry.tiers ?? [terms]).some((tier) => keyOf(tier) === keyOf(terms)) &&
      !verifiesRetractedSheet(own, entry.position),
  )
  return verification?.at ?? sheet.scrapedAt
}

/** When some terms were last confirmed before an entry, as the book said then; `undefined` if no sheet had them. */
export function confirmedBefore(
  own: readonly Entry[],
  position: number,
  terms: Terms,
): Instant | undefined {
  const known = own.filter((entry) => entry.position < position)
  const key = keyOf(terms)
  const last = publishedSheets(known).findLast(
    ({ sheet }) => withdraws(sheet, key) || sheet.offers.some((offer) => keyOf(offer) === key),
  )
  return last && confirmedAt(known, last, terms)
}

/** Whether the sheet that a verification followed was retracted after it. */
function verifiesRetractedSheet(own: readonly Entry[], position: number): boolean {
  const sheet = own.findLast(
    (entry) => entry.kind === 'sheet-published' && entry.position < position,
  )
  return own.some(
    (entry) =>
      entry.kind === 'rate-corrected' &&
      entry.correction.isRetraction &&
      entry.correction.of === sheet?.position &&
      entry.position > position,
  )
}
