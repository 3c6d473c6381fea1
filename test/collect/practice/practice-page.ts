import type { Day } from '../../../src/domain/day.ts'
import { monthsOfBound, monthsOfDays, type Decimal } from '../../../src/domain/decimal.ts'
import { compareTiers, type Offer, type Payout, type Variant } from '../../../src/domain/offer.ts'

/** The terms that a table, a row or a column gives to its offers. The column goes before the row, the row before the table. */
export type OfferParts = {
  readonly variant?: Variant
  readonly payout?: Payout
  readonly minimumDeposit?: Decimal
  readonly product?: string
}

/** A column of figures. */
export type PracticeColumn = OfferParts & {
  /** The words over it, those of the first head row first; for JSON its key. */
  readonly heads: readonly string[]
  /** `other` is a column that no offer comes from. */
  readonly is: 'rate' | 'aer' | 'other'
  /** A second payout that the same rates hold for. */
  readonly alsoFor?: Payout
}

/** How a row no longer holds, although its text is still in the file. */
export type RowLook = 'struck' | 'covered' | 'white'

/** A row: the printed tenure (after `|` where another text stands before it), and the figures of the columns. */
export type PracticeRow = OfferParts & {
  readonly label: string
  readonly tenure: Decimal
  readonly tenureDays?: number
  /** The last tenure of a range. */
  readonly tenureTo?: Decimal
  readonly tenureToDays?: number
  /** No offer comes from the row. */
  readonly isIgnored?: true
  /** Layouts of PDF and Excel draw it. */
  readonly look?: RowLook
  /** One for each column, empty where nothing is offered. */
  readonly figures: readonly string[]
}

/** A table of rates before it is written in a layout. */
export type PracticeTable = OfferParts & {
  /** The text over the table; `{currency}` stands for the name of the currency. */
  readonly heading: string
  /** How often the AERs are compounded in a year; as often as interest is paid if absent. */
  readonly periodsPerYear?: number
  /** The words over the columns that name a row: one, or one for each part of a label such as `Standard|3 Months`. */
  readonly labelHeads: readonly string[]
  readonly columns: readonly PracticeColumn[]
  readonly rows: readonly PracticeRow[]
}

/** The rates of an invented institution, before a layout writes them. Faults are made here. */
export type PracticePage = {
  readonly institution: string
  readonly currency: keyof typeof currencyNames
  /** The date that the page prints; absent if it prints none. */
  readonly date?: Day
  readonly tables: readonly PracticeTable[]
}

/** The words for a currency on the pages. */
export const currencyNames = {
  LKR: 'Rupee',
  USD: 'US Dollar',
  EUR: 'Euro',
  INR: 'Rupee',
  JPY: 'Yen',
  CNY: 'Yuan',
  VND: 'Dong',
} as const

/** The heading of a table, with the name of the currency. */
export function headingOf({ currency }: PracticePage, { heading }: PracticeTable): string {
  return heading.replace('{currency}', currencyNames[currency])
}

/** The offers of a page in tier order: what a reader must find. */
export function offersOf({ tables }: PracticePage): readonly Offer[] {
  return tables.flatMap(offersOfTable).toSorted(compareTiers)
}

function offersOfTable(table: PracticeTable): readonly Offer[] {
  const rows = table.rows.filter(({ isIgnored }) => isIgnored !== true)
  return rows.flatMap((row) =>
    table.columns.flatMap((column, index) => {
      const rate = row.figures[index] ?? ''
      if (column.is !== 'rate' || rate === '') return []
      const { variant = 'general', payout = 'maturity', ...rest } = partsOf(table, row, column)
      const aer = row.figures[aerColumnOf(table, column)] ?? ''
      return [payout, column.alsoFor ?? []].flat().map((one) => ({
        variant,
        payout: one,
        ...rest,
        tenure: row.tenure,
        ...(row.tenureDays !== undefined && { tenureDays: row.tenureDays }),
        ...(row.tenureTo !== undefined && { tenureTo: row.tenureTo }),
        ...(row.tenureToDays !== undefined && { tenureToDays: row.tenureToDays }),
        rate: rate as Decimal,
        ...(aer !== '' && { annualEffectiveRate: aer as Decimal }),
      }))
    }),
  )
}

/** The index of the AER column of a rate column: the next one with the same parts; -1 if it has none. */
export function aerColumnOf({ columns }: PracticeTable, rate: PracticeColumn): number {
  return columns.findIndex(
    (column) =>
      column.is === 'aer' &&
      column.payout === rate.payout &&
      column.variant === rate.variant &&
      column.minimumDeposit === rate.minimumDeposit,
  )
}

/** The terms of the offer of a rate cell. */
export function partsOf(
  table: PracticeTable,
  row: PracticeRow,
  column: PracticeColumn,
): OfferParts {
  const parts = [table, row, column].map(({ variant, payout, minimumDeposit, product }) => ({
    ...(variant !== undefined && { variant }),
    ...(payout !== undefined && { payout }),
    ...(minimumDeposit !== undefined && { minimumDeposit }),
    ...(product !== undefined && { product }),
  }))
  return Object.assign({}, ...parts) as OfferParts
}

/** The tenure of a number of months, as `tenure` of a row. */
export function months(count: string): Pick<PracticeRow, 'tenure'> {
  return { tenure: count as Decimal }
}

/** The tenure of a number of days. */
export function days(count: number): Pick<PracticeRow, 'tenure' | 'tenureDays'> {
  return { tenure: monthsOfDays(count), tenureDays: count }
}

/** The bounds of a range, in months (`'12'`) or in days (`364`); both are included. */
export function range(
  from: string | number,
  to: string | number,
): Pick<PracticeRow, 'tenure' | 'tenureDays' | 'tenureTo' | 'tenureToDays'> {
  return {
    ...(typeof from === 'string'
      ? { tenure: from as Decimal }
      : { tenure: monthsOfBound(from), tenureDays: from }),
    ...(typeof to === 'string'
      ? { tenureTo: to as Decimal }
      : { tenureTo: monthsOfBound(to), tenureToDays: to }),
  }
}
