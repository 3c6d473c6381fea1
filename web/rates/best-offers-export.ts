import type { EvidenceRow } from '../api/api.ts'
import type { Background } from '../api/background.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportTable } from '../take-along/export-table.ts'
import {
  exportColumns,
  institutionCells,
  institutionColumns,
  offerCells,
  offerColumns,
  safetyCells,
  safetyColumns,
} from './export-cells.ts'

/** A table of one offer of each institution that readers take along. */
export function bestOffersExport(
  offers: readonly EvidenceRow[],
  background: Background,
  messages: Messages,
): ExportTable {
  return {
    columns: exportColumns(
      [...institutionColumns, ...offerColumns, ...safetyColumns, 'receipt'],
      messages,
    ),
    rows: () =>
      offers.map((offer) => [
        ...institutionCells(offer.institution_id, background, messages),
        ...offerCells(offer, messages),
        ...safetyCells(offer, background, messages),
        offer.id,
      ]),
  }
}
