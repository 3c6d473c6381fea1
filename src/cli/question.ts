import { Option, type Command } from 'commander'
import { answerRows } from '../http/answer-rows.ts'
import { valueText, type Endpoint, type WireRow } from '../http/endpoint.ts'
import { readQuery, type ParameterSchema, type RawQuery } from '../http/schema/read-query.ts'
import { now } from './clock.ts'
import { Failure } from './failure.ts'
import { loadBook } from './load-market.ts'
import { withStore } from './open-store.ts'
import { command, type DatabaseOption } from './options.ts'
import { print, table, type Column } from './output.ts'

/** A table column that shows a field of the records. */
export function column(title: string, field: string, isFigure = false): Column<WireRow> {
  return { title, isFigure, value: (row) => valueText(row[field] ?? '–') }
}

/** A command that answers an endpoint from the book: the endpoint's parameters are its options, and `--json` prints the response body. */
export function questionCommand(
  name: string,
  endpoint: Endpoint,
  columns: readonly Column<WireRow>[],
): Command {
  const example = `ratebook ${name}\nratebook ${name} --type bank --json`
  const answering = command(name, endpoint.summary.toLowerCase(), example)
  answering.option('--json', `print the JSON response of ${endpoint.path}`)
  const parameters = Object.entries<ParameterSchema>(endpoint.query.properties)
  for (const [parameter, schema] of parameters) {
    answering.addOption(new Option(`${flagOf(parameter)} <value>`, helpOf(schema)))
  }
  return answering.action(async (options: DatabaseOption & { json?: boolean }) => {
    const given = options as unknown as RawQuery
    const query: RawQuery = Object.fromEntries(
      parameters.map(([parameter]) => [parameter, given[camelCase(parameter)]]),
    )
    checkOptions(endpoint, query)
    const { market } = await withStore(options.database, 'read', (store) => loadBook(store))
    const rows = answerRows(endpoint, { market, now: now() }, query)
    if (options.json === true) print(JSON.stringify(rows))
    else print(rows.length === 0 ? 'nothing found' : table(columns, rows))
  })
}

/** Throws a `Failure` that names every wrong option. */
function checkOptions(endpoint: Endpoint, query: RawQuery): void {
  const read = readQuery(endpoint.query, query)
  if (!('errors' in read)) return
  const lines = read.errors.map(({ parameter, message }) =>
    message.replace(parameter, flagOf(parameter)),
  )
  throw new Failure('usage', lines.join('\n'))
}

function flagOf(parameter: string): string {
  return `--${parameter.replaceAll('_', '-')}`
}

function helpOf({ description = '', enum: words, default: preset }: ParameterSchema): string {
  const choices = words === undefined ? '' : ` One of ${words.join(', ')}.`
  return (
    description + choices + (preset === undefined ? '' : ` (default: ${JSON.stringify(preset)})`)
  )
}

function camelCase(parameter: string): string {
  return parameter.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
