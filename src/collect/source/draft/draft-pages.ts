import type { PageFormat } from '../../../domain/origin.ts'
import type { SurveyTable } from '../../read/survey-page.ts'
import type { PartGuess, TableGuess } from './tables.ts'
import { flow, plain } from './yaml-line.ts'

/** The values of a draft outside its tables. */
export type DraftFacts = {
  readonly institution: string
  readonly currency: { readonly code: string; readonly remark: string }
  readonly timeZone: { readonly name: string; readonly remark: string }
  readonly url: string
  readonly format: PageFormat
  readonly mustContain: string | undefined
  readonly language: string | undefined
  /** How often a year interest is compounded, if not with each payment. */
  readonly periodsPerYear?: number
}

/** A page of a draft, with its name. */
export type DraftPage = PartGuess & { readonly name: string }

/** The name of a page of a draft. */
export function pageName(index: number): string {
  return index === 0 ? 'rates' : `rates-${index + 1}`
}

/** The lines of a page. */
export function pageLines(
  { name, part, read, leftOut }: DraftPage,
  { url, format, mustContain }: DraftFacts,
) {
  const hidden = hiddenCopies({ read, leftOut })
  return [
    `  - name: ${name}`,
    `    url: ${plain(url)} # confirm`,
    `    format: ${format}`,
    mustContain === undefined
      ? '    # must_contain: [Name of the institution] # a visible text without which it is not the page'
      : `    must_contain: [${plain(mustContain)}] # guess: a text without which it is not the page`,
    ...(part.path === undefined
      ? []
      : [`    path: ${flow(part.path)} # guess: the list with tenures and rates`]),
    ...(part.embedded === undefined ? [] : [`    embedded: ${flow(part.embedded)} # guess`]),
    ...(part.members === undefined
      ? []
      : [
          '    members:',
          ...Object.entries(part.members).map(
            ([key, path]) => `      ${plain(key)}: ${flow(path)}`,
          ),
        ]),
    ...(hasComma(read) ? ['    decimal: "," # guess: most figures have a comma'] : []),
    ...(hidden.length === 0
      ? []
      : [`    hide: ${flow(hidden)} # guess: copies of the tables for other screens`]),
  ]
}

/** Whether all tables that are read have decimal commas. */
export function hasComma(read: readonly TableGuess[]): boolean {
  return read.every(({ mark }) => mark === ',')
}

/** Classes that only copies have: tables that are left out, under the heading and with the figures of a table that is read. */
export function hiddenCopies({
  read,
  leftOut,
}: Pick<PartGuess, 'read' | 'leftOut'>): readonly string[] {
  const kept = new Set(read.flatMap(({ table }) => table.selectors))
  const copies = leftOut.filter(({ table }) =>
    read.some((one) => nearest(one.table) === nearest(table) && hasFiguresOf(one.table, table)),
  )
  return [
    ...new Set(copies.flatMap(({ table }) => table.selectors.find((one) => !kept.has(one)) ?? [])),
  ]
}

/** Whether every figure of a table stands in another one. */
function hasFiguresOf(table: SurveyTable, copy: SurveyTable): boolean {
  const figures = ({ rows }: SurveyTable) =>
    rows.flatMap((row) => row.flatMap(({ text }) => (/^\d+[.,]\d+ ?%?$/.test(text) ? [text] : [])))
  const known = new Set(figures(table))
  const copied = figures(copy)
  return copied.length > 0 && copied.every((figure) => known.has(figure))
}

/** The nearest heading of a table. */
export function nearest({ headings }: SurveyTable): string | undefined {
  return headings[0]?.text
}
