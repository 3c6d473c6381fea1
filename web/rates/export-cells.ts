import { annualEffectiveRateText } from '../../src/domain/yield.ts'
import type { EvidenceRow } from '../api/api.ts'
import type { Background } from '../api/background.ts'
import { toDecimal } from './format.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportColumn, ExportRow } from '../take-along/export-table.ts'

type ColumnName = keyof Messages['columns']

/** The columns that are not text. */
const kinds: { readonly [Name in ColumnName]?: ExportColumn['kind'] } = {
  ratingDay: 'day',
  tenure: 'decimal',
  minimum: 'money',
  minimumBefore: 'money',
  rate: 'decimal',
  rateBefore: 'decimal',
  aer: 'decimal',
  basisPoints: 'decimal',
  publishedAt: 'instant',
  beforePublishedAt: 'instant',
  beforeSeenAt: 'instant',
  beforeWithdrawnAt: 'instant',
  withdrawnAt: 'instant',
  readAt: 'instant',
  printedDate: 'day',
  part: 'money',
  interest: 'money',
  paidBack: 'money',
  day: 'day',
  institutions: 'count',
  lowest: 'decimal',
  median: 'decimal',
  average: 'decimal',
  highest: 'decimal',
  constantInstitutions: 'count',
  constantMedian: 'decimal',
  staleAfterDays: 'count',
  daysSinceConfirmed: 'count',
  confirmedAt: 'instant',
  checkedAt: 'instant',
  lastPublishedAt: 'instant',
  lastReadingAt: 'instant',
  nextReadingAt: 'instant',
  correctedAt: 'instant',
  publishedRate: 'decimal',
  rightRate: 'decimal',
}

/** The columns of a table by their names in the catalogue, so that all files use the same heads. */
export function exportColumns(
  names: readonly ColumnName[],
  { columns }: Messages,
): readonly ExportColumn[] {
  return names.map((name) => ({ head: columns[name], kind: kinds[name] ?? 'text' }))
}

/** The columns that say which institution a row is about. */
export const institutionColumns = ['institutionId', 'institution', 'type'] as const

export function institutionCells(
  id: string,
  { institutions }: Background,
  { words }: Messages,
): ExportRow {
  const row = institutions.get(id)
  return [id, row?.name ?? null, row === undefined ? null : words.typeNouns[row.type]]
}

/** The columns that say what a row offers. */
export const offerColumns = ['tenure', 'payout', 'variant', 'rate', 'aer', 'minimum'] as const

export function offerCells(offer: EvidenceRow, { words }: Messages): ExportRow {
  return [
    offer.tenure_months,
    words.payouts[offer.payout_type],
    words.variants[offer.product_variant],
    offer.rate_pa,
    annualEffectiveRateText({
      rate: toDecimal(offer.rate_pa),
      tenure: toDecimal(offer.tenure_months),
      payout: offer.payout_type,
    }),
    offer.min_deposit,
  ]
}

/** The columns that say how safe a row is: its confirmation, and the licence and rating of the institution. */
export const safetyColumns = [
  'confirmedAt',
  'isStale',
  'licence',
  'rating',
  'agency',
  'ratingDay',
] as const

export function safetyCells(
  offer: EvidenceRow,
  { institutions }: Background,
  { words }: Messages,
): ExportRow {
  const row = institutions.get(offer.institution_id)
  return [
    offer.last_verified_at,
    offer.is_stale ? words.yes : words.no,
    row === undefined ? null : words.licence(row.license_type),
    row?.credit_rating ?? null,
    row?.rating_agency ?? null,
    row?.rating_updated ?? null,
  ]
}
