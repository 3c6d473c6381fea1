import { rowBefore } from '../../src/market/ledger.ts'
import { lastRow, type Records } from '../../src/market/records.ts'

/** Every row of a series that some records see, newest first. */
export function rowsBack(records: Records, series: number): number[] {
  const rows: number[] = []
  for (let row = lastRow(records, series); row >= 0; row = rowBefore(records.ledger, row))
    rows.push(row)
  return rows
}
