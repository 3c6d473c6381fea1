import type { Correcting, Entry } from '../../src/domain/entry.ts'
import type { Offer, Terms } from '../../src/domain/offer.ts'
import {
  byTiers,
  isSame,
  isSameTerms,
  leastDeposit,
  listedIn,
  termsIn,
  type Publishing,
} from './slow.ts'

// What an institution offers, straight from collecting section 9, over its sheets and the figures of corrections.

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
  const last = kept.findLast(
    ({ sheet }) =>
      listedIn({ sheet }, terms).length > 0 ||
      (sheet.complete && sheet.covers.includes(terms.variant)),
  )
  if (last === undefined) return []
  const { position } = last
  let standing = listedIn(last, terms).map((offer) => ({ offer, from: last, since: position }))
  const replace = ({ correction }: Correcting, since: number): void => {
    const corrected = kept.find((one) => one.position === correction.of)
    if (corrected === undefined) return
    for (const { was: _, now, ...tier } of correction.figures) {
      if (!isSameTerms(tier, terms)) continue
      const isTier = (offer: Offer) => isSame(leastDeposit(offer), leastDeposit(tier))
      const known = standing.find(({ offer }) => isTier(offer))
      const { from = corrected, since: stoodSince = since } = standing[0] ?? {}
      standing = standing.filter((one) => one !== known)
      if (now === undefined) continue
      standing.push({ offer: { ...(known?.offer ?? tier), rate: now }, from, since: stoodSince })
    }
  }
  const corrections = own
    .filter((entry) => entry.kind === 'rate-corrected')
    .filter(({ correction }) => !correction.isRetraction)
  // The sheet as it should have been, then what later corrections changed.
  for (const one of corrections) if (one.correction.of === position) replace(one, position)
  for (const one of corrections)
    if (one.position > position && one.changes.length > 0) replace(one, one.position)
  return standing
}
