import { expectedTenuresGone, goneTiers, type ExpectedTenures } from './rules/withdrawals.ts'
import type { Day } from '../../domain/day.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import { type Sheet, depositOf, keyOf, type Tier, type Offer } from '../../domain/offer.ts'
import type { InstitutionBook } from '../market/market.ts'
import { compareWithStanding } from './comparison.ts'
import { figureRules } from './gate.ts'
import { printedDate } from './rules/printed-date.ts'
import { ratesAtOtherTenures } from './rules/moves.ts'
import { sameDecimal, type Decimal } from '../../domain/decimal.ts'

/** A sheet that a collector read, and what the rules compare it with. */
export type CollectedSheet = {
  /** Complete, for the variants that its source reads. */
  readonly sheet: Sheet
  /** The institution's book before the sheet; `undefined` if nothing is known. */
  readonly book: Pick<InstitutionBook, 'standing'> | undefined
  /** The findings and dates of the reading. */
  readonly reading: {
    readonly printedDate?: { readonly day: Day } | undefined
    readonly findings: readonly Finding[]
  }
  readonly source: SourceRules
  readonly limits: GateLimits
  /** Whether somebody has accepted this version of the source definition. */
  readonly isSourceAccepted: boolean
  /** The day of the capture at the place of the institution. */
  readonly today: Day
  /** The date that was printed on the last sheet that was published or verified; absent if there was none. */
  readonly lastPrintedDate?: Day | undefined
}

/**
 * Checks whether a collected sheet is plausible. Returns the findings of the reading and of all rules, in the order of
 * `docs/gate.md`, those of one rule in terms order.
 */
export function checkCollected({
  sheet,
  book,
  reading,
  source,
  limits,
  isSourceAccepted,
  today,
  lastPrintedDate,
}: CollectedSheet): readonly Finding[] {
  const confirming = withoutMisprints(sheet, source.misprints, today)
  const comparison = compareWithStanding(confirming, book?.standing ?? new Map())
  const dates = { printed: reading.printedDate?.day, today, last: lastPrintedDate }
  return [
    ...reading.findings,
    ...printedDate(comparison, dates),
    ...figureRules.flatMap((rule) =>
      rule(comparison, { ...limits, ...source.limits }, source.periodsPerYear),
    ),
    ...ratesAtOtherTenures(comparison, source.periodsPerYear),
    ...expectedTenuresGone(comparison, source.expects),
    ...goneTiers(comparison),
    ...(isSourceAccepted ? [] : [sourceNotAccepted(sheet)]),
  ]
}

function sourceNotAccepted({ institutionId }: Sheet): Finding {
  const message = `Nobody has accepted this version of the source definition; compare the sheet with the page, then run: ratebook source accept ${institutionId}.`
  return { rule: 'source-not-accepted', message }
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

/** A printed AER that is known to be wrong. */
export type Misprint = {
  /** The minimum deposit may be absent where the sheet has one tier of these terms. */
  readonly tier: Tier
  readonly annualEffectiveRate: Decimal
  /** The last day on which it is excused. */
  readonly until: Day
}

/**
 * The sheet without the printed AERs that a misprint line of the source excuses on that day. A wrong AER confirms no rate, so
 * the rules must not see it.
 */
function withoutMisprints(sheet: Sheet, misprints: readonly Misprint[], day: Day): Sheet {
  const current = misprints.filter(({ until }) => day <= until)
  if (current.length === 0) return sheet
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
