import { depositOf, type Terms, type Tier } from '../../domain/offer.ts'
import { field, recordOf } from './record.ts'
import * as wire from './wire-types.ts'

/** The terms of an offer. */
export const termsRecord = recordOf<Terms>()({
  product_variant: field(wire.variant, (terms) => terms.variant),
  tenure_months: field(wire.tenure, (terms) => terms.tenure),
  payout_type: field(wire.payout, (terms) => terms.payout),
})

/** Terms with their minimum deposit. */
export const tierRecord = recordOf<Tier>()({
  ...termsRecord.fields,
  min_deposit: field(wire.deposit, depositOf),
})
