import type { EditedFault } from '../layout.ts'
import type { PracticePage, PracticeRow } from '../practice-page.ts'
import { withRatesOnly } from '../rates.ts'
import type { Decimal } from '../../../../src/domain/decimal.ts'
import { type Fault, type FaultyPage, spread } from './fault.ts'

/** Stands for the other decimal mark until the page is written, because a layout prints the marks of its figures. */
const otherMark = '\uE001'

/** The decimal mark of one rate stands one digit too far to the right or to the left, is lost, or is that of other countries. */
export const decimalMarks: Fault = ({ page, format, decimal = '.', write }) => {
  const changes: readonly ((rate: string) => string)[] = [
    (rate) => rate.replace(/\.(\d)(?=\d)/, '$1.'),
    (rate) =>
      /^\d\./.test(rate) ? rate.replace(/^(\d)\./, '0.$1') : rate.replace(/(\d)\./, '.$1'),
    (rate) => rate.replace('.', ''),
  ]
  const moved = changes.map((change) => ({ page: withOneRate(page, change) }))
  // The texts of other formats are encoded, so the mark cannot be replaced there.
  if (format === 'pdf' || format === 'xlsx') return moved
  const marked = write(withOneRate(page, (rate) => rate.replace('.', otherMark)))
  const body = String(marked).replaceAll(otherMark, decimal === ',' ? '.' : ',')
  return [...moved, { body }]
}

/** The page with a change in the second of the rates that have a decimal mark. */
function withOneRate(page: PracticePage, change: (rate: string) => string): PracticePage {
  let marked = 0
  return withRatesOnly(page, (rate) =>
    rate.includes('.') && marked++ === 1 ? (change(rate) as Decimal) : rate,
  )
}

/** Two adjacent digits in the tenure of one row have changed places, in any script. */
export const tenureDigits: Fault = ({ page }) =>
  changedLabels(
    page,
    ({ label }) => label.replace(/(\p{Nd})(?!\1)(\p{Nd})(?!.*\p{Nd}\p{Nd})/u, '$2$1'),
    'the layout has no tenure of two different digits',
  )

/** The unit of one tenure is another one. Layouts in other languages list their own words. */
export const otherUnit: Fault = (layout) => {
  if (layout.edits?.['another unit'] !== undefined) return edited('another unit')(layout)
  const why = 'the layout has no word for months'
  const made = ['Day', 'Week'].map((word) =>
    changedLabels(
      layout.page,
      ({ label }) =>
        label.replace(/month/i, (month) => (month === 'month' ? word.toLowerCase() : word)),
      why,
    ),
  )
  const pages = made.flatMap((one) => ('impossible' in one ? [] : spread(one, 2)))
  return pages.length === 0 ? { impossible: why } : pages
}

/** The labels of two neighbouring rows are exchanged. */
export const exchangedLabels: Fault = ({ page }) => {
  const made = page.tables.flatMap((table) =>
    table.rows.slice(1).flatMap((row, index) => {
      const before = table.rows[index]
      if (before === undefined || before.label === row.label) return []
      const rows = table.rows
        .with(index, { ...before, label: row.label })
        .with(index + 1, { ...row, label: before.label })
      return [
        {
          page: {
            ...page,
            tables: page.tables.map((one) => (one === table ? { ...table, rows } : one)),
          },
        },
      ]
    }),
  )
  return spread(made, 2)
}

/** Versions of a page with another label in one row each, at most two of them. */
function changedLabels(
  page: PracticePage,
  change: (row: PracticeRow) => string,
  why: string,
): readonly FaultyPage[] | { readonly impossible: string } {
  const made = page.tables.flatMap((table) =>
    table.rows.flatMap((row) => {
      const label = change(row)
      if (row.isIgnored === true || label === row.label) return []
      const rows = table.rows.map((one) => (one === row ? { ...row, label } : one))
      return [
        {
          page: {
            ...page,
            tables: page.tables.map((one) => (one === table ? { ...table, rows } : one)),
          },
        },
      ]
    }),
  )
  return made.length === 0 ? { impossible: why } : spread(made, 2)
}

const missing: Readonly<Record<EditedFault, string>> = {
  'another amount': 'the layout prints no amounts in its rows',
  'another bound': 'the layout has no ranges of tenures',
  'another range word': 'the layout has no ranges in words',
  'another unit': 'the layout has no word for months',
  'a lost label': 'the layout has no labels that continue',
}

/** A fault in the words of one layout, which lists it: texts of the page, and what stands there instead. */
export function edited(name: EditedFault): Fault {
  return ({ edits, page, write }) => {
    const pairs = edits?.[name]
    if (pairs === undefined) return { impossible: missing[name] }
    const body = String(write(page))
    return pairs.map(([from, to]) => {
      if (!body.includes(from)) throw new Error(`The page does not contain "${from}".`)
      return { body: body.replace(from, () => to) }
    })
  }
}
