import { Type } from 'typebox'
import { bestRates, type BestRate } from '../../../book/query/best-rates.ts'
import { stalenessSpan } from '../../../book/query/freshness.ts'
import { endpoint } from '../endpoint.ts'
import { field, recordOf } from '../records/record.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'

const record = recordOf<BestRate>()({
  institution_id: field(wire.institutionId, ({ institution }) => institution.id),
  name: field(wire.institutionName, ({ institution }) => institution.name),
  type: field(wire.institutionType, ({ institution }) => institution.type),
  best_rate_pa: field(
    wire.described(wire.rate, 'The highest rate of the institution.', '13.250'),
    ({ offer }) => offer.rate,
  ),
  best_tenure_months: field(
    wire.described(wire.tenure, 'The tenure of that rate, in months.', '60.00'),
    ({ offer }) => offer.tenure,
  ),
  best_payout_type: field(wire.payout, ({ offer }) => offer.payout),
  last_changed_at: field(
    wire.instant(
      'When the rate of that offer was last raised or cut; if never, when it was first published.',
    ),
    (best) => best.lastChangedAt,
  ),
  trend: field(
    wire.choice(
      ['up', 'down', 'flat'],
      'The direction of the raise or cut at `last_changed_at`; `flat` if the rate never changed.',
      'up',
    ),
    (best) => best.trend,
  ),
})

export default endpoint({
  name: 'listBestRates',
  path: '/reports/best-rates',
  tag: 'Rates',
  recordName: 'BestRate',
  summary: 'Each institution’s highest offer',
  description:
    'The highest of all current offers of each active institution; at equal rates the one with the shortest tenure, then payout as listed, variant as listed, lowest minimum deposit, one tenure before ranges, the narrower range. Order: highest rate first, then institution id.',
  query: Type.Object({
    type: Type.Optional(parameters.type),
    limit: parameters.limit(100, 20),
    deposit: Type.Optional(parameters.deposit),
    fresh_only: parameters.freshOnly,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(record.schema),
  answer: ({ market, query, now }) => ({
    kind: 'list',
    span: query.fresh_only ? stalenessSpan(market, now) : undefined,
    rows: bestRates(market, { ...query, freshAt: query.fresh_only ? now : undefined }).map(
      record.writer(),
    ),
  }),
})
