import { insuranceStatuses, type Insurance } from '../../../domain/institution.ts'
import { field, recordOf } from './record.ts'
import * as wire from './wire-types.ts'

/** How deposits are insured. */
export const insuranceRecord = recordOf<Insurance>()({
  status: field(
    wire.choice(
      insuranceStatuses,
      'Whether and how deposits are insured: up to an amount, by a guarantee of the state, or not; `unknown` if nobody has entered it.',
      'insured_up_to',
    ),
    (one) => one.status,
  ),
  amount: field(
    wire.orNull(
      wire.amount,
      'The amount up to which the deposits of one person are insured: an exact decimal with at least two digits after the point. Null unless `status` is `insured_up_to`.',
      '500000.00',
    ),
    (one) => one.amount,
  ),
  currency: field(
    wire.orNull(
      wire.currency,
      'The currency of the amount (ISO 4217), which may differ from that of the book. Null without an amount.',
      'KES',
    ),
    (one) => one.currency,
  ),
  scheme: field(
    wire.orNull(
      wire.anyText,
      'The name of the scheme or of the guarantor. Null if it has not been entered.',
      'KDIC',
    ),
    (one) => one.scheme,
  ),
  address: field(
    wire.orNull(
      wire.anyText,
      'A page that explains the insurance. Null if it has not been entered.',
      'https://scheme.example/limits',
    ),
    (one) => one.address,
  ),
  since: field(
    wire.orNull(
      wire.day,
      'The first day on which this applied. Null if it has not been entered.',
      '2021-01-01',
    ),
    (one) => one.since,
  ),
})

/** An example of how deposits are insured. */
export const insuranceExample = {
  status: 'insured_up_to',
  amount: '500000.00',
  currency: 'KES',
  scheme: null,
  address: null,
  since: null,
}
