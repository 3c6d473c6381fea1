import {
  compareDecimals,
  meanOfUnits,
  scaleOf,
  unitsOf,
  type Decimal,
} from '../../../src/domain/decimal.ts'
import { interestOf, largestInsuredDeposit } from '../../../src/domain/yield.ts'
import type { Background } from '../../api/background.ts'
import { toDecimal } from '../../rates/format.ts'
import { reaches, type DepositOffer } from './offer-yield.ts'

/** A part of an amount, deposited with one institution. */
export type SplitPart = {
  readonly offer: DepositOffer
  readonly amount: Decimal
  /** All interest of the tenure. */
  readonly interest: Decimal
}

/** A plan that splits an amount so that each part is insured with its interest. */
type SplitPlan = {
  readonly parts: readonly SplitPart[]
  /** The interest of all parts. */
  readonly interest: Decimal
  /** The amount that no institution takes; zero if all is placed. */
  readonly rest: Decimal
}

/** The cover of an institution's insurance: deposits up to a limit, all of them, or nothing that a plan can rely on. */
export type Cover = { readonly upTo: Decimal } | 'all' | 'nothing'

/** The cover of an institution's insurance. A limit in another currency than the book's cannot be compared. */
export function coverOf(
  institutionId: string,
  { institutions, currency }: Pick<Background, 'institutions' | 'currency'>,
): Cover {
  const insurance = institutions.get(institutionId)?.insurance
  if (insurance?.status === 'guaranteed_by_state') return 'all'
  if (insurance?.status !== 'insured_up_to' || insurance.currency !== currency) return 'nothing'
  return { upTo: toDecimal(insurance.amount ?? '0') }
}

/** The most of an amount that is insured with an offer, all interest of the tenure counted. */
export function insuredPart(amount: Decimal, offer: DepositOffer, cover: Cover): Decimal {
  if (cover === 'all') return amount
  if (cover === 'nothing') return zero
  const most = largestInsuredDeposit(offer, cover.upTo)
  return compareDecimals(amount, most) > 0 ? most : amount
}

/**
 * Splits an amount over institutions so that each part is insured with its interest. Takes the offers in their order, which is
 * that of falling effective rates, and at most one of each institution. The last part may be too small for some of them.
 * Interest has the decimals of the currency, `places`.
 */
export function splitPlan(
  offers: readonly DepositOffer[],
  amount: Decimal,
  coverOfId: (institutionId: string) => Cover,
  places: number,
): SplitPlan {
  const parts: SplitPart[] = []
  const used = new Set<string>()
  let rest = amount
  for (const offer of offers) {
    if (compareDecimals(rest, zero) === 0) break
    const { institution_id: id } = offer.evidence
    if (used.has(id)) continue
    const part = insuredPart(rest, offer, coverOfId(id))
    // One pass is enough: parts of an offer only become smaller, so one that asks for more stays out of reach.
    if (compareDecimals(part, zero) === 0 || !reaches(part, offer)) continue
    used.add(id)
    parts.push({ offer, amount: part, interest: interestOf({ ...offer, amount: part }, places) })
    rest = difference(rest, part)
  }
  return { parts, interest: sum(parts.map(({ interest }) => interest)), rest }
}

const zero = '0' as Decimal

/** `a − b`, exact; zero where `b` is larger. */
export function difference(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(scaleOf(a), scaleOf(b))
  const units = unitsOf(a, scale) - unitsOf(b, scale)
  return meanOfUnits(units < 0n ? 0n : units, 1, scale, scale)
}

export function sum(values: readonly Decimal[]): Decimal {
  const scale = Math.max(0, ...values.map(scaleOf))
  return meanOfUnits(
    values.reduce((total, value) => total + unitsOf(value, scale), 0n),
    1,
    scale,
    scale,
  )
}
