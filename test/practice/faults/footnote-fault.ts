import type { Decimal } from '../../../src/domain/decimal.ts'
import { withRatesOnly } from '../figures.ts'
import type { PracticePage } from '../practice-page.ts'
import type { Fault } from './fault.ts'

/** Stands for the mark until the page is written, because a layout escapes the markup of its texts. */
const placeholder = '\uE000'

/** The marks, without quotes, because some layouts write figures in JSON. */
const marks = ['<sup>1</sup>', '<sub>2</sub>', '<a href=#note>3</a>'] as const

/** The mark of a footnote stands at a figure, or between a tenure and its unit: a digit that is no digit of the number. */
export const footnoteMark: Fault = ({ page, format, write }) => {
  if (format !== 'html') return { impossible: 'the layout has no markup' }
  const pages = [
    ...marks.map((mark, place) => [mark, rateMarked(page, place)] as const),
    [marks[0], tenureMarked(page)] as const,
  ]
  return pages.map(([mark, one]) => ({ body: String(write(one)).replaceAll(placeholder, mark) }))
}

/** The mark stands at one rate, counted from 0. */
function rateMarked(page: PracticePage, place: number): PracticePage {
  return withRatesOnly(page, (rate, index) =>
    index === place ? (`${rate}${placeholder}` as Decimal) : rate,
  )
}

/** The mark stands at the last number in the label of the first row. */
function tenureMarked(page: PracticePage): PracticePage {
  const tables = page.tables.map((table, index) => ({
    ...table,
    rows: table.rows.map((row, line) =>
      index + line > 0
        ? row
        : { ...row, label: row.label.replace(/\d(?=\D*$)/, `$&${placeholder}`) },
    ),
  }))
  return { ...page, tables }
}
