import type { TObject, TSchema } from 'typebox'
import type { Endpoint } from '../endpoint.ts'
import { day, described } from '../schema/fields.ts'
import { institutionId, limit, offset } from '../schema/parameters.ts'
import { Type } from '../schema/schema.ts'
import { envelopeFields } from './envelope.ts'
import { leanObject, type ObjectSchema } from './lean-schema.ts'

/** A question that an assistant may ask: an endpoint, with pages that fit into the context of a model. */
export type Tool = {
  readonly name: string
  readonly endpoint: Endpoint
  /** Whether the path of the endpoint has an identifier, which is then an argument like the others. */
  readonly hasId: boolean
  /** Whether days on which nothing moved are left out, and the latest come first. */
  readonly isDaily: boolean
  /** The arguments as the parameters of a query. */
  readonly query: TObject
  /** How tools are listed, in the words of MCP. */
  readonly listed: {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly inputSchema: ObjectSchema
    readonly outputSchema: ObjectSchema
    readonly annotations: Readonly<Record<string, boolean | string>>
  }
}

/** Rows in one answer: a hundred are some ten thousand tokens, and half of that is what a host takes without a word. */
const [mostRows, usualRows] = [100, 50]

const page = {
  limit: described(limit(mostRows, usualRows), 'How many rows at the most.', usualRows),
  offset: described(
    offset,
    'How many rows to pass over first; `page.next_offset` of an answer says where to go on.',
    usualRows,
  ),
}
const id = described(
  institutionId,
  'An institution’s identifier, as `list_institutions` has it.',
  'peoples-bank',
)

/** The tools that a table of endpoints is, in its order: what is made from the market, and is no check of the server. */
export function toolsOf(endpoints: readonly Endpoint[]): readonly Tool[] {
  return endpoints.filter(({ fromMarket }) => fromMarket).map(toolOf)
}

function toolOf(endpoint: Endpoint): Tool {
  const { summary: title, path } = endpoint
  const name = endpoint.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const hasId = path.includes('{institution_id}')
  const isDaily = path === '/summary/history'
  const { limit: _, offset: _offset, institution_id: filter, ...others } = endpoint.query.properties
  const ids: Record<string, TSchema> = hasId
    ? { institution_id: id }
    : filter === undefined
      ? {}
      : { institution_id: Type.Optional(id) }
  const query = Type.Object({ ...ids, ...others, ...page })
  return {
    name,
    endpoint,
    hasId,
    isDaily,
    query,
    listed: {
      name,
      title,
      description: `${title}. ${isDaily ? daily : withoutStatuses(endpoint.description)}`,
      inputSchema: withoutPresets(leanObject(query), query),
      outputSchema: leanObject(
        Type.Object({ ...envelopeFields, rows: Type.Array(rowOf(endpoint, isDaily)) }),
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

const daily =
  'How minimum, median, maximum and average moved: one row for each time that they did, by institution type, from `snapshot_date` to `last_day`, on all days of which they stood. UTC days. Order: latest first, then type (bank, nbfi).'

/** The fields of a row; of a row of days, the last one as well. */
function rowOf({ response }: Endpoint, isDaily: boolean): TSchema {
  const { items } = response as unknown as { readonly items: TObject }
  if (!isDaily) return items
  const { snapshot_date: first, ...rest } = items.properties
  const last = described(day, 'The last UTC day on which the figures stood.', '2026-07-20')
  return Type.Object(
    { snapshot_date: first as TSchema, last_day: last, ...rest },
    { additionalProperties: false },
  )
}

/** What is said of the statuses of HTTP is not for tools. */
function withoutStatuses(description: string): string {
  return description.replace(/ 404 if [^.]*\./, '')
}

/** What has a default need not be given. */
function withoutPresets(schema: ObjectSchema, { properties, required }: TObject): ObjectSchema {
  const names = (required ?? []).filter((name) => !('default' in (properties[name] ?? {})))
  return { ...schema, required: names }
}
