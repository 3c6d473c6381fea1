import { depositOf, type Terms, type Tier } from '../../domain/offer.ts'
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
