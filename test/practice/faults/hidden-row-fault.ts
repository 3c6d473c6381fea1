import type { RowLook } from '../practice-page.ts'
import type { Fault } from './fault.ts'

const looks: readonly RowLook[] = ['struck', 'covered', 'white']

/** The text of the first or last row is still in the file, but a person sees it struck out, or not at all. */
export const hiddenRow: Fault = ({ page, format }) => {
  if (format !== 'pdf' && format !== 'xlsx')
    return { impossible: 'the layout is no PDF and no workbook' }
  return looks.flatMap((look) =>
    [0, -1].map((place) => ({
      page: {
        ...page,
        tables: page.tables.map((table) => ({
          ...table,
          rows: table.rows.map((row) => (row === table.rows.at(place) ? { ...row, look } : row)),
        })),
      },
    })),
  )
}
