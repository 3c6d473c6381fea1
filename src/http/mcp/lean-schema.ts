import type { TSchema } from 'typebox'

/** The JSON Schema of an object, as MCP requires it for tools. */
export type ObjectSchema = { readonly type: 'object' } & Readonly<Record<string, unknown>>

/**
 * The keywords that are kept. Some hosts refuse patterns with lookaheads, and examples fill the context of the model. The
 * server validates the values anyway.
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

/** A schema without the keywords that tools do not need. */
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

/** The same for an object, which allows no other properties. */
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
