import { type Decimal, meanOfUnits, scaleOf, unitsOf } from '../../../src/domain/decimal.ts'
import { annualEffectiveRateText } from '../../../src/domain/yield.ts'
import {
  type PracticePage,
  type PracticeRow,
  type PracticeTable,
  aerColumnOf,
  partsOf,
} from './practice-page.ts'

/** Makes another rate from a rate. `index` counts the rates of the page from 0. */
export type RateMapping = (rate: Decimal, index: number) => Decimal

/** A rate that is higher by some basis points, or lower if they are negative. It keeps at least two digits after the point. */
export function moved(rate: Decimal, basisPoints: number): Decimal {
  const scale = Math.max(2, scaleOf(rate))
  const units = unitsOf(rate, scale) + BigInt(basisPoints) * 10n ** BigInt(scale - 2)
  return meanOfUnits(units, 1, scale, scale)
}

/** A figure times `numerator / denominator`, rounded to `places` digits. */
export function scaled(
  figure: Decimal,
  [numerator, denominator]: readonly [number, number],
  places: number,
): Decimal {
  const scale = Math.max(places, scaleOf(figure))
  return meanOfUnits(unitsOf(figure, scale) * BigInt(numerator), denominator, scale, places)
}

/** The hundredth of a figure, exactly. */
export function hundredth(figure: Decimal): Decimal {
  return scaled(figure, [1, 100], scaleOf(figure) + 2)
}

/** A page with other rates. The AERs stay as they are. */
export function withRatesOnly(page: PracticePage, change: RateMapping): PracticePage {
  let index = 0
  const changed = (table: PracticeTable, row: PracticeRow) =>
    row.figures.map((figure, column) =>
      table.columns[column]?.is === 'rate' && figure !== ''
        ? change(figure as Decimal, index++)
        : figure,
    )
  const tables = page.tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => ({ ...row, figures: changed(table, row) })),
  }))
  return { ...page, tables }
}

/** A page with other rates, and the AERs that belong to them. */
export function withRates(page: PracticePage, change: RateMapping): PracticePage {
  const { tables } = withRatesOnly(page, change)
  return {
    ...page,
    tables: tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => withAers(table, row)),
    })),
  }
}

/** A row whose AER columns hold the AERs of its rates. */
export function withAers(table: PracticeTable, row: PracticeRow): PracticeRow {
  const figures = [...row.figures]
  const { tenure } = row
  const { periodsPerYear } = table
  for (const [index, column] of table.columns.entries()) {
    const aer = aerColumnOf(table, column)
    if (column.is !== 'rate' || aer === -1) continue
    const rate = figures[index] as Decimal
    const { payout = 'maturity' } = partsOf(table, row, column)
    figures[aer] =
      rate === '' ? '' : annualEffectiveRateText({ rate, tenure, payout, periodsPerYear })
  }
  return { ...row, figures }
}
