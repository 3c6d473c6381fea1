import { instantText } from '../../domain/instant.ts'
import { depositOf } from '../../domain/offer.ts'
import { currentOffers } from '../../query/current-offers.ts'
import { endpoint, found } from '../endpoint.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from '../schema/schema.ts'

export default endpoint({
  name: 'listCurrentOffers',
  path: '/rates/current',
  summary: 'The offers that stand now',
  description:
    'The currently published offers of active institutions; every minimum deposit is an offer of its own. Order: institution id, then variant as listed, tenure rising, payout as listed, minimum deposit rising.',
  query: Type.Object({
    institution_id: Type.Optional(parameters.institutionId),
    type: Type.Optional(parameters.type),
    variant: Type.Optional(parameters.variant),
    tenure_months: Type.Optional(parameters.tenure),
    payout_type: Type.Optional(parameters.payout),
  }),
  response: fields.listOf(
    fields.record({
      institution_id: fields.institutionId,
      institution_name: fields.institutionName,
      product_variant: fields.variant,
      tenure_months: fields.tenure,
      rate_pa: fields.rate,
      payout_type: fields.payout,
      min_deposit: fields.deposit,
      currency: fields.currency,
      scraped_at: fields.described(
        fields.instant,
        'When the latest sheet that lists the offer was read.',
        '2026-06-09T00:00:00Z',
      ),
      source_url: fields.address(
        'Where that sheet was read.',
        'https://www.peoplesbank.lk/interest-rates/',
      ),
    }),
  ),
  fromMarket: true,
  answer: ({ market, query }) =>
    found(
      currentOffers(market, {
        institutionId: query.institution_id,
        type: query.type,
        variant: query.variant,
        tenure: query.tenure_months,
        payout: query.payout_type,
      }).map((offer) => ({
        institution_id: offer.institution.id,
        institution_name: offer.institution.name,
        product_variant: offer.variant,
        tenure_months: fields.tenureText(offer.tenure),
        rate_pa: fields.rateText(offer.rate),
        payout_type: offer.payout,
        min_deposit: fields.depositText(depositOf(offer)),
        currency: offer.currency,
        scraped_at: instantText(offer.scrapedAt),
        source_url: offer.sourceUrl,
      })),
    ),
})
