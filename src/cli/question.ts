import { Option, type Command } from 'commander'
import { answerText } from '../http/answer.ts'
import { createDerived } from '../http/derived.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { readQuery, type ParameterSchema, type RawQuery } from '../http/schema/read-query.ts'
import { now } from './clock.ts'
import { Failure } from './failure.ts'
import { loadMarket } from './load-market.ts'
import { withStore } from './open-store.ts'
import { command, type DatabaseOption } from './options.ts'
import { print, table, type Column } from './output.ts'

/** A record as the endpoint answers it. */
export type Row = Readonly<Record<string, string | number | boolean | null>>

/** A column of the field of that name. */
export function column(title: string, field: string, isFigure = false): Column<Row> {
  return { title, isFigure, value: (row) => String(row[field] ?? '–') }
}

/** A command that asks an endpoint of the table: its parameters are the options, and `--json` prints what it answers. */
export function questionCommand(
  name: string,
  endpoint: Endpoint,
  columns: readonly Column<Row>[],
): Command {
  const example = `ratebook ${name}\nratebook ${name} --type bank --json`
  const asked = command(name, endpoint.summary.toLowerCase(), example)
  asked.option('--json', `print what ${endpoint.path} answers`)
  const parameters = Object.entries<ParameterSchema>(endpoint.query.properties)
  for (const [parameter, schema] of parameters) {
    asked.addOption(new Option(`${flagOf(parameter)} <value>`, helpOf(schema)))
  }
  return asked.action(async (options: DatabaseOption & { json?: boolean }) => {
    const given = options as unknown as RawQuery
    const query: RawQuery = Object.fromEntries(
      parameters.map(([parameter]) => [parameter, given[camelCase(parameter)]]),
    )
    refuseWrong(endpoint, query)
    const market = await withStore(options.database, 'read', (store) => loadMarket(store))
    const view = { market, isHealthy: true, now: now(), derived: createDerived() }
    const answer = answerText(endpoint, view, query)
    print(options.json === true ? answer : tableOf(columns, answer))
  })
}

/** Names every wrong option at once, as it was typed. */
function refuseWrong(endpoint: Endpoint, query: RawQuery): void {
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

function tableOf(columns: readonly Column<Row>[], body: string): string {
  const rows = JSON.parse(body) as Row[]
  return rows.length === 0 ? 'nothing found' : table(columns, rows)
}

function camelCase(parameter: string): string {
  return parameter.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
