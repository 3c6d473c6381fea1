import { rateHistory } from '../../query/rate-history.ts'
import { endpoint, foundList } from '../endpoint.ts'
import { noInstitution } from '../message/problem.ts'
import { historyPages } from '../rows/record-pages.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from '../schema/schema.ts'

export default endpoint({
  name: 'listRateHistory',
  path: '/rates/history/{institution_id}',
  summary: 'How one institution’s rates moved',
  description:
    'The append-only history of an institution’s headline rates, active or not. Order: newest first, the order of the book reversed. 404 if the institution does not exist.',
  query: Type.Object({
    variant: Type.Optional(parameters.variant),
    tenure_months: Type.Optional(parameters.tenure),
    payout_type: Type.Optional(parameters.payout),
    limit: parameters.limit(1000, 200),
    offset: parameters.offset,
  }),
  response: fields.listOf(
    fields.record({
      institution_id: fields.institutionId,
      tenure_months: fields.tenure,
      prev_rate_pa: fields.described(
        fields.rate,
        'The headline rate before; the same as the new one if `initial`.',
        '7.500',
      ),
      new_rate_pa: fields.described(fields.rate, 'The headline rate since.', '8.500'),
      direction: fields.direction,
      changed_at: fields.described(
        fields.instant,
        'The instant of the publication.',
        '2026-06-09T00:00:00Z',
      ),
    }),
  ),
  fromMarket: true,
  isPaged: true,
  answer: ({ market, query, id, derived }) => {
    const { variant, tenure_months: tenure, payout_type: payout } = query
    const list = rateHistory(market, id, { variant, tenure, payout })
    if (list === undefined) return { kind: 'not-found', detail: noInstitution(id) }
    return foundList(list, derived(market.records.ledger, historyPages))
  },
})
