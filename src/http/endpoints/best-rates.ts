import { instantText } from '../../domain/instant.ts'
import { bestRates } from '../../query/best-rates.ts'
import { endpoint } from '../endpoint.ts'
import { freshFilter, freshSpan } from '../fresh-only.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'listBestRates',
  path: '/reports/best-rates',
  recordName: 'BestRate',
  summary: 'Each institution’s highest offer',
  description:
    'The highest of all current offers of each active institution; at equal rates the one with the shortest tenure, then payout as listed, variant as listed, lowest minimum deposit. Order: highest rate first, then institution id.',
  query: Type.Object({
    type: Type.Optional(parameters.type),
    limit: parameters.limit(100, 20),
    deposit: Type.Optional(parameters.deposit),
    fresh_only: parameters.freshOnly,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: fields.listOf(
    fields.record({
      institution_id: fields.institutionId,
      name: fields.institutionName,
      type: fields.institutionType,
      best_rate_pa: fields.described(fields.rate, 'The highest rate of the institution.', '13.250'),
      best_tenure_months: fields.described(
        fields.tenure,
        'The tenure of that rate, in months.',
        '60.00',
      ),
      best_payout_type: fields.payout,
      last_changed_at: fields.described(
        fields.instant,
        'When the rate of that offer last changed.',
        '2026-06-09T00:00:00Z',
      ),
      trend: fields.trend,
    }),
  ),
  fromMarket: true,
  answer: ({ market, query, now }) => ({
    kind: 'list',
    ...freshSpan({ market, query, now }),
    rows: () =>
      bestRates(market, { ...query, ...freshFilter({ market, query, now }) }).map(
        ({ institution, offer, lastChangedAt, trend }) => ({
          institution_id: institution.id,
          name: institution.name,
          type: institution.type,
          best_rate_pa: fields.rateText(offer.rate),
          best_tenure_months: fields.tenureText(offer.tenure),
          best_payout_type: offer.payout,
          last_changed_at: instantText(lastChangedAt),
          trend,
        }),
      ),
  }),
})
