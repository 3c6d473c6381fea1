import {
  compareDecimals,
  meanOfUnits,
  scaleOf,
  unitsOf,
  type Decimal,
} from '../../../src/domain/decimal.ts'
import { interestOf } from '../../../src/domain/yield.ts'
import { reaches, type DepositOffer } from './offer-yield.ts'

/** A part of an amount, deposited with one institution. */
export type SplitPart = {
  readonly offer: DepositOffer
  readonly amount: Decimal
  /** All interest of the tenure. */
  readonly interest: Decimal
}

/** A plan that splits an amount so that no part is above the insured amount. */
type SplitPlan = {
  readonly parts: readonly SplitPart[]
  /** The interest of all parts. */
  readonly interest: Decimal
  /** The amount that no institution takes; zero if all is placed. */
  readonly rest: Decimal
}

/**
 * Splits an amount over institutions so that no part is above the insured amount. Takes the offers in their order, which is
 * that of falling effective rates, and at most one of each institution. The last part may be too small for some of them.
 */
export function splitPlan(
  offers: readonly DepositOffer[],
  amount: Decimal,
  insuredAmount: Decimal,
): SplitPlan {
  const parts: SplitPart[] = []
  const used = new Set<string>()
  let rest = amount
  for (const offer of offers) {
    if (compareDecimals(rest, zero) === 0) break
    const { institution_id: id } = offer.evidence
    const part = compareDecimals(rest, insuredAmount) > 0 ? insuredAmount : rest
    // One pass is enough: parts only become smaller, so an offer that asks for more stays out of reach.
    if (used.has(id) || !reaches(part, offer)) continue
    used.add(id)
    parts.push({ offer, amount: part, interest: interestOf({ ...offer, amount: part }) })
    rest = difference(rest, part)
  }
  return { parts, interest: sum(parts.map(({ interest }) => interest)), rest }
}

const zero = '0' as Decimal

/** `a − b`, exact; zero where `b` is larger. */
export function difference(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(2, scaleOf(a), scaleOf(b))
  const units = unitsOf(a, scale) - unitsOf(b, scale)
  return meanOfUnits(units < 0n ? 0n : units, 1, scale, scale)
}

function sum(values: readonly Decimal[]): Decimal {
  const scale = Math.max(2, ...values.map(scaleOf))
  return meanOfUnits(
    values.reduce((total, value) => total + unitsOf(value, scale), 0n),
    1,
    scale,
    scale,
  )
}
