import type TypeBox from 'typebox'
import type { TSchema } from 'typebox'

/** The builders of JSON Schemas that are used here. */
type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Object'
  | 'Optional'
  | 'String'
  | 'Union'
  | 'Unsafe'
>
type Options = Readonly<Record<string, unknown>> | undefined

/** What marks a property that may be left out: it is in no JSON, where the object lists those that are required. */
const optional = '~optional'

/**
 * typebox's builders by its names and with its types: of what they are given here they make what it makes, without the marks
 * by which it knows its own schemas. To read its files for eleven of them takes a tenth of a server's start (decision 019).
 */
export const Type = {
  Array: (items: TSchema, options: Options) => ({ type: 'array', items, ...options }),
  Boolean: (options: Options) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly string[], options: Options) => ({ enum: values, ...options }),
  Integer: (options: Options) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options: Options) => ({ type: typeof value, const: value, ...options }),
  Null: (options: Options) => ({ type: 'null', ...options }),
  Object(properties: Readonly<Record<string, TSchema>>, options: Options) {
    const names = Object.keys(properties)
    const required = names.filter((name) => !Object.hasOwn(properties[name] as TSchema, optional))
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties,
      ...options,
    }
  },
  Optional: (schema: TSchema) => Object.defineProperty({ ...schema }, optional, { value: true }),
  String: (options: Options) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly TSchema[], options: Options) => ({ anyOf, ...options }),
  Unsafe: (schema: TSchema) => schema,
} as unknown as Builders
