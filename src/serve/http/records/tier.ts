import { depositOf, type Offer, type Terms, type Tier } from '../../../domain/offer.ts'
import { field, recordOf } from './record.ts'
import * as wire from './wire-types.ts'

/** The terms of an offer as the specification has them: a range has its lower bound. */
export const termsRecord = recordOf<Terms>()({
  product_variant: field(wire.variant, (terms) => terms.variant),
  tenure_months: field(wire.tenure, (terms) => terms.tenure),
  payout_type: field(wire.payout, (terms) => terms.payout),
})

/** The terms of an offer, with the upper bound of a range. */
export const rangeRecord = recordOf<Terms>()({
  product_variant: termsRecord.fields.product_variant,
  tenure_months: termsRecord.fields.tenure_months,
  tenure_to_months: field(wire.tenureTo, (terms) => terms.tenureTo),
  payout_type: termsRecord.fields.payout_type,
})

/** Terms with the upper bound of a range and their minimum deposit. */
export const tierRecord = recordOf<Tier>()({
  ...rangeRecord.fields,
  min_deposit: field(wire.deposit, depositOf),
})

/** An offer as its rate sheet printed it. */
export const printedOffer = recordOf<Offer>()({
  product_variant: field(wire.variant, (offer) => offer.variant),
  tenure_months: field(wire.tenure, (offer) => offer.tenure),
  tenure_days: field(
    wire.days('The tenure in days, if the page prints days; else null.'),
    (offer) => offer.tenureDays,
  ),
  tenure_to_months: field(wire.tenureTo, (offer) => offer.tenureTo),
  tenure_to_days: field(
    wire.days('The upper bound of a range in days, if the page prints days; else null.'),
    (offer) => offer.tenureToDays,
  ),
  payout_type: field(wire.payout, (offer) => offer.payout),
  min_deposit: field(
    wire.described(wire.deposit, 'The minimum deposit; `0.00` if none is stated.', '0.00'),
    depositOf,
  ),
  rate_pa: field(
    wire.described(wire.rate, 'The rate, as published.', '7.250'),
    (offer) => offer.rate,
  ),
  aer: field(
    wire.orNull(wire.rate, 'The annual effective rate, if the page prints one; else null.'),
    (offer) => offer.annualEffectiveRate,
  ),
  product: field(
    wire.textOrNull(
      'The institution’s name of the product; null if the sheet has none.',
      'standard FD',
    ),
    (offer) => offer.product,
  ),
})
