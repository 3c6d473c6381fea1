import type { SummaryGroup } from '../../../book/query/summary/summary.ts'
import { field, fieldsOf, recordOf } from './record.ts'
import { termsRecord } from './tier.ts'
import * as wire from './wire-types.ts'

/** A market group with its statistics. `/summary/history` has one for each day. */
export const summaryRecord = recordOf<SummaryGroup>()({
  institution_type: field(wire.institutionType, ({ type }) => type),
  ...fieldsOf(termsRecord, ({ terms }: SummaryGroup) => terms),
  institution_count: field(
    wire.count('The number of institutions that have an offer.', 12),
    ({ figures }) => figures.count,
  ),
  min_rate_pa: field(
    wire.described(
      wire.rate,
      'The lowest headline rate; of several printings of it, the one with the most digits.',
      '7.250',
    ),
    ({ figures }) => figures.least,
  ),
  median_rate_pa: field(
    wire.described(
      wire.rate,
      'The median headline rate: the middle one, or the mean of the middle two.',
      '9.750',
    ),
    ({ figures }) => figures.median,
  ),
  max_rate_pa: field(
    wire.described(
      wire.rate,
      'The highest headline rate; of several printings of it, the one with the most digits.',
      '10.500',
    ),
    ({ figures }) => figures.most,
  ),
  avg_rate_pa: field(
    wire.described(wire.rate, 'The mean headline rate.', '9.188'),
    ({ figures }) => figures.average,
  ),
})
