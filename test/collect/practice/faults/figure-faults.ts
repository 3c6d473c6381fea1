import { dayNumber, dayNumbered, startOf, type Day } from '../../../../src/domain/day.ts'
import { hundredth, moved, scaled, withRates, withRatesOnly } from '../rates.ts'
import { scaleOf, type Decimal } from '../../../../src/domain/decimal.ts'
import type { PracticePage } from '../practice-page.ts'
import { yearBefore } from '../printed-dates.ts'
import type { Fault } from './fault.ts'

/** The difference between the rates of a year ago and those of today, in basis points. */
const lastYearMove = 235

/** The moves that `small move` tries, in basis points. */
const smallMoves = [5, 25, 50, 75, 99, 150, 199] as const

/** The rates of another currency: under its own name, and under the name of ours. */
export const foreignRates: Fault = ({ page }) => {
  const foreign = withRates(page, (rate) => scaled(rate, [2, 5], Math.max(2, scaleOf(rate))))
  const currency = page.currency === 'USD' ? 'LKR' : 'USD'
  return [{ page: { ...foreign, currency } }, { page: { ...page, currency } }, { page: foreign }]
}

/** The table of last year, with its date where the page prints one, and with the date of today. */
export const lastYear: Fault = ({ page }) => {
  const old = withRates(page, (rate) => moved(rate, lastYearMove))
  const { date } = page
  return date === undefined
    ? [{ page: old }]
    : [{ page: { ...old, date: yearBefore(date) } }, { page: old }]
}

/** Every figure is a fraction: `0.095` in place of `9.5`. */
export const fractions: Fault = ({ page }) => [
  {
    page: {
      ...page,
      tables: page.tables.map((table) => ({
        ...table,
        rows: table.rows.map((row) => ({
          ...row,
          figures: row.figures.map((figure) => (figure === '' ? '' : hundredth(figure as Decimal))),
        })),
      })),
    },
  },
]

/** The rates have changed, but the date is that of the earlier page, or of the year before. */
export const staleDate: Fault = ({ page }) => {
  const { date } = page
  if (date === undefined) return { impossible: 'the layout has no date' }
  return [
    { page: { ...page, date: earlierDate(date) } },
    { page: { ...page, date: yearBefore(date) } },
  ]
}

/** One rate is a little higher than it should be, and its AER is that of the true rate. */
export const smallMove: Fault = ({ page }) =>
  smallMoves.map((basisPoints) => ({
    page: withRatesOnly(page, (rate, index) => (index === 1 ? moved(rate, basisPoints) : rate)),
  }))

/** The page as it was before: two rates were lower by 10 basis points, and the date was two weeks earlier. */
export function earlierPage(page: PracticePage): PracticePage {
  const before = withRates(page, (rate, index) =>
    index === 0 || index === 2 ? moved(rate, -10) : rate,
  )
  return page.date === undefined ? before : { ...before, date: earlierDate(page.date) }
}

function earlierDate(date: Day): Day {
  return dayNumbered(dayNumber(startOf(date)) - 14)
}
