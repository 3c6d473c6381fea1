import { depositOf } from '../../domain/offer.ts'
import { currentOffers, type CurrentOffer } from '../../query/current-offers.ts'
import { stalenessSpan } from '../../query/freshness.ts'
import { endpoint } from '../endpoint.ts'
import { field, recordOf } from '../records/record.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

const record = recordOf<CurrentOffer>()({
  institution_id: field(wire.institutionId, ({ institution }) => institution.id),
  institution_name: field(wire.institutionName, ({ institution }) => institution.name),
  product_variant: field(wire.variant, (offer) => offer.variant),
  tenure_months: field(wire.tenure, (offer) => offer.tenure),
  rate_pa: field(wire.rate, (offer) => offer.rate),
  payout_type: field(wire.payout, (offer) => offer.payout),
  min_deposit: field(wire.deposit, depositOf),
  currency: field(wire.currency, (offer) => offer.currency),
  scraped_at: field(
    wire.instant('When the latest rate sheet that lists the offer was read.'),
    (offer) => offer.scrapedAt,
  ),
  source_url: field(
    wire.address(
      'The page that this rate sheet was read from.',
      'https://www.peoplesbank.lk/interest-rates/',
    ),
    (offer) => offer.sourceUrl,
  ),
})

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
  response: Type.Array(record.schema),
  fromMarket: true,
  linksEvidence: true,
  answer: ({ market, query, now }) => ({
    kind: 'list',
    span: query.fresh_only ? stalenessSpan(market, now) : undefined,
    rows: currentOffers(market, {
      institutionId: query.institution_id,
      deposit: query.deposit,
      ...parameters.termsOf(query),
      freshAt: query.fresh_only ? now : undefined,
    }).map(record.writer()),
  }),
})
