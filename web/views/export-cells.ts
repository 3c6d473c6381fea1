import type { Background } from '../background.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportColumn, ExportRow } from '../take-along/export-table.ts'

/** The columns that say which institution a row is about. */
export function institutionColumns({ market }: Messages): readonly ExportColumn[] {
  const { institutionId, institution, type } = market.columns
  return [institutionId, institution, type].map((head) => ({ head, kind: 'text' }))
}

export function institutionCells(
  id: string,
  { institutions }: Background,
  { words }: Messages,
): ExportRow {
  const row = institutions.get(id)
  return [id, row?.name ?? null, row === undefined ? null : words.types[row.type]]
}

/** The columns that say how safe a row is: its confirmation, and the licence and rating of the institution. */
export function safetyColumns({ market }: Messages): readonly ExportColumn[] {
  const { confirmedAt, isStale, licence, rating, agency, ratingDay } = market.columns
  return [
    { head: confirmedAt, kind: 'instant' },
    { head: isStale, kind: 'text' },
    { head: licence, kind: 'text' },
    { head: rating, kind: 'text' },
    { head: agency, kind: 'text' },
    { head: ratingDay, kind: 'day' },
  ]
}

export function safetyCells(
  id: string,
  { institutions, freshness }: Background,
  { market, words }: Messages,
): ExportRow {
  const row = institutions.get(id)
  const age = freshness.get(id)
  return [
    age?.last_verified_at ?? null,
    age === undefined ? null : age.is_stale ? market.yes : market.no,
    row === undefined ? null : words.licence(row.license_type),
    row?.credit_rating ?? null,
    row?.rating_agency ?? null,
    row?.rating_updated ?? null,
  ]
}
