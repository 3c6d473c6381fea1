import { instantText } from '../../domain/instant.ts'
import type { Market } from '../../market/market.ts'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { formatsOf, mediaTypes } from '../formats/format.ts'
import type { Content } from '../message/content.ts'
import { textBody } from '../message/text-body.ts'
import type { ParameterSchema } from '../schema/read-query.ts'
import { about, sampleNotice } from './openapi.ts'

/** `/llms.txt` (llmstxt.org): what a model should know of the service before it asks, made from the table of endpoints. */
export function llmsText(market: Market, basePath: string): Content {
  const { position, at, sample } = market
  const example = idOf(market)
  const lists = endpoints.filter(({ fromMarket }) => fromMarket)
  const body = `# Ratebook

> ${sample ? `${sampleNotice} ` : ''}${about}

${position === 0 ? 'The book is empty.' : `As of ${instantText(at)}: position ${position} of an append-only book.`}

## Endpoints

All are read with GET and answer with a JSON array. A wrong parameter is a 422 that says what is wrong with it.

${lists.map((endpoint) => lineOf(endpoint, basePath, example)).join('\n')}

## Formats

${formatLines(lists, basePath).join('\n')}

## Tools

- [MCP](${basePath}/mcp): the Model Context Protocol over Streamable HTTP (POST, no session, no key), a tool for each of the lists above. Every answer says as of when it is, where the rates were read, and which are stale.

## How fresh and how exact

- Rates are decimals in strings, exact as printed by the institution: nominal percent per annum. An effective rate is never put in their place.
- [${basePath}/freshness](${basePath}/freshness) says when the rates of each institution were last confirmed, and which are stale: those may be out of date, and should be told with that.
- \`source_url\` in [${basePath}/rates/current](${basePath}/rates/current) is where an offer was read, \`scraped_at\` when.
- The header \`Ratebook-Position\` says from which position of the book an answer was made; nothing in the book is ever overwritten.

## Optional

- [Reference](${basePath}/docs): every parameter, field and status, for people
- [OpenAPI 3.1](${basePath}/openapi.json): the same for programs
`
  return { type: 'text/markdown; charset=utf-8', body: textBody(body) }
}

function lineOf(endpoint: Endpoint, basePath: string, id: string): string {
  const { path, summary, description } = endpoint
  const target = `${basePath}${path.replace('{institution_id}', id)}${queryOf(endpoint)}`
  const names = Object.keys(endpoint.query.properties)
  return `- [${path}](${target}): ${summary}. ${description} Parameters: ${names.join(', ')}.`
}

/** What is required, with its example. */
function queryOf({ query }: Endpoint): string {
  const required = (query.required ?? []).flatMap((name) => {
    const { default: preset, examples } = query.properties[name] as ParameterSchema & {
      readonly examples?: readonly unknown[]
    }
    return preset === undefined ? [`${name}=${String(examples?.[0])}`] : []
  })
  return required.length === 0 ? '' : `?${required.join('&')}`
}

/** The formats beside JSON, each with the first list that has it. */
function formatLines(lists: readonly Endpoint[], basePath: string): readonly string[] {
  const formats = new Set(lists.flatMap((endpoint) => formatsOf(endpoint).slice(1)))
  return Array.from(formats, (format) => {
    const having = lists.filter((endpoint) => formatsOf(endpoint).includes(format))
    const address = `${basePath}${having[0]?.path}.${format}`
    const which = having.length === lists.length ? 'every list' : having.map(({ path }) => path)
    return `- [${format}](${address}): \`.${format}\` at the end of the path, or \`Accept: ${mediaTypes[format]}\`; ${String(which)}`
  })
}

/** An institution that has published, for an example that answers. */
function idOf({ institutions }: Market): string {
  for (const [id, { publication }] of institutions) if (publication !== undefined) return id
  return 'peoples-bank'
}
