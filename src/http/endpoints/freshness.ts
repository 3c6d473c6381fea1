import { instantText } from '../../domain/instant.ts'
import { freshness } from '../../query/freshness.ts'
import { endpoint, type WireRow } from '../endpoint.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'listFreshness',
  path: '/freshness',
  recordName: 'Freshness',
  summary: 'How fresh each institution’s rates are',
  description:
    'When the rates of each institution that has published were last published, checked and confirmed. Rates are stale once the time since the last confirmation exceeds `stale_after_days` × 24 hours. Order: institution id.',
  query: Type.Object({
    institution_id: Type.Optional(parameters.institutionId),
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: fields.listOf(
    fields.record({
      institution_id: fields.institutionId,
      name: fields.institutionName,
      type: fields.institutionType,
      last_published_at: fields.described(
        fields.instant,
        'When its rates were last published.',
        '2026-06-09T00:00:00Z',
      ),
      last_checked_at: fields.described(
        fields.instant,
        'When its page was last read, or a reviewer last edited its held rate sheet. A run that failed does not count.',
        '2026-06-09T00:00:00Z',
      ),
      last_verified_at: fields.described(
        fields.instant,
        'When the published rates were last confirmed against the institution’s own site. If its offers were confirmed at different times, the earliest.',
        '2026-06-09T00:00:00Z',
      ),
      days_since_verified: fields.count('Whole days since the last confirmation.', 165),
      stale_after_days: fields.count('The number of days after which the rates are stale.', 7),
      is_stale: Type.Boolean({
        description: 'Whether the rates are stale.',
        examples: [true],
      }),
    }),
  ),
  fromMarket: true,
  answer: ({ market, query, now }) => {
    const { records, span } = freshness(market, { institutionId: query.institution_id }, now)
    const rows = (): WireRow[] =>
      records.map((record) => ({
        institution_id: record.institution.id,
        name: record.institution.name,
        type: record.institution.type,
        last_published_at: instantText(record.publishedAt),
        last_checked_at: instantText(record.checkedAt),
        last_verified_at: instantText(record.verifiedAt),
        days_since_verified: record.daysSinceVerified,
        stale_after_days: record.institution.staleAfterDays,
        is_stale: record.isStale,
      }))
    return { kind: 'list', rows, span }
  },
})
