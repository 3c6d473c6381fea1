import type { TSchema } from 'typebox'
import type { Endpoint } from '../../../src/serve/http/endpoint.ts'
import { formatsOf, isList } from '../../../src/serve/http/formats/format.ts'
import { endpoints } from '../../../src/serve/http/endpoints.ts'
import { instantText } from '../../../src/domain/instant.ts'
import type { Market } from '../../../src/book/market/market.ts'

/** Values of the parameters by name, for requests to a book. */
type Values = Readonly<Record<string, readonly string[]>>

/** Values of the parameters that are not lists of words: some of the book, and some that are wrong or beyond its end. */
function valuesIn({ institutions, entries, position, at }: Market): Values {
  const sheets = entries.filter((entry) => entry.kind === 'sheet-published')
  const figures = fewOf(sheets).map(({ position: of, sheet }) => `p${of}-${sheet.offers.length}`)
  // Instants at which the book had just changed, and one before its first entry.
  const instants = fewOf(entries, 3).map((entry) => instantText(entry.at))
  const days = [instantText(sheets[0]?.at ?? at), instantText(at)].map((text) => text.slice(0, 10))
  return {
    institution_id: [...[...institutions.keys()].slice(0, 3), 'nobody'],
    id: [...figures, `p${position + 1}-1`, 'x'],
    tenure_months: ['12', '6', '18.5', 'x'],
    deposit: ['0', '5000', '1000000'],
    since: days,
    until: days,
    known_at: ['2020-01-01T00:00:00Z', ...instants, instantText(at)],
    page: ['0', '1', 'x'],
    from: ['0', '7', `${position}`, `${position + 1}`],
    after: ['0', 'p12-0', `${position - 1}`, `${position}`, `${position + 1}`],
    limit: ['1', '3', '1000'],
    offset: ['1', '1000'],
  }
}

/** At most so many items of a list, spread over it. */
function fewOf<T>(items: readonly T[], most = 8): readonly T[] {
  const step = Math.ceil(items.length / most)
  return items.filter((_, index) => index % step === step - 1)
}

function valuesOf(name: string, schema: TSchema, values: Values): readonly string[] {
  const { enum: words, type } = schema as {
    readonly enum?: readonly string[]
    readonly type?: string
  }
  const known = type === 'boolean' ? ['true', 'false'] : (words ?? values[name])
  if (known === undefined)
    throw new Error(`The test of mirrors has no values of the parameter ${name}.`)
  return known
}

/** Targets of requests to every endpoint: each in every format, with each parameter alone and with all flags. */
export function targetsIn(market: Market): readonly string[] {
  const values = valuesIn(market)
  return [...new Set(endpoints.flatMap((endpoint) => targetsOf(endpoint as Endpoint, values)))]
}

function targetsOf(endpoint: Endpoint, values: Values): readonly string[] {
  const { path, query } = endpoint
  const parameter = /\{(\w+)\}/.exec(path)?.[1]
  const paths =
    parameter === undefined
      ? [path]
      : (values[parameter] ?? []).map((value) => path.replace(`{${parameter}}`, value))
  if (paths.length === 0) throw new Error(`The test of mirrors has no values for the path ${path}.`)
  const properties = Object.entries(query.properties)
  const isNeeded = (name: string, schema: TSchema) =>
    (query.required ?? []).includes(name) && !('default' in schema)
  const needed = properties
    .filter(([name, schema]) => isNeeded(name, schema))
    .map(([name, schema]) => `${name}=${valuesOf(name, schema, values)[0]}`)
  const flags = properties
    .filter(([, schema]) => (schema as { readonly type?: string }).type === 'boolean')
    .map(([name]) => `${name}=true`)
  const single = properties.flatMap(([name, schema]) =>
    valuesOf(name, schema, values).map((value) => [
      ...needed.filter((one) => !one.startsWith(`${name}=`)),
      `${name}=${value}`,
    ]),
  )
  const [, past] = values['known_at'] ?? []
  const queries = [
    ...single,
    [...needed, ...flags],
    ...('known_at' in query.properties ? [[...needed, ...flags, `known_at=${past}`]] : []),
  ]
  // A stream has no end; the test reads it on its own.
  const formats = isList(endpoint) ? formatsOf(endpoint).filter((format) => format !== 'sse') : []
  const extensions = ['', ...formats.map((format) => `.${format}`)]
  return paths.flatMap((one) => [
    ...extensions.map((extension) => targetText(one + extension, [...needed, ...flags])),
    ...queries.map((parts) => targetText(one, parts)),
  ])
}

function targetText(path: string, parts: readonly string[]): string {
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}
