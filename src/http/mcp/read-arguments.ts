import type { Market } from '../../market/market.ts'
import { quoted } from '../message/problem.ts'
import { readQuery } from '../schema/read-query.ts'
import type { Tool } from './tools.ts'

/** What a tool is asked: the parameters of its endpoint, the identifier in its path, and the page. */
export type Asked = {
  readonly query: Readonly<Record<string, unknown>>
  readonly id: string
  readonly limit: number
  readonly offset: number
}

/** Reads the arguments of a call as the parameters of a query are read; what is wrong with them is said at once, with what to do next. */
export function readArguments(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  market: Market,
): Asked | { readonly wrong: string } {
  const again = `Correct that and call ${tool.name} again.`
  const names = Object.keys(tool.query.properties)
  const raw: Record<string, string> = {}
  const wrong: string[] = []
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) {
      wrong.push(`${tool.name} has no argument ${quoted(name)}; it has ${names.join(', ')}.`)
    } else if (['string', 'number', 'boolean'].includes(typeof value)) raw[name] = String(value)
    // Models write null for what they leave out.
    else if (value !== null) wrong.push(`${name} must be one value, no list and no object.`)
  }
  const read = readQuery(tool.query, raw)
  if ('errors' in read) wrong.push(...read.errors.map(({ message }) => message))
  if ('errors' in read || wrong.length > 0) return { wrong: `${wrong.join(' ')} ${again}` }
  const { limit, offset, institution_id: id = '', ...query } = read.query as Record<string, unknown>
  if (id !== '' && !market.institutions.has(id as string)) {
    return { wrong: unknown(id as string, market) }
  }
  const filter = !tool.hasId && id !== '' ? { institution_id: id } : {}
  return {
    query: { ...query, ...filter },
    id: id as string,
    limit: limit as number,
    offset: offset as number,
  }
}

/** As many institutions as are named to who may have meant them. */
const mostAlike = 5

function unknown(id: string, { institutions }: Market): string {
  const word = plain(id)
  const alike = Array.from(institutions.values(), ({ institution }) => institution)
    .filter(
      ({ id, name }) => word !== '' && (plain(id).includes(word) || plain(name).includes(word)),
    )
    .slice(0, mostAlike)
    .map(({ id, name }) => `${id} (${name})`)
  const meant = alike.length === 0 ? '' : ` Did you mean ${alike.join(', or ')}?`
  return `There is no institution ${quoted(id)}.${meant} Call list_institutions for the identifiers, with active_only false for inactive ones too.`
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
