import { summary } from '../../../book/query/summary/summary.ts'
import { stalenessSpan } from '../../../book/query/freshness.ts'
import { endpoint } from '../endpoint.ts'
import { summaryRecord } from '../records/summary.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

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
  fromMarket: true,
  answer: ({ market, query, now }) => ({
    kind: 'list',
    span: query.fresh_only ? stalenessSpan(market, now) : undefined,
    rows: summary(market, {
      ...parameters.termsOf(query),
      freshAt: query.fresh_only ? now : undefined,
    }).map(summaryRecord.writer()),
  }),
})
