import type { Market } from '../../../book/market/market.ts'
import { hasRanges } from '../../../book/market/standing.ts'
import { readQuery } from '../schema/read-query.ts'
import { unknownInstitution } from '../unknown-institution.ts'
import type { Tool } from './tools.ts'
import { quoted } from '../../../domain/text.ts'

/** The arguments of a tool call: the query of the endpoint, the identifier in its path, and the page. */
export type ToolArguments = {
  readonly query: Readonly<Record<string, unknown>>
  readonly id: string
  /** The institution that is asked for; empty if none is. */
  readonly institutionId: string
  readonly limit: number
  readonly offset: number
}

/** Reads the arguments of a tool call. Reports every wrong one, and says what to do next. */
export function readArguments(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  market: Market,
): ToolArguments | { readonly wrong: string } {
  const again = `Correct that and call ${tool.name} again.`
  const names = Object.keys(tool.query.properties)
  const isWithRanges = market.institutions.values().some(({ standing }) => hasRanges(standing))
  // Without its upper bound, a range of tenures would look like one tenure.
  const raw: Record<string, string> =
    names.includes('details') && isWithRanges ? { details: 'true' } : {}
  const wrong: string[] = []
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) {
      wrong.push(`${tool.name} has no argument ${quoted(name)}; it has ${names.join(', ')}.`)
    } else if (isNumberForId(tool, name, value)) {
      wrong.push(`${name} must be a text, in quotes, such as "p57-10".`)
    } else if (['string', 'number', 'boolean'].includes(typeof value)) raw[name] = String(value)
    // Models write null for arguments that they leave out.
    else if (value !== null) wrong.push(`${name} must be one value, no list and no object.`)
  }
  const read = readQuery(tool.query, raw)
  if ('errors' in read) wrong.push(...read.errors.map(({ message }) => message))
  if ('errors' in read || wrong.length > 0) return { wrong: `${wrong.join(' ')} ${again}` }
  const { limit = 1, offset = 0, ...query } = read.query as Record<string, unknown>
  const { institution_id: institutionId = '' } = query as Record<string, string>
  if (institutionId !== '' && !market.institutions.has(institutionId)) {
    return {
      wrong: `${unknownInstitution(institutionId, market)} Call list_institutions for the identifiers, with active_only false for inactive ones too.`,
    }
  }
  const { pathName } = tool
  const id = pathName === undefined ? '' : String(query[pathName])
  return { query, id, institutionId, limit: limit as number, offset: offset as number }
}

/** Earlier ids look like numbers, and the number 57.10 is 57.1, another one. A position is a whole number. */
function isNumberForId({ pathName }: Tool, name: string, value: unknown): boolean {
  if (typeof value !== 'number') return false
  return name === pathName || (name === 'after' && !Number.isInteger(value))
}
