import {
  canonicalDecimal,
  meanOf,
  meanOfUnits,
  sameDecimal,
  scaleOf,
  unitsOf,
  type Decimal,
} from './decimal.ts'
import type { Payout, Terms } from './offer.ts'
import { countedTenure } from './tenure.ts'

/** The terms that decide what a deposit yields. The rate is in percent per annum, the tenure in months. */
type Yielding = {
  readonly rate: Decimal
  readonly tenure: Decimal
  readonly payout: Payout
}

/** The terms of a deposit whose interest may be compounded more often than it is paid, such as four times a year. */
type Compounding = Yielding & { readonly periodsPerYear?: number | undefined }

/** A deposit of a certain amount. */
type Deposit = Yielding & { readonly amount: Decimal }

/** Interest payments in a year. `maturity` pays once, at the end of the tenure. */
const payoutsAYear = { monthly: 12, quarterly: 4, annual: 1 } as const

/** The formulas as the web page shows them: `r` is the nominal rate, `t` the tenure in years, `m` the payouts a year, `P` the amount. */
export const formulas = {
  maturity: '(1 + r·t)^(1/t) − 1',
  periodic: '(1 + r/m)^m − 1',
  maturityValue: 'P · (1 + r·t)',
  income: 'P · r/m',
} as const

/**
 * The annual effective rate in percent: the interest of a year if every payment is reinvested at once.
 * Only here does a rate become a JavaScript number, because a root has no exact decimal.
 */
export function annualEffectiveRate({ rate, tenure, payout, periodsPerYear }: Compounding): number {
  const nominal = Number(rate) / 100
  const times = periodsPerYear ?? (payout === 'maturity' ? undefined : payoutsAYear[payout])
  if (times === undefined) {
    const { count, perYear } = yearsOf(tenure)
    const years = Number(count) / perYear
    return ((1 + nominal * years) ** (1 / years) - 1) * 100
  }
  return ((1 + nominal / times) ** times - 1) * 100
}

/** A tenure as a fraction of years. The months of a tenure that was printed in days are rounded, so its days count. */
function yearsOf(tenure: Decimal): { readonly count: Decimal; readonly perYear: number } {
  const { count, unit } = countedTenure(tenure)
  return { count, perYear: unit === 'day' ? 365 : 12 }
}

/** The annual effective rate to two digits. It is exact if it equals the nominal rate: with one payout a year, or a tenure of one. */
export function annualEffectiveRateText(terms: Compounding): Decimal {
  const { payout, tenure, periodsPerYear } = terms
  const isNominal =
    periodsPerYear === undefined
      ? payout === 'annual' || (payout === 'maturity' && sameDecimal(tenure, year))
      : periodsPerYear === 1
  if (isNominal) return meanOf([terms.rate], 2)
  return annualEffectiveRate(terms).toFixed(2) as Decimal
}

const year = '12' as Decimal

/**
 * The difference of a printed annual effective rate and the computed one, in percent, without a sign. A range has all rates
 * between those of its bounds.
 */
export function effectiveRateDifference(
  terms: Compounding & Pick<Terms, 'tenureTo'>,
  printed: Decimal,
): Decimal {
  const bounds = [terms.tenure, terms.tenureTo ?? terms.tenure]
  const rates = bounds.map((tenure) => annualEffectiveRate({ ...terms, tenure }))
  const nearest = Math.max(Math.min(Number(printed), Math.max(...rates)), Math.min(...rates))
  // Six digits remove the error of binary fractions, so a difference that is exactly at a limit compares as equal.
  const computed = nearest.toFixed(6) as Decimal
  const scale = Math.max(6, scaleOf(printed))
  const units = unitsOf(computed, scale) - unitsOf(printed, scale)
  return canonicalDecimal(meanOfUnits(units < 0n ? -units : units, 1, scale, scale))
}

/** The simple interest of the whole tenure, exact, rounded half up to the decimals of the currency, `places`. */
export function interestOf({ amount, rate, tenure }: Deposit, places: number): Decimal {
  const { count, perYear } = yearsOf(tenure)
  const scales = [Math.max(places, scaleOf(amount)), scaleOf(rate), scaleOf(count)] as const
  const units = unitsOf(amount, scales[0]) * unitsOf(rate, scales[1]) * unitsOf(count, scales[2])
  return meanOfUnits(units, 100 * perYear, scales[0] + scales[1] + scales[2], places)
}

/** The largest deposit in whole units of the currency that stays, with all its interest, within a limit; exact. */
export function largestInsuredDeposit({ rate, tenure }: Yielding, limit: Decimal): Decimal {
  const { count, perYear } = yearsOf(tenure)
  const [scale, places] = [scaleOf(limit), scaleOf(rate) + scaleOf(count)]
  const whole = BigInt(100 * perYear) * 10n ** BigInt(places)
  const interest = unitsOf(rate, scaleOf(rate)) * unitsOf(count, scaleOf(count))
  const most = (unitsOf(limit, scale) * whole) / (10n ** BigInt(scale) * (whole + interest))
  return String(most) as Decimal
}

/** Interest after withholding tax in percent, exact, rounded half up to `places` digits. */
export function interestAfterTax(interest: Decimal, tax: Decimal, places: number): Decimal {
  const [scale, digits] = [Math.max(places, scaleOf(interest)), scaleOf(tax)]
  const left = unitsOf('100' as Decimal, digits) - unitsOf(tax, digits)
  return meanOfUnits(unitsOf(interest, scale) * left, 100, scale + digits, places)
}

/** The amount and its interest, to `places` digits. */
export function maturityValue(deposit: Deposit, places: number): Decimal {
  const { amount } = deposit
  const scale = Math.max(places, scaleOf(amount))
  const interest = unitsOf(interestOf(deposit, places), scale)
  return meanOfUnits(unitsOf(amount, scale) + interest, 1, scale, places)
}

/** The interest of each payout, exact, rounded half up to `places` digits. `maturity` has a single payout. */
export function incomeOf(deposit: Deposit, places: number): Decimal {
  const { amount, rate, payout } = deposit
  if (payout === 'maturity') return interestOf(deposit, places)
  const [scale, digits] = [Math.max(places, scaleOf(amount)), scaleOf(rate)]
  const units = unitsOf(amount, scale) * unitsOf(rate, digits)
  return meanOfUnits(units, 100 * payoutsAYear[payout], scale + digits, places)
}

/** The difference of two rates in basis points (hundredths of a percent), exact, without a sign. */
export function basisPointsBetween(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(2, scaleOf(a), scaleOf(b))
  const units = unitsOf(a, scale) - unitsOf(b, scale)
  const size = meanOfUnits((units < 0n ? -units : units) * 100n, 1, scale, scale)
  return canonicalDecimal(size)
}
