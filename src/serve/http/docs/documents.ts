import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import type { Market } from '../../../book/market/market.ts'
import { evidenceIdText } from '../../../book/query/ids.ts'
import { longestGapDays } from '../../../domain/day.ts'
import { instantText } from '../../../domain/instant.ts'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { formatsOf, isList, isTool, mediaTypes } from '../formats/format.ts'
import type { ParameterSchema } from '../schema/read-query.ts'
import type { Site } from '../site.ts'
import type { Content } from '../write.ts'
import {
  about,
  exampleTarget,
  openApi,
  sampleNotice,
  type OpenApi,
  type Operation,
  type Parameter,
  queryParameters,
} from './openapi.ts'

/** The documents about the API, by path: OpenAPI, the reference for people, and the text for language models. */
export function documentsOf({
  basePath,
  settings: { operator },
}: Site): Readonly<Record<string, (market: Market) => Content>> {
  const document = ({ sample }: Market) => openApi({ basePath, isSample: sample, operator })
  return {
    '/openapi.json': (market) => ({
      type: 'application/json',
      etagLabel: 'openapi',
      text: JSON.stringify(document(market)),
    }),
    '/docs': (market) => docsPage(document(market), basePath),
    '/llms.txt': (market) => llmsText(market, basePath),
  }
}

/** The parts of a schema that the reference shows. */
export type Described = ParameterSchema & { readonly anyOf?: readonly TSchema[] }

/** The reference as one HTML page, made from the OpenAPI document. It has no script and loads nothing from other hosts. */
function docsPage(document: OpenApi, basePath: string): Content {
  const operations = Object.entries(document.paths).map(([path, { get }]) => ({
    path,
    operation: get,
  }))
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)}: reference</title>
<link rel="icon" href="data:,">
<style>${docsStyle}</style>
</head>
<body>
<header>
<h1>${escape(document.info.title)}</h1>
${document.servers[0]?.description === undefined ? '' : `<p class="sample">${escape(document.servers[0].description)}</p>`}
<p>${prose(document.info.description)}</p>
<p>Every list is a JSON array in a fixed order. Errors are <code>application/problem+json</code>. For programs, the same as <a href="${basePath}/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Endpoints"><ul>
${operations.map(({ path, operation }) => `<li><a href="#${operation.operationId}"><code>${escape(path)}</code></a> ${escape(operation.summary)}</li>`).join('\n')}
</ul></nav>
</header>
<main>
${operations.map(({ path, operation }) => section(document, path, operation, basePath)).join('\n')}
</main>
</body>
</html>
`
  const hash = createHash('sha256').update(docsStyle).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return {
    type: 'text/html; charset=utf-8',
    etagLabel: 'docs',
    text: body,
    headers: { 'content-security-policy': policy },
  }
}

function section(document: OpenApi, path: string, operation: Operation, basePath: string): string {
  const { operationId, summary, description, parameters, responses } = operation
  const example = `${basePath}${exampleTarget(path, parameters)}`
  return `<section id="${operationId}">
<h2><a href="#${operationId}"><span>GET</span> <code>${escape(path)}</code></a></h2>
<p class="summary">${escape(summary)}</p>
<p>${prose(description)}</p>
<p>Try it: <a href="${escape(example)}"><code>${escape(example)}</code></a></p>
${parameters.length === 0 ? '' : `<h3>Parameters</h3>\n${table(['Name', 'Value', 'Default', 'Meaning'], parameters.map(parameterRow))}`}
${answerOf(document, responses['200'])}
<p class="statuses">Statuses: ${Object.entries(responses)
    .map(([status, response]) => `<span title="${escape(response.description)}">${status}</span>`)
    .join(' ')}</p>
