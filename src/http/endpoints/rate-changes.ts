import { countOf, pageOf } from '../../query/rate-history.ts'
import { rateChanges } from '../../query/rate-changes.ts'
import { endpoint, type WireRow } from '../endpoint.ts'
import { changesFeed } from '../formats/changes-feed.ts'
import { changeNames, changeRows } from '../rows.ts'
import { changeDetails } from '../schema/change-details.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { termsOf } from '../schema/terms.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'listRateChanges',
  path: '/rates/changes',
  recordName: 'RateChange',
  summary: 'Raises and cuts across the market',
  description:
    'The raises and cuts of all institutions, active or not; `initial` and `flat` records, corrections, and changes that a correction names as false are left out. A change after a false one is compared with the corrected rate. Each minimum deposit of some terms has changes of its own. Order: newest first, the order of the book reversed.',
  query: Type.Object({
    since: Type.Optional(parameters.since),
    type: Type.Optional(parameters.type),
    direction: Type.Optional(parameters.move),
    institution_id: Type.Optional(parameters.institutionId),
    limit: parameters.limit(1000, 200),
    offset: parameters.offset,
    details: parameters.details,
    until: Type.Optional(parameters.until),
    variant: Type.Optional(parameters.beyond(parameters.variant)),
    tenure_months: Type.Optional(parameters.beyond(parameters.tenure)),
    payout_type: Type.Optional(parameters.beyond(parameters.payout)),
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: fields.listOf(
    fields.record({
      institution_id: fields.institutionId,
      institution_name: fields.institutionName,
      institution_type: fields.institutionType,
      product_variant: fields.variant,
      tenure_months: fields.tenure,
      payout_type: fields.payout,
      prev_rate_pa: fields.described(fields.rate, 'The rate before the change.', '7.500'),
      new_rate_pa: fields.described(fields.rate, 'The rate after the change.', '8.500'),
      direction: fields.move,
      changed_at: fields.described(
        fields.instant,
        'When the change was published.',
        '2026-06-09T00:00:00Z',
      ),
      ...changeDetails,
    }),
  ),
  fromMarket: true,
  isPaged: true,
  feed: changesFeed,
  requestedFields: { details: Object.keys(changeDetails) },
  answer: ({ market, query }) => {
    const { since, until, direction, institution_id: institutionId } = query
    const filter = { since, until, direction, institutionId, ...termsOf(query) }
    const list = rateChanges(market, filter)
    const rows = (): readonly WireRow[] => changeRows(pageOf(list, query), query.details, market)
    const names = (): readonly string[] => changeNames(pageOf(list, query))
    return { kind: 'list', rows, names, count: countOf(list) }
  },
})
