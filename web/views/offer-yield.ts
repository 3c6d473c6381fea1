import { compareDecimals, type Decimal } from '../../src/domain/decimal.ts'
import {
  annualEffectiveRate,
  annualEffectiveRateText,
  incomeOf,
  interestOf,
  maturityValue,
} from '../../src/domain/yield.ts'
import type { OfferRow } from '../api.ts'
import { toDecimal } from '../format.ts'

/** What an amount earns with an offer. */
export type OfferYield = {
  readonly offer: OfferRow
  /** Whether the amount reaches the offer's minimum deposit. */
  readonly meetsMinimum: boolean
  readonly aer: Decimal
  /** All interest of the tenure. */
  readonly interest: Decimal
  readonly maturityValue: Decimal
  /** The interest of each payout. */
  readonly income: Decimal
}

/** The yield of every offer, highest annual effective rate first. */
export function yieldsOf(offers: readonly OfferRow[], amount: Decimal): readonly OfferYield[] {
  return offers
    .map((offer) => {
      const terms = {
        rate: toDecimal(offer.rate_pa),
        tenure: toDecimal(offer.tenure_months),
        payout: offer.payout_type,
      }
      const deposit = { ...terms, amount }
      return {
        sortKey: annualEffectiveRate(terms),
        offer,
        meetsMinimum: compareDecimals(toDecimal(offer.min_deposit), amount) <= 0,
        aer: annualEffectiveRateText(terms),
        interest: interestOf(deposit),
        maturityValue: maturityValue(deposit),
        income: incomeOf(deposit),
      }
    })
    .toSorted((a, b) => b.sortKey - a.sortKey)
}
