import { refuse, shown } from '../refusal.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { SourceDefinition } from '../source-schema.ts'
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
}

/**
 * Finds the tables of each definition of a page. Of several lines that name a table, the one with the nearest heading counts, then
 * the one with more headings. A table that no line names, and a definition without a table, end the read.
 */
export function chooseTables(
  page: string,
  tables: readonly Table[],
  notes: ReadingNotes,
): readonly ChosenTables[] {
  const definitions = notes.source.tables.filter(
    (definition) => (definition.page ?? notes.source.pages[0]?.name) === page,
  )
  const claims = [...definitions.map(definitionClaim), ...ignoreClaims(notes)]
  const chosen = new Map<SourceTable, Table[]>(definitions.map((definition) => [definition, []]))
  for (const table of tables) {
    const best = bestClaims(claims, table)
    const winners = best.flatMap(({ definition }) => definition ?? [])
    if (winners.length === 0) {
      if (best.length === 0)
        refuse(`The table ${nameOf(table)} is not named in the source.`, table.address)
      for (const { line } of best) notes.matched.add(line)
      continue
    }
    if (winners.length < best.length)
      refuse(`The table ${nameOf(table)} is both read and ignored.`, table.address)
    const [winner, other] = winners
    if (other !== undefined)
      refuse(`Several definitions of the source name the table ${nameOf(table)}.`, table.address)
    if (winner !== undefined) chosen.get(winner)?.push(table)
  }
  return [...chosen].map(([definition, tables]) => {
    if (tables.length > 0) return { definition, tables }
    const under = [definition.under ?? []].flat().map(shown).join(', ')
    return refuse(`The page ${page} has no table${under === '' ? '' : ` under ${under}`}.`)
  })
}

function definitionClaim(definition: SourceTable): Claim {
  return { line: definition, definition, headings: formsOf(definition.under) }
}

function ignoreClaims({ source }: ReadingNotes): readonly Claim[] {
  return (source.ignore ?? []).flatMap((line): readonly Claim[] => {
    if (typeof line === 'string') return [{ line, headings: formsOf(line) }]
    return 'table' in line && typeof line.table !== 'number'
      ? [{ line, headings: formsOf(line.table) }]
      : []
  })
}

function formsOf(headings: string | readonly string[] | undefined): readonly Pattern[] {
  return [headings ?? []].flat().map(compilePattern)
}

/** The claims that match a table best. */
function bestClaims(claims: readonly Claim[], table: Table): readonly Claim[] {
  const scored = claims.flatMap((claim) => {
    const nearest = nearestMatch(claim, table)
    return nearest === undefined ? [] : [{ claim, nearest, count: claim.headings.length }]
  })
  const nearest = Math.min(...scored.map((one) => one.nearest))
  const atNearest = scored.filter((one) => one.nearest === nearest)
  const most = Math.max(...atNearest.map((one) => one.count))
  return atNearest.filter((one) => one.count === most).map(({ claim }) => claim)
}

/** The position of the nearest heading that a claim matches; `undefined` if one of its headings is not there. */
function nearestMatch({ headings }: Claim, table: Table): number | undefined {
  const places = headings.map((pattern) =>
    table.headings.findIndex(({ text }) => pattern.match(text).length > 0),
  )
  if (places.includes(-1)) return undefined
  return Math.min(Number.MAX_SAFE_INTEGER, ...places)
}

/** The name of a table in messages: its nearest heading, or its first text. */
export function nameOf({ headings, rows }: Table): string {
  const heading = headings[0]?.text
  if (heading !== undefined) return `under ${shown(heading)}`
  const first = rows.flat().find(({ text }) => text !== '')?.text
  return first === undefined ? 'without a text' : `that begins with ${shown(first)}`
}
