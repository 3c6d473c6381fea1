import { instantText } from '../../domain/instant.ts'
import { freshness } from '../../query/freshness.ts'
import { endpoint, found } from '../endpoint.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from '../schema/schema.ts'

export default endpoint({
  name: 'listFreshness',
  path: '/freshness',
  summary: 'How fresh each institution’s rates are',
  description:
    'Every institution that has published, with the last publication, look and confirmation. Stale once the time since the last confirmation exceeds `stale_after_days` × 24 hours. Order: by institution id.',
  query: Type.Object({ institution_id: Type.Optional(parameters.institutionId) }),
  response: fields.listOf(
    fields.record({
      institution_id: fields.institutionId,
      name: fields.institutionName,
      type: fields.institutionType,
      last_published_at: fields.described(
        fields.instant,
        'The last publication.',
        '2026-06-09T00:00:00Z',
      ),
      last_checked_at: fields.described(
        fields.instant,
        'The last look at its pages.',
        '2026-06-09T00:00:00Z',
      ),
      last_verified_at: fields.described(
        fields.instant,
        'When the published rates were last confirmed against the institution’s own site; of several offers, the earliest.',
        '2026-06-09T00:00:00Z',
      ),
      days_since_verified: fields.count('Whole days elapsed since.', 165),
      stale_after_days: fields.count('The threshold in days.', 7),
      is_stale: Type.Boolean({
        description: 'Whether the threshold is exceeded.',
        examples: [true],
      }),
    }),
  ),
  fromMarket: true,
  answer: ({ market, query, now }) => {
    const { records, span } = freshness(market, { institutionId: query.institution_id }, now)
    return found(
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
      })),
      span,
    )
  },
})
