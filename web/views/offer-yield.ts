import { compareDecimals, type Decimal } from '../../src/domain/decimal.ts'
import {
  annualEffectiveRate,
  annualEffectiveRateText,
  incomeOf,
  interestOf,
  maturityValue,
} from '../../src/domain/yield.ts'
import type { Offer } from '../api.ts'
import { decimal } from '../words.ts'

/** What an amount brings with an offer. */
export type OfferYield = {
  readonly offer: Offer
  /** Whether the amount is as much as the offer asks for. */
  readonly isOpen: boolean
  readonly aer: Decimal
  readonly interest: Decimal
  readonly maturityValue: Decimal
  /** What each payout brings. */
  readonly income: Decimal
}

/** What every offer brings, the highest annual effective rate first. */
export function yieldsOf(offers: readonly Offer[], amount: Decimal): readonly OfferYield[] {
  return offers
    .map((offer) => {
      const terms = {
        rate: decimal(offer.rate_pa),
        tenure: decimal(offer.tenure_months),
        payout: offer.payout_type,
      }
      const deposit = { ...terms, amount }
      return {
        order: annualEffectiveRate(terms),
        offer,
        isOpen: compareDecimals(decimal(offer.min_deposit), amount) <= 0,
        aer: annualEffectiveRateText(terms),
        interest: interestOf(deposit),
        maturityValue: maturityValue(deposit),
        income: incomeOf(deposit),
      }
    })
    .toSorted((a, b) => b.order - a.order)
}
