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
import type { MatrixRow } from './matrix-rows.ts'

/** The table of all rates that readers take along: a row for each rate that the table shows. */
export function matrixExport(
  rows: readonly MatrixRow[],
  background: Background,
  messages: Messages,
): ExportTable {
  return {
    columns: exportColumns(
      [...institutionColumns, ...offerColumns, ...safetyColumns, 'receipt'],
      messages,
    ),
    rows: () =>
      rows.flatMap(({ institution_id: id, cells }) =>
        [...cells.values()]
          .flatMap(({ offer, better }) => (better === undefined ? [offer] : [offer, better]))
          .map((offer) => [
            ...institutionCells(id, background, messages),
            ...offerCells(offer, messages),
            ...safetyCells(offer, background, messages),
            offer.id,
          ]),
      ),
  }
}
