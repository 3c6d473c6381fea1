import assert from 'node:assert/strict'
import { test } from 'node:test'
import TypeBox from 'typebox'
import { Type } from './schema.ts'

/** A schema of every builder, with options and without. */
const schemasBy = ({
  Array: list,
  Boolean: truth,
  Enum: oneOf,
  Integer: whole,
  Literal: exactly,
  Null: nothing,
  Object: record,
  Optional: optional,
  String: text,
  Union: either,
  Unsafe: unsafe,
}: Pick<typeof TypeBox, keyof typeof Type>) => [
  list(text(), { description: 'A list.' }),
  truth({ default: false }),
  oneOf(['up', 'down'], { examples: ['up'] }),
  whole({ minimum: 1, maximum: 9 }),
  exactly('ok', { description: 'Always.' }),
  exactly(7),
  nothing(),
  nothing({ description: 'Never.' }),
  unsafe<'day'>(text({ format: 'date' })),
  record({}),
  record({ a: optional(text({ pattern: '^a$' })), b: optional(whole()) }),
  record(
    { a: optional(text()), b: either([text(), nothing()], { title: 'b' }), c: list(truth()) },
    { additionalProperties: false },
  ),
]

test('schemas are what typebox makes, key by key', () => {
  const used = new Set<string>()
  const get = (builders: typeof Type, name: keyof typeof Type): unknown => {
    used.add(name)
    return builders[name]
  }
  schemasBy(new Proxy(Type, { get }))
  assert.deepEqual(used, new Set(Object.keys(Type)), 'a builder that is not compared')
  assert.deepEqual(
    schemasBy(Type).map((schema) => JSON.stringify(schema)),
    schemasBy(TypeBox).map((schema) => JSON.stringify(schema)),
  )
})

test('to make a property optional leaves the schema that it was given as it is', () => {
  const name = Type.String()
  assert.deepEqual(Type.Object({ name: Type.Optional(name) }).required, undefined)
  assert.deepEqual(Type.Object({ name }).required, ['name'])
})
