import { instantText } from '../../domain/instant.ts'
import { depositOf } from '../../domain/offer.ts'
import { currentOffers } from '../../query/current-offers.ts'
import { endpoint } from '../endpoint.ts'
import { freshFilter, freshSpan } from '../fresh-only.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { termsOf } from '../schema/terms.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'listCurrentOffers',
  path: '/rates/current',
  recordName: 'CurrentOffer',
  summary: 'The current offers',
  description:
    'The currently published offers of active institutions. Each minimum deposit is a separate offer. Order: institution id, then variant as listed, rising tenure, payout as listed, rising minimum deposit.',
  query: Type.Object({
    institution_id: Type.Optional(parameters.institutionId),
    type: Type.Optional(parameters.type),
    variant: Type.Optional(parameters.variant),
    tenure_months: Type.Optional(parameters.tenure),
    payout_type: Type.Optional(parameters.payout),
    deposit: Type.Optional(parameters.deposit),
    fresh_only: parameters.freshOnly,
    known_at: Type.Optional(parameters.knownAt),
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
        'When the latest rate sheet that lists the offer was read.',
        '2026-06-09T00:00:00Z',
      ),
      source_url: fields.address(
        'The page that this rate sheet was read from.',
        'https://www.peoplesbank.lk/interest-rates/',
      ),
    }),
  ),
  fromMarket: true,
  linksEvidence: true,
  answer: ({ market, query, now }) => ({
    kind: 'list',
    ...freshSpan({ market, query, now }),
    rows: () =>
      currentOffers(market, {
        institutionId: query.institution_id,
        deposit: query.deposit,
        ...termsOf(query),
        ...freshFilter({ market, query, now }),
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
  }),
})
