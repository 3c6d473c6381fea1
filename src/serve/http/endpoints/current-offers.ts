import { Type } from 'typebox'
import { currentOffers, type CurrentOffer } from '../../../book/query/current-offers.ts'
import { stalenessSpan } from '../../../book/query/freshness.ts'
import { depositOf } from '../../../domain/offer.ts'
import { endpoint } from '../endpoint.ts'
import { detail, field, recordOf, writerOf } from '../records/record.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'

const fields = {
  institution_id: field(wire.institutionId, ({ institution }: CurrentOffer) => institution.id),
  institution_name: field(
    wire.institutionName,
    ({ institution }: CurrentOffer) => institution.name,
  ),
  product_variant: field(wire.variant, (offer: CurrentOffer) => offer.variant),
  tenure_months: field(wire.tenure, (offer: CurrentOffer) => offer.tenure),
  rate_pa: field(wire.rate, (offer: CurrentOffer) => offer.rate),
  payout_type: field(wire.payout, (offer: CurrentOffer) => offer.payout),
  min_deposit: field(wire.deposit, depositOf),
  currency: field(wire.currency, (offer: CurrentOffer) => offer.currency),
  scraped_at: field(
    wire.instant('When the latest rate sheet that lists the offer was read.'),
    (offer: CurrentOffer) => offer.scrapedAt,
  ),
  source_url: field(
    wire.address(
      'The page that this rate sheet was read from.',
      'https://www.peoplesbank.lk/interest-rates/',
    ),
    (offer: CurrentOffer) => offer.sourceUrl,
  ),
}

/** The fields that only `details=true` requests. */
const details = {
  tenure_to_months: detail(wire.tenureTo, ({ tenureTo }: CurrentOffer) => tenureTo),
}

const record = recordOf<CurrentOffer>()({ ...fields, ...details })

export default endpoint({
  name: 'listCurrentOffers',
  path: '/rates/current',
  tag: 'Rates',
  recordName: 'CurrentOffer',
  summary: 'The current offers',
  description:
    'The currently published offers of active institutions. Each minimum deposit is a separate offer. An offer for a range of tenures has its lower bound in `tenure_months`; the filter `tenure_months` finds it at every tenure in the range. Order: institution id, then variant as listed, rising tenure, payout as listed, rising upper bound, rising minimum deposit.',
  query: Type.Object({
    institution_id: Type.Optional(parameters.institutionId),
    type: Type.Optional(parameters.type),
    variant: Type.Optional(parameters.variant),
    tenure_months: Type.Optional(parameters.tenure),
    payout_type: Type.Optional(parameters.payout),
    deposit: Type.Optional(parameters.deposit),
    fresh_only: parameters.freshOnly,
    details: parameters.details,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(record.schema),
  linksEvidence: true,
  answer: ({ market, query, now }) => {
    const { columns, write } = writerOf<CurrentOffer>({ ...fields, ...(query.details && details) })
    const rows = currentOffers(market, {
      institutionId: query.institution_id,
      deposit: query.deposit,
      ...parameters.termsOf(query),
      freshAt: query.fresh_only ? now : undefined,
    }).map(write)
    const span = query.fresh_only ? stalenessSpan(market, now) : undefined
    return { kind: 'list', span, rows, columns }
  },
})
