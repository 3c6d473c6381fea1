import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { freshness } from '../../../book/query/freshness.ts'
import { instantText } from '../../../domain/instant.ts'
import { isOwnPage } from '../../../domain/institution.ts'
import { sampleNotice } from '../docs/openapi.ts'
import type { Endpoint, ServerState } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { isEvents, isList, isTool } from '../formats/format.ts'
import { institutionId, limit, offset, pathParameterOf } from '../schema/parameters.ts'

/** The JSON Schema of an object, as MCP requires it for tools. */
type ObjectSchema = Json & { readonly type: 'object' }

/** An endpoint as an MCP tool, with pages that fit into the context of a model. */
export type Tool = {
  readonly name: string
  readonly endpoint: Endpoint
  /** The name of the identifier in the path of the endpoint, which is an argument of the tool; absent if the path has none. */
  readonly pathName: string | undefined
  /** The fields of a change that only `details` adds; empty if the rows are no changes of rates. */
  readonly changeDetails: readonly string[]
  /** The arguments, described like query parameters. */
  readonly query: TObject
  /** The tool in the answer to `tools/list`, as MCP defines it. */
  readonly listed: {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly inputSchema: ObjectSchema
    readonly outputSchema: ObjectSchema
    readonly annotations: Readonly<Record<string, boolean | string>>
  }
}

/** The maximum and the default number of rows in one result, so that it fits into the context of a model. */
const [mostRows, usualRows] = [100, 50]

const page = {
  limit: described(limit(mostRows, usualRows), 'The maximum number of rows.', usualRows),
  offset: described(
    offset,
    'The number of rows to skip; `page.next_offset` of a result is the offset of the next page.',
    usualRows,
  ),
}
/** The same for events: a sheet lists all its offers, so rows may be long. */
const eventLimit = described(limit(50, 10), 'The maximum number of rows.', 10)
const id = described(
  institutionId,
  'An institution’s identifier; `list_institutions` has them.',
  'peoples-bank',
)

function toolOf(endpoint: Endpoint): Tool {
  const { summary: title, path } = endpoint
  const name = endpoint.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const inPath = pathParameterOf(path)
  // Tools answer about the present: `known_at` is no argument of them, and readArguments refuses it.
  const {
    limit: _,
    offset: _offset,
    known_at: _knownAt,
    institution_id: filter,
    ...others
  } = endpoint.query.properties
  const ids: Record<string, TSchema> = {
    ...(filter !== undefined && { institution_id: Type.Optional(id) }),
    ...(inPath !== undefined && {
      [inPath.name]: inPath.name === 'institution_id' ? id : inPath.schema,
    }),
  }
  const isLog = isEvents(endpoint)
  const pages = isLog ? { limit: eventLimit } : isList(endpoint) ? page : {}
  const query = Type.Object({ ...ids, ...others, ...pages })
  // Parameters with a default are not required.
  const required = (query.required ?? []).filter(
    (one) => !('default' in (query.properties[one] ?? {})),
  )
  return {
    name,
    endpoint,
    pathName: inPath?.name,
    changeDetails: changeDetailsOf(rowOf(endpoint)),
    query,
    listed: {
      name,
      title,
      description: `${title}. ${isLog ? events : endpoint.description}`,
      inputSchema: { ...leanObject(query), required },
      outputSchema: leanObject(
        Type.Object({ ...envelopeFields(isLog), rows: Type.Array(rowOf(endpoint)) }),
      ),
      annotations: {
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
  }
}

const events =
  'Every public entry of the book, oldest first: `institution`, `sheet` with every offer that it lists, `checked`, `verified`, `corrected`; and after a sheet or correction the standing rates that it changed: `initial`, `up`, `down`, `flat`, `withdrawn`. Events do not say when the previous rate was last seen, which may be years ago; `list_rate_changes` does. `page.next_after` of a result is the `after` of the next page.'

/** The schema of a row. */
function rowOf(endpoint: Endpoint): Partial<TObject> & TSchema {
  const { response } = endpoint
  return isList(endpoint) ? (response as unknown as { readonly items: TObject }).items : response
}

/** The fields of a change that are optional, without `seen_at`, for which `readings` asks. */
function changeDetailsOf(row: TSchema): readonly string[] {
  const { properties = {}, required = [] } = row as {
    readonly properties?: object
    readonly required?: readonly string[]
  }
  if (!('prev_seen_at' in properties)) return []
  return Object.keys(properties).filter((name) => name !== 'seen_at' && !required.includes(name))
}

/** A parameter with a description and an example for tools. */
function described<T extends TSchema>(parameter: T, description: string, example: unknown): T {
  return { ...parameter, description, examples: [example] }
}

/**
 * The keywords that are kept. Some hosts refuse patterns with lookaheads, and examples fill the context of the model. The
 * server validates the values anyway.
 */
const kept = /^(?:type|description|enum|default|minimum|maximum|required|additionalProperties)$/

type Json = Readonly<Record<string, unknown>>

/** A schema without the keywords that tools do not need. */
function leanSchema(schema: TSchema): Json {
  const { properties, items, anyOf, ...rest } = schema as Json & {
    readonly properties?: Readonly<Record<string, TSchema>>
    readonly items?: TSchema
    readonly anyOf?: readonly TSchema[]
  }
  return {
    ...('enum' in rest && { type: 'string' }),
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => kept.test(name))),
    ...(items !== undefined && { items: leanSchema(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(leanSchema) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, leanSchema(property)]),
      ),
    }),
  }
}

