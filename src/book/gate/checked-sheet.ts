import type { Day } from '../../domain/day.ts'
import { sameDecimal, type Decimal } from '../../domain/decimal.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import {
  compareTiers,
  depositOf,
  keyOf,
  tierOf,
  withdrawsUnlisted,
  type Offer,
  type Payout,
  type Sheet,
  type Terms,
  type Tier,
  type Variant,
} from '../../domain/offer.ts'
import { matchOffers } from '../market/continue-series.ts'
import type { InstitutionBook } from '../market/market.ts'
import { offersIn, standingTier } from '../market/standing.ts'

/** A sheet as the rules of the gate see it. */
export type CheckedSheet = SheetComparison & {
  /** Those of the book, or of the source in their place. */
  readonly limits: GateLimits
  /** Absent for a typed sheet. */
  readonly collected?: CollectedFacts
}

/** A finding without the name of its rule, which the table of rules adds. */
export type Found = Omit<Finding, 'rule'>

/** A check of a typed or collected sheet. */
export type Check = (sheet: CheckedSheet) => readonly Found[]

/** A check that only collected sheets have. */
export type CollectedCheck = (sheet: SheetComparison, facts: CollectedFacts) => readonly Found[]

/** The facts about a collected sheet that the rules use. */
export type CollectedFacts = {
  readonly source: SourceRules
  /** The date that the page prints. */
  readonly printedDate: Day | undefined
  /** The day of the capture at the place of the institution. */
  readonly today: Day
  /** The date that was printed on the last sheet that was published or verified. */
  readonly lastPrintedDate: Day | undefined
  /** Whether somebody has accepted this version of the source definition. */
  readonly isSourceAccepted: boolean
}

/** The rules for plausible sheets in a source definition. */
export type SourceRules = {
  readonly expects: readonly ExpectedTenures[]
  /** The limits of the source, in place of those of the book. */
  readonly limits: Partial<GateLimits>
  /** How often interest is compounded in a year; absent if as often as it is paid. */
  readonly periodsPerYear?: number
  readonly misprints: readonly Misprint[]
}

/** The tenures that the page lists for a variant at a payout. */
export type ExpectedTenures = {
  readonly variant: Variant
  readonly payout: Payout
  /** A range is expected with both bounds. A single tenure is also the lower bound of any range. */
  readonly tenures: readonly Pick<Terms, 'tenure' | 'tenureTo'>[]
}

/** A printed AER that is known to be wrong. */
export type Misprint = {
  /** The minimum deposit may be absent where the sheet has one tier of these terms. */
  readonly tier: Tier
  readonly annualEffectiveRate: Decimal
  /** The last day on which it is excused. */
  readonly until: Day
}

/** A sheet compared with the standing offers of its institution. */
export type SheetComparison = {
  readonly sheet: Sheet
  readonly rows: readonly ComparedRow[]
  /** The standing offers of the variants that the sheet covers, but for those that it leaves alone, in terms order. */
  readonly covered: readonly Offer[]
  /** Those of them that the sheet withdraws. */
  readonly withdrawn: readonly Offer[]
}

/** A tier that stands and that the sheet lists. `before` is the standing offer. */
export type ComparedRow = { readonly offer: Offer; readonly before: Tier & Pick<Offer, 'rate'> }

/** Matches the offers of a sheet to the standing ones, as `publish` does, but not to those withdrawn before. */
export function compareWithStanding(
  sheet: Sheet,
  standing: InstitutionBook['standing'] = new Map(),
): SheetComparison {
  const listed = new Set(sheet.offers.map(keyOf))
  const matched = matchOffers(sheet, standing, (tier) => standingTier(standing, tier))
  const rows = matched.flatMap(({ offer, known }) =>
    known === undefined ? [] : [{ offer, before: known }],
  )
  const covered = offersIn(standing)
    .filter((offer) => withdrawsUnlisted({ ...sheet, complete: true }, offer))
    .toSorted(compareTiers)
  const continued = new Set<Terms>(rows.map(({ before }) => before))
  // A partial sheet withdraws only tiers of terms that it lists.
  const withdrawn = covered.filter(
    (offer) => !continued.has(offer) && (sheet.complete || listed.has(keyOf(offer))),
  )
  return { sheet, rows, covered, withdrawn }
}

/** The sheet without the printed AERs that a misprint line of the source excuses on that day: a wrong AER confirms no rate. */
export function withoutMisprints(sheet: Sheet, misprints: readonly Misprint[], day: Day): Sheet {
  const current = misprints.filter(({ until }) => day <= until)
  const offers = sheet.offers.map((offer) => {
    const { annualEffectiveRate: _, ...rest } = offer
    return current.some((misprint) => excuses(misprint, offer, sheet)) ? rest : offer
  })
  return { ...sheet, offers }
}

/** Whether a line means this very offer: the same printed figure, and the same tier. */
function excuses(
  { tier, annualEffectiveRate }: Misprint,
  offer: Offer,
  { offers }: Sheet,
): boolean {
  const { annualEffectiveRate: printed } = offer
  if (printed === undefined || !sameDecimal(printed, annualEffectiveRate)) return false
  if (keyOf(tier) !== keyOf(offer)) return false
  return tier.minimumDeposit === undefined
    ? offers.filter((one) => keyOf(one) === keyOf(tier)).length === 1
    : sameDecimal(tier.minimumDeposit, depositOf(offer))
}

/** A finding about a row that stands. */
export function foundInRow(
  { offer, before }: ComparedRow,
  rest: Pick<Found, 'limit' | 'message'>,
): Found {
  return { tier: tierOf(offer), was: before.rate, now: offer.rate, ...rest }
}

/** A finding about an offer of the sheet, with the rate that stands if there is one. */
export function foundInOffer(
  { rows }: SheetComparison,
  offer: Offer,
  rest: Pick<Found, 'limit' | 'message'>,
): Found {
  const row = rows.find((one) => one.offer === offer)
  return row === undefined
    ? { tier: tierOf(offer), now: offer.rate, ...rest }
    : foundInRow(row, rest)
}
