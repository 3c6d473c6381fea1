import { longestGapDays } from '../../../domain/day.ts'
import { instantText } from '../../../domain/instant.ts'
import type { Market } from '../../../book/market/market.ts'
import { evidenceIdText } from '../../../book/query/ids.ts'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { formatsOf, isList, isTool, mediaTypes } from '../formats/format.ts'
import type { Content } from '../write.ts'
import type { ParameterSchema } from '../schema/read-query.ts'
import { about, sampleNotice } from './openapi.ts'

/** `/llms.txt` (llmstxt.org): what a language model should know about the service, made from the table of endpoints. */
export function llmsText(market: Market, basePath: string): Content {
  const { position, at, sample } = market
  const lists = endpoints.filter(isList)
  const listed = endpoints.filter((endpoint) => isTool(endpoint))
  const body = `# Ratebook

> ${sample ? `${sampleNotice} ` : ''}${about}

${position === 0 ? 'The book is empty.' : `As of ${instantText(at)}: position ${position} of an append-only book.`}

## Endpoints

Every endpoint takes GET. The answer is a JSON array; that of \`/evidence/{id}\` is an object. A wrong parameter gives a 422 that explains the error.

${listed.map((endpoint) => lineOf(endpoint, basePath, market)).join('\n')}

## Formats

${formatLines(lists, basePath).join('\n')}

## Tools

- [MCP](${basePath}/mcp): the Model Context Protocol over Streamable HTTP (POST, no session, no key), with one tool for each endpoint above. Every answer names its instant, the pages that the rates were read from, and the stale rates.

## How fresh and how exact

- Rates are decimals in strings, exact as printed on the page: nominal percent per annum. They are never effective rates.
- [${basePath}/freshness](${basePath}/freshness) says when the oldest offer of each institution was last confirmed, and \`/evidence\` when each offer was. Stale rates may be out of date: say so when you quote them.
- A change may follow years without a reading. With \`details=true\`, [${basePath}/rates/changes](${basePath}/rates/changes) has \`prev_seen_at\`, when the previous rate was last seen. If that is more than ${longestGapDays} days before \`read_at\`, nobody knows when the rate moved, or how often: say so when you quote it.
- \`source_url\` in [${basePath}/rates/current](${basePath}/rates/current) is the page that an offer was read from, \`scraped_at\` the time. It may be of a newspaper: \`own_page\` in [${basePath}/evidence](${basePath}/evidence) says whether it is the institution’s.
- The header \`Ratebook-Position\` is the position of the book that an answer was computed from. Nothing in the book is ever overwritten.

## Optional

- [The whole book](${basePath}/log): every entry, with the digests that prove it
- [Reference](${basePath}/docs): every parameter, field and status, for people
- [OpenAPI 3.1](${basePath}/openapi.json): the same for programs
`
  return { type: 'text/markdown; charset=utf-8', etagLabel: 'llms', text: body }
}

function lineOf(endpoint: Endpoint, basePath: string, market: Market): string {
  const { path, summary, description } = endpoint
  const filled = path.replace(/\{(\w+)\}/, (_, name: string) => idOf(name, market))
  const target = `${basePath}${filled}${queryOf(endpoint)}`
  const names = Object.keys(endpoint.query.properties)
  return `- [${path}](${target}): ${summary}. ${description} Parameters: ${names.join(', ')}.`
}

/** The required parameters with their examples, as a query string. */
function queryOf({ query }: Endpoint): string {
  const required = (query.required ?? []).flatMap((name) => {
    const { default: preset, examples } = query.properties[name] as ParameterSchema
    return preset === undefined ? [`${name}=${String(examples?.[0])}`] : []
  })
  return required.length === 0 ? '' : `?${required.join('&')}`
}

/** One line for each format besides JSON, with the first list that has it as an example. */
function formatLines(lists: readonly Endpoint[], basePath: string): readonly string[] {
  const formats = new Set(lists.flatMap((endpoint) => formatsOf(endpoint).slice(1)))
  return Array.from(formats, (format) => {
    const withFormat = lists.filter((endpoint) => formatsOf(endpoint).includes(format))
    const address = `${basePath}${withFormat[0]?.path}.${format}`
    const which =
      withFormat.length === lists.length ? 'every list' : withFormat.map(({ path }) => path)
    return `- [${format}](${address}): \`.${format}\` at the end of the path, or \`Accept: ${mediaTypes[format]}\`; ${String(which)}`
  })
}

/** The value of a path parameter for which the example works: an institution that has published, or its first figure. */
function idOf(name: string, { institutions }: Market): string {
  for (const [id, { publication }] of institutions) {
    if (publication === undefined) continue
    return name === 'institution_id' ? id : evidenceIdText({ ...publication, row: 1 })
  }
  return name === 'institution_id' ? 'peoples-bank' : 'p69-3'
}
