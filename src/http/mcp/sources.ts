import { Type, type Static } from 'typebox'
import { instantText } from '../../domain/instant.ts'
import type { Market } from '../../market/market.ts'
import { freshness } from '../../query/freshness.ts'
import type { ServerState } from '../endpoint.ts'

/** The fields that say where the rates of an institution were read, and how fresh they are. */
export const sourceFields = {
  institution_id: Type.String({ description: 'The institution.' }),
  source_url: Type.String({
    description:
      'The page that its latest rate sheet was read from; its website if it has published none.',
  }),
  last_verified_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When its rates were last confirmed; null if it has published none.',
  }),
  days_since_verified: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Whole days since then.',
  }),
  is_stale: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether they may be out of date.',
  }),
}

const source = Type.Object(sourceFields)
export type RateSource = Static<typeof source>

/** The sources of some institutions, ordered by id. */
export function sourcesOf(
  { market, now }: ServerState,
  ids: Iterable<string>,
): readonly RateSource[] {
  const freshnessById = new Map(
    freshness(market, {}, now).records.map((record) => [record.institution.id, record]),
  )
  return [...new Set(ids)].toSorted().flatMap((id) => {
    const record = freshnessById.get(id)
    const url = addressOf(market, id)
    if (url === undefined) return []
    return {
      institution_id: id,
      source_url: url,
      last_verified_at: record === undefined ? null : instantText(record.verifiedAt),
      days_since_verified: record?.daysSinceVerified ?? null,
      is_stale: record?.isStale ?? null,
    }
  })
}

function addressOf({ institutions }: Market, id: string): string | undefined {
  const book = institutions.get(id)
  return book?.publication?.sheet.sourceUrl ?? book?.institution.website
}
