import { type Command, Option } from 'commander'
import type { Market } from '../book/market/market.ts'
import { Failure } from '../domain/failure.ts'
import type { Instant } from '../domain/instant.ts'
import { answerResult } from '../serve/http/answer.ts'
import { rowWarning, valueText, type Endpoint, type WireRow } from '../serve/http/endpoint.ts'
import {
  futureError,
  knownAtOf,
  readQuery,
  type ParameterError,
  type ParameterSchema,
  type RawQuery,
} from '../serve/http/schema/read-query.ts'
import { now } from './clock.ts'
import { loadMarket } from './load-book.ts'
import { addOptions, command, type DatabaseOption, type SettingsOption } from './options.ts'
import { print, printJson, table, type Column } from './output.ts'

/** A table column that shows a field of the records. */
export function column(title: string, field: string, isFigure = false): Column<WireRow> {
  return { title, isFigure, value: (row) => valueText(row[field] ?? '–') }
}

/** The tenure of a row, or the bounds of its range: `12.00-24.00`. */
export const monthsColumn: Column<WireRow> = {
  title: 'months',
  isFigure: true,
  value: ({ tenure_months: months, tenure_to_months: upperBound }) =>
    [months ?? '–', upperBound ?? []].flat().map(valueText).join('-'),
}

/** The columns of a rate change: its tier, and the rates before and after it. */
export const rateColumns: readonly Column<WireRow>[] = [
  column('variant', 'product_variant'),
  monthsColumn,
  column('payout', 'payout_type'),
  column('minimum', 'min_deposit', true),
  column('from', 'prev_rate_pa', true),
  column('to', 'new_rate_pa', true),
]

/** The direction of a rate change, and its warning. */
export const directionColumns: readonly Column<WireRow>[] = [
  column('direction', 'direction'),
  { title: 'warning', value: (row) => rowWarning(row) || '–' },
]

/** The parts of a command that prints the answer of an endpoint. */
export type Question = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly columns: readonly Column<WireRow>[]
  /** The arguments and options of two examples; the first shows a common use, the second `--json`. */
  readonly examples: readonly [string, string]
  /** Options besides the parameters of the endpoint. */
  readonly options?: readonly Option[]
  /** Called once the records are printed; a `Failure` sets the exit code. */
  readonly after?: (answer: PrintedAnswer, options: QuestionOptions) => void
}

/**
 * A command that answers an endpoint from the book: the endpoint's parameters are its options, the identifier in its path is
 * an argument, and `--json` prints the response body.
 */
export function questionCommand({
  name,
  endpoint,
  columns,
  examples,
  options: more = [],
  after,
}: Question): Command {
  const example = examples.map((words) => `ratebook ${name} ${words}`.trimEnd()).join('\n')
  const answering = addOptions(command(name, endpoint.summary.toLowerCase(), example), [
    ...questionOptions(endpoint),
    ...more,
  ])
  const answer = async (options: QuestionOptions, id?: string): Promise<void> => {
    const printed = await printAnswer(endpoint, columns, options, id)
    after?.(printed, options)
  }
  if (!endpoint.path.endsWith('{institution_id}'))
    return answering.action((options: QuestionOptions) => answer(options))
  return answering
    .argument('<institution>', 'an institution’s identifier')
    .action((id: string, options: QuestionOptions) => answer(options, id))
}

/** The values of the options that `questionOptions` gives; those of the parameters have the names of the endpoint in camel case. */
export type QuestionOptions = DatabaseOption & SettingsOption & { readonly json?: boolean }

/** `--json`, and an option for each parameter of an endpoint. */
export function questionOptions(endpoint: Endpoint): readonly Option[] {
  return [
    new Option('--json', `print the JSON response of ${endpoint.path}`),
    ...parametersOf(endpoint).map(
      ([parameter, schema]) => new Option(`${flagOf(parameter)} <value>`, helpOf(schema)),
    ),
  ]
}

/** The printed records, and the market that they come from. */
export type PrintedAnswer = { readonly rows: readonly WireRow[]; readonly market: Market }

/** Prints what an endpoint answers from the book, and returns it. */
export async function printAnswer(
  endpoint: Endpoint,
  columns: readonly Column<WireRow>[],
  options: QuestionOptions,
  id?: string,
): Promise<PrintedAnswer> {
  const query = queryOf(endpoint, options)
  const market = await loadMarket(options.database)
  // Tables show the minimum deposit and the upper bound of a range; `--json` prints what was asked for.
  const asked = options.json === true ? query : { ...query, details: 'true' }
  const { settings } = options
  const result = answerResult(endpoint, { market, now: now(), settings }, asked, id)
  if (result.kind === 'not-found') throw new Failure('refused', result.detail)
  if (result.kind !== 'list') throw new Error(`${endpoint.path} has no rows.`)
  const rows = [...result.rows]
  printRows(columns, rows, options)
  return { rows, market }
}

/** Prints records as a table or as JSON. */
export function printRows(
  columns: readonly Column<WireRow>[],
  rows: readonly WireRow[],
  { json }: QuestionOptions,
): void {
  if (json === true) printJson(rows)
  else print(rows.length === 0 ? 'nothing found' : table(columns, rows))
}

/** The parameters that the options set. Throws a `Failure` that names every wrong one. */
export function queryOf(endpoint: Endpoint, options: QuestionOptions): RawQuery {
  const given = options as unknown as RawQuery
  const query: RawQuery = Object.fromEntries(
    parametersOf(endpoint).map(([parameter]) => [parameter, given[camelCase(parameter)]]),
  )
  checkOptions(endpoint, query)
  return query
}

function parametersOf(endpoint: Endpoint): readonly [name: string, schema: ParameterSchema][] {
  return Object.entries<ParameterSchema>(endpoint.query.properties)
}

/** Throws a `Failure` that names every wrong option. */
function checkOptions(endpoint: Endpoint, query: RawQuery): void {
  const read = readQuery(endpoint.query, query)
  const errors = 'errors' in read ? read.errors : futureErrors(knownAtOf(read.query))
  if (errors.length === 0) return
  const lines = errors.map(({ parameter, message }) =>
    message.replace(parameter, flagOf(parameter)),
  )
  throw new Failure('usage', lines.join('\n'))
}

function futureErrors(knownAt: Instant | undefined): readonly ParameterError[] {
  const error = knownAt === undefined ? undefined : futureError(knownAt, now())
  return error === undefined ? [] : [error]
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
