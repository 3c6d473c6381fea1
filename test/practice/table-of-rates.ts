import { withAers } from './figures.ts'
import { months, type OfferParts, type PracticeRow, type PracticeTable } from './practice-page.ts'

/** A row of rates: label, tenure in months or days, the figures of the columns that are no AERs, and what the row itself says. */
export type RatesRow = readonly [
  label: string,
  tenure: string | Pick<PracticeRow, 'tenure' | 'tenureDays'>,
  figures: string,
  parts?: OfferParts & Pick<PracticeRow, 'isIgnored'>,
]

/** A table from rows such as `['12 Months', '12', '10.00 9.50']`; `-` means not offered. The AERs are computed. */
export function tableOfRates(
  table: Omit<PracticeTable, 'rows'>,
  rows: readonly RatesRow[],
): PracticeTable {
  const whole = { ...table, rows: [] }
  return {
    ...table,
    rows: rows.map(([label, tenure, words, parts]) => {
      const given = words.split(' ').map((word) => (word === '-' ? '' : word))
      const figures = table.columns.map(({ is }) => (is === 'aer' ? '' : (given.shift() ?? '')))
      const length = typeof tenure === 'string' ? months(tenure) : tenure
      return withAers(whole, { label, ...length, ...parts, figures })
    }),
  }
}
