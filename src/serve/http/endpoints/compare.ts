import { Type } from 'typebox'
import { comparison, type StandingOffer } from '../../../book/query/current-offers.ts'
import { stalenessSpan } from '../../../book/query/freshness.ts'
import type { Decimal } from '../../../domain/decimal.ts'
import { endpoint } from '../endpoint.ts'
import { institutionOfRecord } from '../records/institution.ts'
import { field, fieldsOf, recordOf } from '../records/record.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'

/** An offer, and the tenure that was asked for. */
type ComparedOffer = StandingOffer & { readonly tenure: Decimal }

const record = recordOf<ComparedOffer>()({
  ...fieldsOf(institutionOfRecord, ({ institution }: ComparedOffer) => institution),
  tenure_months: field(wire.tenure, ({ offer, tenure }) =>
    offer.tenureTo === undefined ? offer.tenure : tenure,
  ),
  rate_pa: field(wire.rate, ({ offer }) => offer.rate),
  payout_type: field(wire.payout, ({ offer }) => offer.payout),
})

export default endpoint({
  name: 'compareOffers',
  path: '/compare',
  tag: 'Rates',
  recordName: 'ComparisonOffer',
  summary: 'Offers for one set of terms, best first',
  description:
    'The headline offer of each active institution for a tenure, variant and payout: of the offers for this tenure and for a range of tenures that includes it, the one with the lowest minimum deposit, then one for this tenure alone, then the narrower range, then the one that begins earlier. With `deposit`, its highest rate for that amount. Order: highest rate first, then institution id.',
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
  answer: ({ market, query, now }) => {
    const terms = parameters.termsOf(query)
    const write = record.writer()
    const freshAt = query.fresh_only ? now : undefined
    return {
      kind: 'list',
      span: query.fresh_only ? stalenessSpan(market, now) : undefined,
      rows: comparison(market, { deposit: query.deposit, ...terms, freshAt }).map((one) =>
        write({ ...one, tenure: terms.tenure }),
      ),
    }
  },
})