</section>`
}

function parameterRow({ name, required, description, schema }: Parameter): string[] {
  const preset = (schema as Described).default
  const shown = required
    ? 'required'
    : preset === undefined
      ? ''
      : `<code>${escape(JSON.stringify(preset).replaceAll('"', ''))}</code>`
  return [`<code>${escape(name)}</code>`, valueOf(schema), shown, prose(description)]
}

/** The fields of a record, or an example of a text. */
function answerOf(
  { components }: OpenApi,
  response: Operation['responses'][string] | undefined,
): string {
  const [content] = Object.values(response?.content ?? {})
  const schema = content?.schema as RecordReference
  const name = (schema.items ?? schema).$ref?.split('/').at(-1) ?? ''
  const record = components.schemas[name] ?? {}
  const { type, examples } = record as Described
  if (type === 'string')
    return `<h3>An answer</h3>\n<pre><code>${escape(String(examples?.[0]))}</code></pre>`
  const rows = Object.entries<Described>(recordFields(record)).map(([name, field]) => [
    `<code>${escape(name)}</code>`,
    valueOf(field),
    `<code>${escape(JSON.stringify(field.examples?.[0]))}</code>`,
    prose(field.description ?? ''),
  ])
  return `<h3>Fields of the answer</h3>\n${table(['Name', 'Value', 'Example', 'Meaning'], rows)}`
}

/** A schema that refers to a record, or to a list of records. */
type RecordReference = { readonly $ref?: string; readonly items?: { readonly $ref?: string } }

function valueOf(schema: TSchema): string {
  const { enum: words, type, minimum, maximum, anyOf } = schema as Described
  if (anyOf !== undefined) return anyOf.map(valueOf).join(' or ')
  if (words !== undefined) return words.map((word) => `<code>${escape(word)}</code>`).join(' ')
  if (type === 'integer' && maximum !== undefined) return `integer, ${minimum} to ${maximum}`
  if (type === 'integer') return `integer, ${minimum ?? 0} or more`
  return escape(type ?? 'string')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  return `<div class="table"><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`
}

/** Escapes a text, and marks up what stands in backticks as code. */
function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The parts of a schema that name its fields. */
type RecordSchema = {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly anyOf?: readonly RecordSchema[]
}

/**
 * The fields of a record, by name. A record of several kinds has the fields of all of them; a field whose values depend on the
 * kind is listed with all its values.
 */
export function recordFields({
  properties = {},
  anyOf = [],
}: RecordSchema): Record<string, TSchema> {
  const fields: Record<string, TSchema> = { ...properties }
  for (const alternative of anyOf) {
    for (const [name, field] of Object.entries(recordFields(alternative))) {
      const known = fields[name]
      fields[name] = known === undefined ? field : withValuesOf(known, field)
    }
  }
  return fields
}

/** A field with the values of an enumeration that another kind of record adds. */
function withValuesOf(known: TSchema, field: TSchema): TSchema {
  const [{ enum: values }, { enum: more }] = [known as Described, field as Described]
  if (values === undefined || more === undefined) return known
  return { ...known, enum: [...new Set([...values, ...more])] }
}

/** The style sheet of the reference page: system fonts, no images, light or dark as the reader prefers. */
const docsStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1a1a1a, #e8e6e3); --quiet: light-dark(#5c5c5c, #a3a09b);
  --line: light-dark(#ddd9d3, #3a3835); --paper: light-dark(#fdfcfa, #191817); --mark: light-dark(#0b5d50, #6fd0bd) }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 2.25rem; margin: 0 }
h2 { font-size: 1.25rem; margin: 0 } h2 a { color: inherit; text-decoration: none } h2 span { color: var(--mark) }
h3 { font-size: .85rem; margin: 1.5rem 0 .25rem; color: var(--quiet); font-weight: 600 }
section { border-top: 1px solid var(--line); padding-top: 2rem; margin-top: 2.5rem }
.summary { font-size: 1.1rem; margin: .25rem 0 0 }
.sample { border-left: 4px solid #c77700; padding-left: .75rem; font-weight: 600 }
a { color: var(--mark) } a:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px }
pre { overflow-x: auto } code { font: .9em ui-monospace, monospace }
nav ul { list-style: none; padding: 0 } nav li { display: flex; flex-wrap: wrap; column-gap: 1rem; margin: .2rem 0 }
nav a { min-width: min(17rem, 100%) }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100%; min-width: 46rem; table-layout: fixed }
th:nth-child(1) { width: 10rem } th:nth-child(2) { width: 9rem } th:nth-child(3) { width: 17rem }
th, td { text-align: left; vertical-align: top; padding: .35rem 1.25rem .35rem 0; border-bottom: 1px solid var(--line) }
th { font-size: .85rem; color: var(--quiet); font-weight: 600 }
@media (max-width: 44rem) { table { min-width: 0 } thead { display: none } td { display: block; border: 0; padding: 0 }
  tr { display: block; border-bottom: 1px solid var(--line); padding: .5rem 0 } td:empty { display: none } }
.statuses { color: var(--quiet); font-size: .9rem } .statuses span { margin-right: .35rem }
`

/** `/llms.txt` (llmstxt.org): what a language model should know about the service, made from the table of endpoints. */
function llmsText(market: Market, basePath: string): Content {
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
  const parameters = queryParameters(endpoint.query)
  const target = basePath + exampleTarget(filled, parameters)
  const names = parameters.map(({ name }) => name).join(', ')
  return `- [${path}](${target}): ${summary}. ${description} Parameters: ${names}.`
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
