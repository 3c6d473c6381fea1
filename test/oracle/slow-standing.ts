import type { Correcting, Entry } from '../../src/domain/entry.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Offer, Terms } from '../../src/domain/offer.ts'
import {
  byTiers,
  isAbout,
  isSame,
  isSameTerms,
  leastDeposit,
  listedIn,
  termsIn,
  type Publishing,
} from './slow.ts'

// Computes the standing offers of an institution from its sheets and corrections, as collecting section 9 says.

/** A standing offer. */
export type SlowStanding = {
  readonly offer: Offer
  /** The sheet that it comes from. */
  readonly from: Entry & Publishing
  /** The position since which it stands with that source. Later verifications confirm it. */
  readonly since: number
}

/** The sheets of an institution that were not retracted. */
export function keptSheets(own: readonly Entry[]): (Entry & Publishing)[] {
  return own.filter(
    (entry): entry is Entry & Publishing =>
      entry.kind === 'sheet-published' &&
      !own.some(
        (other) =>
          other.kind === 'rate-corrected' &&
          other.correction.isRetraction &&
          other.correction.of === entry.position,
      ),
  )
}

/** When an offer was last confirmed: by a later verification of its terms, or when its sheet was read. */
export function confirmedAt(own: readonly Entry[], { offer, from, since }: SlowStanding): Instant {
  const verified = own.findLast(
    (entry) =>
      entry.kind === 'rates-verified' &&
      entry.position > since &&
      !isOfRetractedSheet(own, entry.position) &&
      (entry.tiers ?? [offer]).some((tier) => isSameTerms(tier, offer)),
  )
  return verified?.at ?? from.sheet.scrapedAt
}

/** "A retracted sheet counts as never published … for confirmations": so do the verifications between it and its retraction. */
export function isOfRetractedSheet(own: readonly Entry[], verified: number): boolean {
  const [sheet] = own
    .filter(({ kind, position }) => kind === 'sheet-published' && position < verified)
    .slice(-1)
  return own.some(
    (entry) =>
      entry.kind === 'rate-corrected' &&
      entry.correction.isRetraction &&
      entry.correction.of === sheet?.position &&
      entry.position > verified,
  )
}

/** The standing offers of an institution, in the order of tiers. `own` has its entries alone. */
export function slowStanding(own: readonly Entry[]): SlowStanding[] {
  const sheets = own.filter((entry) => entry.kind === 'sheet-published')
  return termsIn(sheets)
    .flatMap((terms) => standingFor(terms, own))
    .toSorted((a, b) => byTiers(a.offer, b.offer))
}

/** "A sheet that lists some terms lists all their tiers", so the last sheet that says anything about them decides. */
function standingFor(terms: Terms, own: readonly Entry[]): SlowStanding[] {
  const kept = keptSheets(own)
  const last = kept.findLast((one) => isAbout(one, terms))
  if (last === undefined) return []
  const { position } = last
  const listed = listedIn(last, terms).map((offer) => ({ offer, from: last, since: position }))
  let standing = listed
  const replace = ({ correction }: Correcting): void => {
    if (!kept.some((one) => one.position === correction.of)) return
    for (const figure of correction.figures) {
      if (!isSameTerms(figure, terms)) continue
      const { was: _, now, ...tier } = figure
      const isTier = ({ offer }: SlowStanding) => isSame(leastDeposit(offer), leastDeposit(tier))
      standing = standing.filter((one) => !isTier(one))
      if (now === undefined) continue
      const offer = { ...(listed.find(isTier)?.offer ?? tier), rate: now }
      standing.push({ offer, from: last, since: position })
    }
  }
  const corrections = own
    .filter((entry) => entry.kind === 'rate-corrected')
    .filter(({ correction }) => !correction.isRetraction)
  // The sheet as it should have been, and what later corrections changed, in the order of the book.
  for (const one of corrections)
    if (one.correction.of === position || (one.position > position && one.changes.length > 0))
      replace(one)
  return standing
}
