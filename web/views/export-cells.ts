import { annualEffectiveRateText } from '../../src/domain/yield.ts'
import type { EvidenceRow } from '../api.ts'
import type { Background } from '../background.ts'
import { toDecimal } from '../format.ts'
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

/** The columns that say what a row offers. */
export function offerColumns({ market }: Messages): readonly ExportColumn[] {
  const { tenure, payout, variant, rate, aer, minimum } = market.columns
  return [
    { head: tenure, kind: 'decimal' },
    { head: payout, kind: 'text' },
    { head: variant, kind: 'text' },
    { head: rate, kind: 'decimal' },
    { head: aer, kind: 'decimal' },
    { head: minimum, kind: 'decimal' },
  ]
}

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
  { words }: Messages,
): ExportRow {
  const row = institutions.get(id)
  const age = freshness.get(id)
  return [
    age?.last_verified_at ?? null,
    age === undefined ? null : age.is_stale ? words.yes : words.no,
    row === undefined ? null : words.licence(row.license_type),
    row?.credit_rating ?? null,
    row?.rating_agency ?? null,
    row?.rating_updated ?? null,
  ]
}
