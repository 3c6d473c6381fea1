import type { TSchema } from 'typebox'

/** A JSON Schema of an object, as tools have it. */
export type ObjectSchema = { readonly type: 'object' } & Readonly<Record<string, unknown>>

/**
 * What of a schema helps a model: patterns with lookaheads are refused by some hosts, examples cost context, and the server
 * checks the values itself.
 */
const kept: readonly string[] = [
  'type',
  'description',
  'enum',
  'default',
  'minimum',
  'maximum',
  'required',
  'additionalProperties',
]

/** The schema of a parameter, field or record, made lean for tools. */
function leanSchema(schema: TSchema): Readonly<Record<string, unknown>> {
  const { properties, items, anyOf, ...rest } = schema as Parts
  const all = Object.entries(rest).filter(([name]) => kept.includes(name))
  return {
    ...('enum' in rest && { type: 'string' }),
    ...Object.fromEntries(all),
    ...(items !== undefined && { items: leanSchema(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(leanSchema) }),
    ...(properties !== undefined && { properties: leanProperties(properties) }),
  }
}

/** The schema of an object that has these properties and no others. */
export function leanObject(schema: TSchema): ObjectSchema {
  return { ...leanSchema(schema), type: 'object', additionalProperties: false }
}

type Parts = {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
} & Readonly<Record<string, unknown>>

function leanProperties(properties: Readonly<Record<string, TSchema>>): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, leanSchema(schema)]),
  )
}
