import type { TSchema } from 'typebox'
import { recordFields, type Described } from '../../src/serve/http/docs/documents.ts'
import { exampleTarget, type Operation, type Parameter } from '../../src/serve/http/docs/openapi.ts'
import { endpoints } from '../../src/serve/http/endpoints.ts'
import { mediaTypesOf } from '../../src/serve/http/formats/format.ts'
import { appOf, receive } from './ask.ts'
import { document, isTextPath, recordSchema } from './document.ts'
import { correctedSampleEntries, marketOf } from './sample-market.ts'

/** The time of the example requests. */
const now = '2026-11-21T00:00:00Z'
/** The number of rows that an example shows. */
const shownRows = 2

/** The pages of `docs/endpoints/` by file name, made from the OpenAPI document and example requests to the sample market with a correction. */
export async function endpointPages(): Promise<ReadonlyMap<string, string>> {
  const app = appOf(marketOf(correctedSampleEntries()), now)
  await app.warmUp()
  const pages = new Map<string, string>()
  for (const endpoint of endpoints) {
    const operation = document.paths[endpoint.path]?.get
    if (operation === undefined) throw new Error(`${endpoint.path} is not in the document.`)
    const target = exampleTarget(endpoint.path, operation.parameters)
    const { body } = await receive(app, 'GET', target)
    const formats = mediaTypesOf(endpoint).map((type) => `\`${type}\``)
    pages.set(nameOf(endpoint.path), pageOf(endpoint.path, operation, target, body, formats))
  }
  return pages
}

/** `rates-history.md` for `/rates/history/{institution_id}`, and `evidence-id.md` for `/evidence/{id}`. */
function nameOf(path: string): string {
  return `${path
    .replace('/{institution_id}', '')
    .replace(/\{(\w+)\}/, '$1')
    .slice(1)
    .replaceAll('/', '-')}.md`
}

function pageOf(
  path: string,
  operation: Operation,
  target: string,
  body: string,
  formats: readonly string[],
): string {
  const { summary, description, parameters, responses } = operation
  const fields = Object.entries(recordFields(recordSchema(operation) as object))
  return [
    `# GET ${path}`,
    `${summary}. ${description}`,
    ...(parameters.length === 0
      ? []
      : ['## Parameters', table(['name', 'value', 'default', ''], parameters.map(parameterRow))]),
    '## A request',
    `\`\`\`sh\ncurl 'http://127.0.0.1:8080${target}'\n\`\`\``,
    // A text is signed with a key, so the page shows the example of the endpoint.
    isTextPath(operation)
      ? `\`\`\`text\n${String(recordSchema(operation).examples?.[0])}\`\`\``
      : `\`\`\`json\n${excerptOf(body)}\n\`\`\``,
    ...(fields.length === 0
      ? []
      : [
          '## Fields',
          table(
            ['name', 'value', ''],
            fields.map(([name, field]) => [
              `\`${name}\``,
              valueOf(field),
              (field as Described).description ?? '',
            ]),
          ),
        ]),
    `Formats: ${formats.join(', ')}. Statuses: ${Object.keys(responses).join(', ')}. [What holds for all](../http.md).`,
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n')
}

/** The first rows of a response, and the number of the others. */
function excerptOf(body: string): string {
  const value: unknown = JSON.parse(body)
  if (!Array.isArray(value)) return body
  const rows = value.slice(0, shownRows).map((row) => `  ${JSON.stringify(row)}`)
  const more = value.length > shownRows ? [`  … ${value.length - shownRows} more`] : []
  return `[\n${[...rows, ...more].join(',\n')}\n]`
}

function parameterRow({ name, required, description, schema }: Parameter): string[] {
  const preset = (schema as Described).default
  const shown = preset === undefined ? '' : `\`${JSON.stringify(preset).replaceAll('"', '')}\``
  return [`\`${name}\``, valueOf(schema), required ? 'required' : shown, description]
}

function valueOf(schema: TSchema): string {
  const { enum: words, type, anyOf } = schema as Described
  if (anyOf !== undefined) return anyOf.map(valueOf).join(' or ')
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ')
  return type ?? 'string'
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
