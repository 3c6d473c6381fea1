import { comparison, type StandingOffer } from '../../query/current-offers.ts'
import { stalenessSpan } from '../../query/freshness.ts'
import { endpoint } from '../endpoint.ts'
import { institutionOfRecord } from '../records/institution.ts'
import { field, fieldsOf, recordOf } from '../records/record.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

const record = recordOf<StandingOffer>()({
  ...fieldsOf(institutionOfRecord, ({ institution }: StandingOffer) => institution),
  tenure_months: field(wire.tenure, ({ offer }) => offer.tenure),
  rate_pa: field(wire.rate, ({ offer }) => offer.rate),
  payout_type: field(wire.payout, ({ offer }) => offer.payout),
})

export default endpoint({
  name: 'compareOffers',
  path: '/compare',
  recordName: 'ComparisonOffer',
  summary: 'Offers for one set of terms, best first',
  description:
    'The headline offer (lowest minimum deposit) of each active institution for one set of terms; with `deposit`, its highest rate for that amount. Order: highest rate first, then institution id.',
  query: Type.Object({
    tenure_months: parameters.tenure,
    variant: parameters.withDefault(parameters.variant, 'general'),
    payout_type: parameters.withDefault(parameters.payout, 'maturity'),
    type: Type.Optional(parameters.type),
    deposit: Type.Optional(parameters.deposit),
    fresh_only: parameters.freshOnly,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(record.schema),
  fromMarket: true,
  answer: ({ market, query, now }) => ({
    kind: 'list',
    span: query.fresh_only ? stalenessSpan(market, now) : undefined,
    rows: comparison(market, {
      deposit: query.deposit,
      ...parameters.termsOf(query),
      freshAt: query.fresh_only ? now : undefined,
    }).map(record.writer()),
  }),
})
