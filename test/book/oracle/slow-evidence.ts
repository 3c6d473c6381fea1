import type { Correcting, Entry } from '../../../src/domain/entry.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import type { Offer, Tier } from '../../../src/domain/offer.ts'
import { isOwnPage } from '../../../src/domain/institution.ts'
import { believedSheets, isSameTier, keptSheets, retractionOf } from './slow-believed.ts'
import { slowOffers, type SlowOffer } from './slow-offers.ts'
import { sheetConfirmedBy } from './slow-past.ts'
import { entriesOf, isSame, type Publishing } from './slow.ts'

// Receipts, straight from collecting section 9: "`id` is `position.row` of the last sheet that listed the offer, row being its
// place among that sheet's offers; later verifications are listed too".

type Sheet = Entry & Publishing

const isSheet = (entry: Entry): entry is Sheet => entry.kind === 'sheet-published'
const isCorrection = (entry: Entry): entry is Correcting => entry.kind === 'rate-corrected'

/** The last sheet that prints a tier; one that is not retracted if there is any. */
function lastPrinting(own: readonly Entry[], tier: Tier): Sheet | undefined {
  const prints = ({ sheet }: Sheet) => sheet.offers.some((offer) => isSameTier(offer, tier))
  return keptSheets(own).findLast(prints) ?? own.filter(isSheet).findLast(prints)
}

/** The id of the last sheet that lists a tier; one that is not retracted if there is any. */
export function slowFigureId(own: readonly Entry[], tier: Tier): string | undefined {
  const last = lastPrinting(own, tier)
  const row = last?.sheet.offers.findIndex((offer) => isSameTier(offer, tier))
  return last === undefined || row === undefined ? undefined : `p${last.position}-${row + 1}`
}

/** The current offers with their ids. */
export function slowStandingEvidence(
  entries: readonly Entry[],
  institutionId: string | undefined,
  now: Instant,
) {
  return slowOffers(entries, now)
    .filter(({ institution: { id } }) => id === (institutionId ?? id))
    .map((standing) => {
      const { institution, offer, confirmedAt: verifiedAt } = standing
      const own = entriesOf(entries, institution.id)
      const id = slowFigureId(own, offer)
      const sheet = own.filter(isSheet).find(({ position }) => id?.startsWith(`p${position}-`))
      const isTyped = sheet !== undefined && sheet.origin === undefined
      const isOfFigure = ({ correction: { figures } }: Correcting) =>
        figures.some(({ of, ...tier }) => of === standing.from.position && isSameTier(tier, offer))
      const correction = own.filter(isCorrection).findLast(isOfFigure)?.position
      const elapsed = now - verifiedAt
      const confirmation = {
        verifiedAt,
        daysSinceVerified: elapsed < 0 ? 0 : Math.floor(elapsed / 86_400_000),
        isStale: elapsed > institution.staleAfterDays * 86_400_000 || elapsed < -60_000,
        staleAfterDays: institution.staleAfterDays,
      }
      const { sourceUrl } = standing.from.sheet
      const isOwn = isOwnPage(sourceUrl, institution.website)
      return { id, institution, offer, sourceUrl, isOwn, isTyped, correction, confirmation }
    })
}

/** What happened to a published figure later. */
export function slowFate(entries: readonly Entry[], sheet: Sheet, offer: Offer) {
  const own = entriesOf(entries, sheet.institutionId)
  const row = sheet.sheet.offers.indexOf(offer) + 1
  const id = `p${sheet.position}-${row}`
  const current = slowOffers(entries).find(
    (one) => one.institution.id === sheet.institutionId && isSameTier(one.offer, offer),
  )
  const standing = current && slowFigureId(own, offer)
  // While a figure stands that a correction added to a later sheet, verifications confirm that sheet.
  const from = standing === id && current !== undefined ? current.from.position : sheet.position
  const isBelieved = believedSheets(own)
    .find(({ position }) => position === from)
    ?.sheet.offers.some((one) => isSameTier(one, offer))
  const verified = own.filter(
    (entry) =>
      isBelieved === true &&
      entry.kind === 'rates-verified' &&
      sheetConfirmedBy(own, entry, offer)?.position === from,
  )
  return {
    isRetracted: retractionOf(own, sheet.position) !== undefined,
    standing,
    standingRate: current?.offer.rate,
    confirmedAt: current?.confirmedAt,
    stands:
      current !== undefined &&
      standing === id &&
      isSame(current.offer.rate, offer.rate) &&
      retractionOf(own, sheet.position) === undefined,
    verifications: verified.map(({ position }) => position),
    corrections: own
      .filter(isCorrection)
      .filter((entry) => corrects(entry, sheet, offer, standing === id ? current : undefined))
      .map(({ position }) => position),
  }
}

/**
 * Whether a correction concerns a published figure: a retraction of its sheet, or one that names it. A figure that a correction added to a
 * later sheet has no id of its own, so while it stands, it has that of the last sheet that printed the tier.
 */
function corrects(
  { correction }: Correcting,
  sheet: Sheet,
  tier: Tier,
  standing?: SlowOffer,
): boolean {
  if (correction.isRetraction) return correction.of === sheet.position
  const positions = [sheet.position, standing?.from.position]
  return correction.figures.some(
    (figure) => positions.includes(figure.of) && isSameTier(figure, tier),
  )
}
