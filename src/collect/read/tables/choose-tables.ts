import { quoted } from '../../../domain/text.ts'
import { collect, refuse } from '../refusal.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { Table } from '../table.ts'
import { compilePattern, type Pattern } from '../words/pattern.ts'
import type { ReadingNotes } from './reading-notes.ts'

/** A definition and the tables of a page that it reads. Several tables are copies that must agree. */
export type ChosenTables = { readonly definition: SourceTable; readonly tables: readonly Table[] }

type IgnoreLine = NonNullable<SourceDefinition['ignore']>[number]

/** A line of the source that names tables: a definition, or an `ignore` line. */
type Claim = {
  readonly line: SourceTable | IgnoreLine
  readonly definition?: SourceTable
  readonly headings: readonly Pattern[]
  /** The number of the one table that it names. */
  readonly number?: number
}

/**
 * Finds the tables of each definition of a page. Of several lines that name a table, the one with the nearest heading counts, then
 * the one with more headings; `"*"` counts where no other line does. A table that no line names, and a definition without a table,
 * are problems.
 */
export function chooseTables(
  page: string,
  tables: readonly Table[],
  notes: ReadingNotes,
): readonly ChosenTables[] {
  const mainPage = notes.source.pages[0]?.name
  const definitions = notes.source.tables.filter(
    (definition) => (definition.page ?? mainPage) === page,
  )
  const claims = [
    ...definitions.map((definition) => ({
      line: definition,
      definition,
      headings: patternsOf(definition.under),
    })),
    ...(notes.source.ignore ?? []).flatMap((line) => ignoreClaim(line, page, mainPage)),
  ]
  const chosen = new Map<SourceTable, Table[]>(definitions.map((definition) => [definition, []]))
  const contested = new Set<unknown>()
  for (const [index, table] of tables.entries())
    collect(notes.problems, () => {
      const best = bestClaims(claims, table, index + 1)
      const winners = best.flatMap(({ definition }) => definition ?? [])
      for (const { line, definition } of best) {
        if (definition === undefined) notes.matched.add(line)
        else if (best.length > 1) contested.add(definition)
      }
      if (best.length === 0)
        refuse(`The table ${nameOf(table)} is not named in the source.`, table.address)
      checkNumber(best, table)
      const [winner, other] = winners
      if (winner === undefined) return
      if (winners.length < best.length)
        refuse(`The table ${nameOf(table)} is both read and ignored.`, table.address)
      if (other !== undefined)
        refuse(`Several definitions of the source name the table ${nameOf(table)}.`, table.address)
      chosen.get(winner)?.push(table)
    })
  for (const [definition, own] of chosen) {
    if (own.length > 0 || contested.has(definition)) continue
    const under = [definition.under ?? []]
      .flat()
      .map((one) => quoted(one))
      .join(', ')
    const failure = `The page ${page} has no table${under === '' ? '' : ` under ${under}`}.`
    notes.problems.push({ failure })
  }
  return [...chosen].map(([definition, own]) => ({ definition, tables: own }))
}

function ignoreClaim(
  line: IgnoreLine,
  page: string,
  mainPage: string | undefined,
): readonly Claim[] {
  if (typeof line === 'string') return [{ line, headings: patternsOf(line) }]
  if (!('table' in line)) return []
  if (typeof line.table !== 'number') return [{ line, headings: patternsOf(line.table) }]
  return (line.page ?? mainPage) === page ? [{ line, headings: [], number: line.table }] : []
}

function patternsOf(headings: string | readonly string[] | undefined): readonly Pattern[] {
  return [headings ?? []].flat().map(compilePattern)
}

/** The claims that match a table best. */
function bestClaims(claims: readonly Claim[], table: Table, number: number): readonly Claim[] {
  const numbered = claims.filter((claim) => claim.number === number)
  if (numbered.length > 0) return numbered
  const scored = claims.flatMap((claim) => {
    const nearest = claim.number === undefined ? nearestMatch(claim, table) : undefined
    return nearest === undefined ? [] : [{ claim, nearest, count: claim.headings.length }]
  })
  const nearest = Math.min(...scored.map((one) => one.nearest))
  const atNearest = scored.filter((one) => one.nearest === nearest)
  const most = Math.max(...atNearest.map((one) => one.count))
  return atNearest.filter((one) => one.count === most).map(({ claim }) => claim)
}

/** The position of the nearest heading that a claim matches; `undefined` if one of its headings is not there. */
function nearestMatch({ headings }: Claim, table: Table): number | undefined {
  if (isFallback(headings)) return Number.POSITIVE_INFINITY
  const places = headings.map((pattern) =>
    table.headings.findIndex(({ text }) => pattern.match(text).length > 0),
  )
  if (places.includes(-1)) return undefined
  return Math.min(Number.MAX_SAFE_INTEGER, ...places)
}

/** Whether a line names all tables, also those without a heading. */
function isFallback(headings: readonly Pattern[]): boolean {
  return headings.length > 0 && headings.every(({ source }) => source === '*')
}

/** A number shifts when the page gets another table, so it names only tables that have no heading. */
function checkNumber(claims: readonly Claim[], table: Table): void {
  const [{ number } = {}] = claims
  if (number === undefined || table.headings.length === 0) return
  const sentence = `Table ${number} has a heading, ${quoted(table.headings[0]?.text ?? '')}; ignore it by its heading.`
  refuse(sentence, table.address)
}

/** The name of a table in messages: its nearest heading, or its first text. */
export function nameOf({ headings, rows }: Table): string {
  const heading = headings[0]?.text
  if (heading !== undefined) return `under ${quoted(heading)}`
  const first = rows.flat().find(({ text }) => text !== '')?.text
  return first === undefined ? 'without a text' : `that begins with ${quoted(first)}`
}
