import type { Correcting, Entry } from '../../src/domain/entry.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Offer, Tier } from '../../src/domain/offer.ts'
import { isAbout, entriesOf, isSame, isSameTerms, leastDeposit, type Publishing } from './slow.ts'
import { slowOffers } from './slow-offers.ts'
import { confirmedAt, isOfRetractedSheet, slowStanding } from './slow-standing.ts'

// Receipts, straight from collecting section 9: "`id` is `position.row` of the last sheet that listed the offer, row being its
// place among that sheet's offers; later verifications are listed too".

type Sheet = Entry & Publishing

const isTier = (a: Tier, b: Tier): boolean =>
  isSameTerms(a, b) && isSame(leastDeposit(a), leastDeposit(b))

const isSheet = (entry: Entry): entry is Sheet => entry.kind === 'sheet-published'
const isCorrection = (entry: Entry): entry is Correcting => entry.kind === 'rate-corrected'

/** Whether a sheet is retracted by one of some entries. */
const isRetractedIn = (own: readonly Entry[], { position }: Sheet): boolean =>
  own.some(
    (entry) =>
      isCorrection(entry) && entry.correction.isRetraction && entry.correction.of === position,
  )

/** The id of the last sheet that lists a tier; one that is not retracted if there is any. */
export function slowFigureId(own: readonly Entry[], tier: Tier): string | undefined {
  const listing = own
    .filter(isSheet)
    .filter(({ sheet }) => sheet.offers.some((offer) => isTier(offer, tier)))
  const last = listing.findLast((sheet) => !isRetractedIn(own, sheet)) ?? listing.at(-1)
  const row = last?.sheet.offers.findIndex((offer) => isTier(offer, tier))
  return last === undefined || row === undefined ? undefined : `p${last.position}-${row + 1}`
}

/** The current offers with their ids. */
export function slowStandingEvidence(
  entries: readonly Entry[],
  institutionId: string | undefined,
  now: Instant,
) {
  return slowOffers(entries)
    .filter(({ institution: { id } }) => id === (institutionId ?? id))
    .map(({ institution, offer }) => {
      const own = entriesOf(entries, institution.id)
      const id = slowFigureId(own, offer)
      const sheet = own.find(({ position }) => id?.startsWith(`p${position}-`))
      const isTyped = sheet !== undefined && !('origin' in sheet)
      const isOfFigure = (one: Correcting): boolean =>
        sheet !== undefined && isSheet(sheet) && isCorrectionOf(own, one, sheet, offer)
      const correction = own.filter(isCorrection).findLast(isOfFigure)?.position
      const stood = slowStanding(own).find((one) => isTier(one.offer, offer))
      const verifiedAt = stood && confirmedAt(own, stood)
      const elapsed = verifiedAt === undefined ? NaN : now - verifiedAt
      const confirmation = {
        verifiedAt,
        daysSinceVerified: elapsed < 0 ? 0 : Math.floor(elapsed / 86_400_000),
        isStale: elapsed > institution.staleAfterDays * 86_400_000,
      }
      return { id, institution, offer, isTyped, correction, confirmation }
    })
}

/** What happened to a published figure later. */
export function slowFate(entries: readonly Entry[], sheet: Sheet, offer: Offer) {
  const own = entriesOf(entries, sheet.institutionId)
  const row = sheet.sheet.offers.indexOf(offer) + 1
  const id = `p${sheet.position}-${row}`
  const current = slowOffers(entries).find(
    (one) => one.institution.id === sheet.institutionId && isTier(one.offer, offer),
  )
  const standing = current && slowFigureId(own, offer)
  const verified = own.filter((entry) => isVerificationOf(own, entry, sheet, offer))
  return {
    isRetracted: isRetractedIn(own, sheet),
    standing,
    standingRate: current?.offer.rate,
    stands:
      current !== undefined &&
      standing === id &&
      isSame(current.offer.rate, offer.rate) &&
      !isRetractedIn(own, sheet),
    verifications: verified.map(({ position }) => position),
    corrections: own
      .filter(isCorrection)
      .filter((entry) => isCorrectionOf(own, entry, sheet, offer))
      .map(({ position }) => position),
  }
}

/** A verification of a figure: the sheet was the last one that said anything about its terms. */
function isVerificationOf(
  own: readonly Entry[],
  entry: Entry,
  { position }: Sheet,
  offer: Offer,
): boolean {
  if (entry.kind !== 'rates-verified' || isOfRetractedSheet(own, entry.position)) return false
  const before = own.filter((one) => one.position < entry.position)
  const kept = before.filter(isSheet).filter((sheet) => !isRetractedIn(before, sheet))
  return (
    lastAbout(kept, offer)?.position === position &&
    (entry.tiers ?? [offer]).some((tier) => isSameTerms(tier, offer))
  )
}

/** The last sheet that lists or withdraws the terms of a tier. */
const lastAbout = (sheets: readonly Sheet[], tier: Tier): Sheet | undefined =>
  sheets.findLast((sheet) => isAbout(sheet, tier))

/** A correction of a figure: of its sheet, or of another one while this figure was the last published and stood. */
function isCorrectionOf(
  own: readonly Entry[],
  { position, correction, changes }: Correcting,
  sheet: Sheet,
  offer: Offer,
): boolean {
  if (correction.isRetraction && correction.of === sheet.position) return true
  if (!correction.figures.some((figure) => isTier(figure, offer))) return false
  if (correction.of === sheet.position) return true
  const kept = own.filter(isSheet).filter((one) => !isRetractedIn(own, one))
  const before = kept.filter((one) => one.position < position)
  return (
    kept.some((one) => one.position === correction.of) &&
    (changes.some((change) => isTier(change, offer)) ||
      lastAbout(before, offer)?.position === correction.of) &&
    slowFigureId(before, offer)?.startsWith(`p${sheet.position}-`) === true
  )
}
