import { comparison } from '../../query/current-offers.ts'
import { endpoint } from '../endpoint.ts'
import { freshFilter, freshSpan } from '../fresh-only.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { termsOf } from '../schema/terms.ts'
import { Type } from 'typebox'

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
  response: fields.listOf(
    fields.record({
      institution_id: fields.institutionId,
      institution_name: fields.institutionName,
      institution_type: fields.institutionType,
      tenure_months: fields.tenure,
      rate_pa: fields.rate,
      payout_type: fields.payout,
    }),
  ),
  fromMarket: true,
  answer: ({ market, query, now }) => ({
    kind: 'list',
    ...freshSpan({ market, query, now }),
    rows: () =>
      comparison(market, {
        deposit: query.deposit,
        ...termsOf(query),
        ...freshFilter({ market, query, now }),
      }).map(({ institution, offer }) => ({
        institution_id: institution.id,
        institution_name: institution.name,
        institution_type: institution.type,
        tenure_months: fields.tenureText(offer.tenure),
        rate_pa: fields.rateText(offer.rate),
        payout_type: offer.payout,
      })),
  }),
})
