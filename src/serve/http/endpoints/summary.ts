import { Type } from 'typebox'
import { stalenessSpan } from '../../../book/query/freshness.ts'
import { summary, type SummaryGroup } from '../../../book/query/summary/summary.ts'
import { endpoint } from '../endpoint.ts'
import { field, fieldsOf, recordOf } from '../records/record.ts'
import { termsRecord } from '../records/tier.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'

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

export default endpoint({
  name: 'getSummary',
  path: '/summary',
  tag: 'Rates',
  recordName: 'SummaryGroup',
  summary: 'Minimum, median, maximum and average of each market group',
  description:
    'Statistics of the headline offers of active institutions, grouped by type, variant, tenure and payout. Median and average are rounded half away from zero to three digits, or to the finest scale in the group. Order: type (bank, nbfi), then variant as listed, rising tenure, payout as listed.',
  query: Type.Object({
    type: Type.Optional(parameters.type),
    variant: Type.Optional(parameters.variant),
    tenure_months: Type.Optional(parameters.tenure),
    payout_type: Type.Optional(parameters.payout),
    fresh_only: parameters.freshOnly,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(summaryRecord.schema),
  answer: ({ market, query, now }) => ({
    kind: 'list',
    span: query.fresh_only ? stalenessSpan(market, now) : undefined,
    rows: summary(market, {
      ...parameters.termsOf(query),
      freshAt: query.fresh_only ? now : undefined,
    }).map(summaryRecord.writer()),
  }),
})