/** The same for an object, which allows no other properties. */
function leanObject(schema: TObject): ObjectSchema {
  return { ...leanSchema(schema), type: 'object', additionalProperties: false }
}

/** The most sources in one result. */
const mostSources = 100

const objectOf = <P extends TProperties>(fields: P) =>
  Type.Object(fields, { additionalProperties: false })

const text = (description: string) => Type.String({ description })
const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const returned = Type.Integer({ description: 'The number of rows in this result.' })
const offsetPage = objectOf({
  offset: Type.Integer({ description: 'The number of rows that were skipped.' }),
  returned,
  next_offset: orNull(
    Type.Integer(),
    'The `offset` of the next page; null if this is the last page.',
  ),
})
/** Events are read from an id on, not from an offset. */
const eventPage = objectOf({
  returned,
  next_after: orNull(Type.String(), 'The `after` of the next page; null if this is the last page.'),
})

/** Where the rates of an institution were read, and how fresh they are. */
const source = objectOf({
  institution_id: text('The institution.'),
  source_url: orNull(
    Type.String(),
    'The page that its latest rate sheet was read from; null if it has published none.',
  ),
  own_page: orNull(
    Type.Boolean(),
    'Whether that page is the institution’s own: on the host of its website, or below it.',
  ),
  last_verified_at: orNull(
    Type.String(),
    'When its oldest current offer was last confirmed; null if it has published none.',
  ),
  days_since_verified: orNull(Type.Integer(), 'Whole days since then.'),
  is_stale: orNull(Type.Boolean(), 'Whether they may be out of date.'),
})

const fields = {
  as_of: text('The instant of the last entry of the book.'),
  position: Type.Integer({ description: 'The position of that entry.' }),
  answered_at: text('The instant of this answer; staleness is measured at it.'),
  is_sample: Type.Boolean({
    description: 'Whether these are sample data, not current rates.',
  }),
  notice: text('A notice to show with the figures.'),
  page: Type.Union([offsetPage, eventPage]),
  sources: Type.Array(source, {
    description: `Where the rates in the rows were read, and how fresh they are: one source for each institution, at most ${mostSources}. A summary has the institutions that offer its terms now.`,
  }),
  stale_institutions: Type.Integer({
    description: 'The number of all these institutions whose rates may be out of date.',
  }),
}

/** The fields of every result besides its rows. */
function envelopeFields(isEvents: boolean) {
  return { ...fields, page: isEvents ? eventPage : offsetPage }
}

const envelope = Type.Object(fields)
export type Envelope = Static<typeof envelope>

/** Required by part 1 of the specification. */
const advice = 'Rates are information, may change without notice, and are not financial advice.'

/** The envelope of one page whose rates come from these institutions. */
export function envelopeOf(
  state: ServerState,
  ids: Iterable<string>,
  page: Envelope['page'],
): Envelope {
  const { market, now } = state
  const sources = sourcesOf(state, ids)
  return {
    as_of: instantText(market.at),
    position: market.position,
    answered_at: instantText(now),
    is_sample: market.sample,
    notice: market.sample ? `${sampleNotice} ${advice}` : advice,
    page,
    sources: sources.slice(0, mostSources),
    stale_institutions: sources.filter((one) => one.is_stale === true).length,
  }
}

/** The sources of some institutions, ordered by id. */
function sourcesOf(
  { market, now }: ServerState,
  ids: Iterable<string>,
): readonly Static<typeof source>[] {
  const freshnessById = new Map(
    freshness(market, {}, now).records.map((record) => [record.institution.id, record]),
  )
  return [...new Set(ids)].toSorted().flatMap((id) => {
    const record = freshnessById.get(id)
    const book = market.institutions.get(id)
    if (book === undefined) return []
    const page = book.publication?.sheet.sourceUrl ?? null
    return {
      institution_id: id,
      source_url: page,
      own_page: page === null ? null : isOwnPage(page, book.institution.website),
      last_verified_at: record === undefined ? null : instantText(record.verifiedAt),
      days_since_verified: record?.daysSinceVerified ?? null,
      is_stale: record?.isStale ?? null,
    }
  })
}

/** The tools, one for each list and for receipts, in the order of the endpoints. */
export const tools: readonly Tool[] = (endpoints as readonly Endpoint[]).filter(isTool).map(toolOf)
