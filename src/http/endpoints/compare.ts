import { comparison } from '../../query/comparison.ts'
import { endpoint, found } from '../endpoint.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from '../schema/schema.ts'

export default endpoint({
  name: 'compareOffers',
  path: '/compare',
  summary: 'Offers for one set of terms, best first',
  description:
    'The headline offer (lowest minimum deposit) of each active institution for one set of terms. Order: highest rate first, then institution id.',
  query: Type.Object({
    tenure_months: parameters.tenure,
    variant: parameters.withDefault(parameters.variant, 'general'),
    payout_type: parameters.withDefault(parameters.payout, 'maturity'),
    type: Type.Optional(parameters.type),
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
  answer: ({ market, query }) => {
    const { tenure_months: tenure, variant, payout_type: payout, type } = query
    return found(
      comparison(market, { tenure, variant, payout, type }).map(({ institution, headline }) => ({
        institution_id: institution.id,
        institution_name: institution.name,
        institution_type: institution.type,
        tenure_months: fields.tenureText(headline.tenure),
        rate_pa: fields.rateText(headline.rate),
        payout_type: headline.payout,
      })),
    )
  },
})
