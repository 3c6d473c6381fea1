import { type OfferParts, type PracticeRow, type PracticeTable, months } from './practice-page.ts'
import { withAers } from './rates.ts'

/** A row of rates: label, tenure in months, days or as a range, the figures of the columns that are no AERs, and what the row itself says. */
export type RatesRow = readonly [
  label: string,
  tenure: string | Pick<PracticeRow, 'tenure' | 'tenureDays' | 'tenureTo' | 'tenureToDays'>,
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

/** The rows of a table as objects: the label and the figures under the heads of their columns. */
export function rowObjects({
  labelHeads,
  columns,
  rows,
}: PracticeTable): readonly Readonly<Record<string, string>>[] {
  return rows.map(({ label, figures }) => {
    const object: Record<string, string> = { [labelHeads.join(' ')]: label }
    for (const [index, { heads }] of columns.entries())
      object[heads.join(' ')] = figures[index] ?? ''
    return object
  })
}
