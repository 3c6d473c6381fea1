import { monthsOfDays, type Decimal } from '../../src/domain/decimal.ts'
import {
  compareTerms,
  payouts,
  variants,
  type Payout,
  type Terms,
  type Variant,
} from '../../src/domain/offer.ts'
import type { Random } from './random.ts'

/** What a sheet lists of some terms, but for the rate: one line for each minimum deposit, rising. */
export type Line = Terms & {
  readonly tenureDays?: number
  /** Empty for a line that states no minimum deposit. */
  readonly deposits: readonly Decimal[]
}

const months = [1, 2, 3, 6, 9, 12, 15, 18, 24, 36, 48, 60].map((count) => tenureOf(`${count}`))
// Sheets print days too: 100 days are 3.29 months.
const days = [30, 100, 200, 400].map((count) => ({
  tenure: monthsOfDays(count),
  tenureDays: count,
}))
const halves = [tenureOf('4.5'), tenureOf('30.50')]

type Tenure = Pick<Line, 'tenure' | 'tenureDays'>

/** The lines of one institution in terms order: what everybody offers, and then some of everything else. */
export function linesOf(random: Random, count: number): Line[] {
  const common = pool.filter(isCommon)
  const others = pool.filter((terms) => !isCommon(terms))
  const chosen = [...common, ...random.some(others, count - common.length)]
  return chosen.toSorted(compareTerms).map((terms) => ({ ...terms, deposits: depositsOf(random) }))
}

/** Some of all terms that are ever offered. */
export function poolOf(count: number): Pick<Line, keyof Terms | 'tenureDays'>[] {
  return pool.slice(0, count)
}

const pool = variants.flatMap((variant) =>
  [...months, ...days, ...halves].flatMap((tenure) =>
    payouts
      .filter((payout) => isOffered(tenure, variant, payout))
      .map((payout): Tenure & Terms => ({ ...tenure, variant, payout })),
  ),
)

function isOffered({ tenure }: Tenure, variant: Variant, payout: Payout): boolean {
  const length = Number(tenure)
  if (payout === 'maturity') return true
  if (variant === 'minor' || variant === 'digital') return false
  return length >= (payout === 'annual' ? 24 : payout === 'quarterly' ? 6 : 3)
}

function isCommon({ variant, tenure, payout }: Terms): boolean {
  const common = variant === 'general' || variant === 'senior_citizen'
  const isUsual = ['1', '3', '6', '12', '24', '36', '48', '60'].includes(tenure)
  return common && isUsual && (payout === 'maturity' || (payout === 'monthly' && tenure !== '1'))
}

/** Every seventh states a minimum deposit; of those some have several, each with a rate of its own. */
function depositsOf(random: Random): Decimal[] {
  const roll = random.below(35)
  if (roll === 0) return ['5000', '100000', '1000000.00'] as Decimal[]
  return (roll < 5 ? [random.one(['1000', '5000', '25000.00'])] : []) as Decimal[]
}

function tenureOf(text: string): Tenure {
  return { tenure: text as Decimal }
}
