import { Option, type Command } from 'commander'
import type { TSchema } from 'typebox'
import { answer } from '../http/answer.ts'
import type { Endpoint } from '../http/endpoint.ts'
import type { RawQuery } from '../http/read-query.ts'
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
  const asked = command(name, endpoint.summary.toLowerCase(), example).option(
    '--json',
    `print what ${endpoint.path} answers`,
  )
  for (const [parameter, schema] of Object.entries<TSchema & { description?: string }>(
    endpoint.query.properties,
  )) {
    asked.addOption(new Option(`--${parameter.replaceAll('_', '-')} <value>`, schema.description))
  }
  return asked.action(async (options: DatabaseOption & { json?: boolean }) => {
    const given = options as unknown as Record<string, string | undefined>
    const parameters = Object.keys(endpoint.query.properties).map((parameter) => [
      parameter,
      given[camelCase(parameter)],
    ])
    const market = await withStore(options.database, 'read', loadMarket)
    const said = answer(
      endpoint,
      { market, isHealthy: true, now: now() },
      Object.fromEntries(parameters) as RawQuery,
    )
    if ('problem' in said)
      throw new Failure('usage', String((JSON.parse(String(said.problem.body)) as Row)['detail']))
    print(options.json === true ? said.content.body : tableOf(columns, said.content.body))
  })
}

function tableOf(columns: readonly Column<Row>[], body: string): string {
  const rows = JSON.parse(body) as Row[]
  return rows.length === 0 ? 'nothing found' : table(columns, rows)
}

function camelCase(parameter: string): string {
  return parameter.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
