import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Check } from 'typebox/value'
import { parse } from 'yaml'
import { runs } from '../../../test/support/generators.ts'
import { sourceText } from '../../../test/support/source-text.ts'
import { sourceSchema } from '../read/source-schema.ts'
import { schemaProblems, type JsonSchema } from './schema-problems.ts'

const schema: JsonSchema = sourceSchema
const definition: unknown = parse(sourceText)

/** All paths of values in some data, the data itself first. */
function pathsIn(data: unknown): readonly (readonly string[])[] {
  if (typeof data !== 'object' || data === null) return [[]]
  const inside = Object.entries(data).flatMap(([key, value]) =>
    pathsIn(value).map((path) => [key, ...path]),
  )
  return [[], ...inside]
}

/** A copy of the data with another value at a path; `undefined` removes what is there. */
function withValue(data: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const entries = Object.entries(data as object).flatMap(([name, member]): [string, unknown][] => {
    if (name !== key) return [[name, member]]
    const inner = withValue(member, rest, value)
    return inner === undefined ? [] : [[name, inner]]
  })
  return Array.isArray(data) ? entries.map(([, member]) => member) : Object.fromEntries(entries)
}

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 'tenure', 'maturity', '0.06', 1.5, 3, true, [], {}),
  fc.constantFrom<unknown>({ payout: 'monthly' }, { ignore: 'why' }, { is: 'aer', x: 1 }, [
    'a',
    'b',
  ]),
  fc.jsonValue({ maxDepth: 2 }),
)

test('a value has problems if and only if the schema refuses it', () => {
  const edited = fc
    .array(fc.tuple(fc.constantFrom(...pathsIn(definition)), anyValue), {
      minLength: 1,
      maxLength: 2,
    })
    .map((edits) =>
      edits.reduce<unknown>((data, [path, value]) => {
        try {
          return withValue(data, path, value)
        } catch {
          // The first edit removed what the second one changes.
          return data
        }
      }, definition),
    )
  const counts = { right: 0, wrong: 0 }
  fc.assert(
    fc.property(edited, (data) => {
      const isRight = Check(sourceSchema, data)
      counts[isRight ? 'right' : 'wrong'] += 1
      assert.equal(schemaProblems(schema, data).length === 0, isRight)
    }),
    { ...runs(400), examples: [[definition]] },
  )
  assert.ok(counts.right > 0 && counts.wrong > 30, JSON.stringify(counts))
})
