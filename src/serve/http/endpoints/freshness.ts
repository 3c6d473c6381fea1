import { Type } from 'typebox'
import { freshness, type Freshness } from '../../../book/query/freshness.ts'
import { endpoint } from '../endpoint.ts'
import { field, recordOf } from '../records/record.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'

const record = recordOf<Freshness>()({
  institution_id: field(wire.institutionId, ({ institution }) => institution.id),
  name: field(wire.institutionName, ({ institution }) => institution.name),
  type: field(wire.institutionType, ({ institution }) => institution.type),
  last_published_at: field(
    wire.instant('When its rates were last published.'),
    (one) => one.publishedAt,
  ),
  last_checked_at: field(
    wire.instant(
      'When its page was last read, or a reviewer last edited its held rate sheet. A run that failed does not count.',
    ),
    (one) => one.checkedAt,
  ),
  last_verified_at: field(
    wire.instant(
      'When the published rates were last confirmed against the page that they are read from. If its offers were confirmed at different times, the earliest: that of its oldest offer.',
    ),
    (one) => one.verifiedAt,
  ),
  days_since_verified: field(
    wire.count('Whole days since that confirmation.', 165),
    (one) => one.daysSinceVerified,
  ),
  stale_after_days: field(
    wire.count('The number of days after which the rates are stale.', 7),
    ({ institution }) => institution.staleAfterDays,
  ),
  is_stale: field(wire.flag('Whether its oldest offer is stale.', true), (one) => one.isStale),
})

export default endpoint({
  name: 'listFreshness',
  path: '/freshness',
  tag: 'Rates',
  recordName: 'Freshness',
  summary: 'How fresh each institution’s rates are',
  description:
    'When the rates of each institution that has published were last published, checked and confirmed. Rates are stale once the time since the last confirmation exceeds `stale_after_days` × 24 hours. The age is that of its oldest offer. Order: institution id.',
  query: Type.Object({
    institution_id: Type.Optional(parameters.institutionId),
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(record.schema),
  answer: ({ market, query, now }) => {
    const { records, span } = freshness(market, { institutionId: query.institution_id }, now)
    return { kind: 'list', rows: records.map(record.writer()), span }
  },
})
