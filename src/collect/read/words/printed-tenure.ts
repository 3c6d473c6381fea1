import {
  monthsOfBound,
  monthsOfDays,
  sameDecimal,
  sameOptional,
  type Decimal,
} from '../../../domain/decimal.ts'
import { lengthOf } from '../../../domain/applies-to.ts'
import { tenureWords } from '../../../domain/tenure.ts'
import type { Said, Side } from './range-grammar.ts'
import type { Part, Quantity } from './tenure-grammar.ts'
import type { Unit } from './tenure-words.ts'

/** A tenure in months, and in days if it was printed in days. */
export type Tenure = { readonly months: Decimal; readonly days?: number }

/** A tenure, or a range with both bounds included. */
export type PrintedTenure = Tenure & { readonly to?: Tenure }

/** A range of which the text names one bound only. */
export type OneBound = { readonly from: Tenure } | { readonly upTo: Tenure }

/** The tenure, the range or the bound that a text says; `undefined` if it is none that exists. */
export function printedTenure(
  said: Said<Quantity>,
  unit?: Unit,
): PrintedTenure | OneBound | undefined {
  if ('one' in said) return tenureOf(withUnits(said.one, unit))
  const { lower, upper } = said
  const from = lower && boundOf(lower, 'lower', sharedUnit(upper) ?? unit)
  const to = upper && boundOf(upper, 'upper', sharedUnit(lower) ?? unit)
  if (from !== undefined && to !== undefined)
    return lengthOf(from.months) < lengthOf(to.months) ? { ...from, to } : undefined
  if (from !== undefined && upper === undefined) return { from }
  return to !== undefined && lower === undefined ? { upTo: to } : undefined
}

/** The unit of one side, which the other side shares if it has none: `15 to 30 days`. */
function sharedUnit(side: Side<Quantity> | undefined): Unit | undefined {
  const [part, other] = side?.quantity ?? []
  return other === undefined ? part?.unit : undefined
}

type CountedPart = Part & { readonly unit: Unit }

function withUnits(quantity: Quantity, unit: Unit | undefined): readonly CountedPart[] {
  const all = quantity.map((part) => ({ ...part, unit: part.unit ?? unit }))
  return all.every((part): part is CountedPart => part.unit !== undefined) ? all : []
}

const monthsIn = { year: 12, 'half-year': 6, quarter: 3, month: 1, week: 0, day: 0 } as const
const daysIn = { year: 0, 'half-year': 0, quarter: 0, month: 0, week: 7, day: 1 } as const

/** Months and days of a quantity, in hundredths. */
function sumOf(parts: readonly CountedPart[]) {
  const sum = (sizes: Readonly<Record<Unit, number>>) =>
    parts.reduce((total, { hundredths, unit }) => total + hundredths * sizes[unit], 0)
  return { months: sum(monthsIn), days: sum(daysIn) }
}

/** Months and days together must be whole days, months of 365/12: `2 years 1 day`, but not `1 month 1 day`. */
function tenureOf(parts: readonly CountedPart[]): Tenure | undefined {
  const { months, days } = sumOf(parts)
  if (days === 0) return tenureOfMonths(months)
  const length = lengthInDays(months, days)
  return Number.isInteger(length) ? tenureOfDays(length, monthsOfDays) : undefined
}

/** A bound as one that is included. Between two whole days, a bound is the day inside the range. */
function boundOf(
  { quantity, isExcluded }: Side<Quantity>,
  side: 'lower' | 'upper',
  unit?: Unit,
): Tenure | undefined {
  const { months, days } = sumOf(withUnits(quantity, unit))
  if (days === 0 && !isExcluded) return tenureOfMonths(months)
  const length = lengthInDays(months, days)
  if (length === 0) return undefined
  const [lowest, highest] = [Math.ceil(length), Math.floor(length)]
  if (side === 'lower') return tenureOfDays(isExcluded ? highest + 1 : lowest, monthsOfBound)
  return tenureOfDays(isExcluded ? lowest - 1 : highest, monthsOfBound)
}

/** Exact where it is whole: both products are whole numbers. */
function lengthInDays(monthHundredths: number, dayHundredths: number): number {
  return (monthHundredths * 365 + dayHundredths * 12) / 1200
}

const mostMonths = 1200
const mostDays = 36_500

function tenureOfMonths(hundredths: number): Tenure | undefined {
  if (hundredths === 0 || hundredths > mostMonths * 100) return undefined
  return { months: String(hundredths / 100) as Decimal }
}

function tenureOfDays(days: number, monthsOf: (days: number) => Decimal): Tenure | undefined {
  if (days < 1 || days > mostDays) return undefined
  return { months: monthsOf(days), days }
}

/** A tenure or range in canonical words, such as `12 to under 24 months`. */
export function tenureInWords({ months, to }: PrintedTenure): string {
  return tenureWords({ tenure: months, ...(to !== undefined && { tenureTo: to.months }) })
}

/** Whether a tenure is the one that a text says, or a range with the bound that it says. */
export function sameTenure(said: PrintedTenure | OneBound, tenure: PrintedTenure): boolean {
  const isSame = (a: Tenure | undefined, b: Tenure | undefined) =>
    a === undefined || b === undefined ? a === b : lengthOf(a.months) === lengthOf(b.months)
  if ('from' in said) return tenure.to !== undefined && isSame(said.from, tenure)
  if ('upTo' in said) return isSame(said.upTo, tenure.to)
  return isSame(said, tenure) && isSame(said.to, tenure.to)
}

/** Whether two tenures or ranges have the same months and the same days. */
export function equalTenures(a: PrintedTenure, b: PrintedTenure): boolean {
  return (
    sameDecimal(a.months, b.months) &&
    a.days === b.days &&
    sameOptional(a.to?.months, b.to?.months) &&
    a.to?.days === b.to?.days
  )
}
