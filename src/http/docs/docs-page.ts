import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import type { Content } from '../content.ts'
import { recordFields } from '../schema/record-fields.ts'
import { docsStyle } from './docs-style.ts'
import { exampleTarget } from './example-target.ts'
import type { OpenApi, Operation, Parameter } from './openapi.ts'

/** The parts of a schema that the reference shows. */
export type Described = TSchema & {
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly enum?: readonly string[]
  readonly type?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly TSchema[]
}

/** The reference as one HTML page, made from the OpenAPI document. It has no script and loads nothing from other hosts. */
export function docsPage(document: OpenApi, basePath: string): Content {
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
${document.info['x-ratebook-sample'] === true ? '<p class="sample">Sample data: these are not current rates.</p>' : ''}
<p>${prose(document.info.description.replace(/^\*\*.*?\*\* /, ''))}</p>
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
    text: () => body,
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
