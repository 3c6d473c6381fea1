import { type TObject, type TSchema, Type } from 'typebox'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { isEvents, isList, isTool } from '../formats/format.ts'

import { institutionId, limit, offset, pathParameterOf } from '../schema/parameters.ts'
import { envelopeFields } from './envelope.ts'

/** The JSON Schema of an object, as MCP requires it for tools. */
type ObjectSchema = Json & { readonly type: 'object' }

/** An endpoint as an MCP tool, with pages that fit into the context of a model. */
export type Tool = {
  readonly name: string
  readonly endpoint: Endpoint
  /** The name of the identifier in the path of the endpoint, which is an argument of the tool; absent if the path has none. */
  readonly pathName: string | undefined
  /** Whether its rows are changes of rates. */
  readonly showsChanges: boolean
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
    showsChanges: 'prev_seen_at' in (rowOf(endpoint).properties ?? {}),
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

/** The tools, one for each list and for receipts, in the order of the endpoints. */
export const tools: readonly Tool[] = (endpoints as readonly Endpoint[]).filter(isTool).map(toolOf)
