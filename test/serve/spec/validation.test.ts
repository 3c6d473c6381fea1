import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { appOf, receive } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { document, errorsAt, type Schema } from '../../support/document.ts'
import { exampleTarget, withParameter } from '../../support/targets.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'peoples-bank')
book.publish('2026-01-02T00:00:00Z', 'peoples-bank', ['general 12 maturity 9'])
const now = '2026-08-01T00:00:00Z'
const app = appOf(book.market(), now)

/** How a text in a query stands for a value of a schema; one that stands for none stays a text, and is then wrong. */
function decode(schema: Schema, text: string): unknown {
  if (schema.type === 'integer' && /^(0|-?[1-9]\d*)$/.test(text)) {
    // Past the largest number JavaScript has only Infinity, which is no integer to Ajv.
    return Math.max(-Number.MAX_VALUE, Math.min(Number(text), Number.MAX_VALUE))
  }
  if (schema.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

const words = fc.constantFrom(
  ...'bank nbfi general senior_citizen women digital minor maturity monthly quarterly annual'.split(
    ' ',
  ),
  ...'initial up down flat true false null undefined all peoples-bank __proto__ constructor'.split(
    ' ',
  ),
  ...'NaN Infinity 0x10 1e1 1_000 ١٢ １２'.split(' '),
)
const digits = fc.array(fc.nat(9), { maxLength: 17 }).map((list) => list.join(''))
const decimals = fc
  .tuple(digits, fc.constantFrom('.', '', ',', '..'), digits)
  .map((parts) => parts.join(''))
const wholes = fc.oneof(
  fc.integer({ min: -2, max: 1002 }).map(String),
  fc.constantFrom('99', '100', '101', '999', '1000', '1001'),
  fc.bigInt().map(String),
  fc.integer({ min: 20, max: 400 }).map((length) => '9'.repeat(length)),
)
const two = (most: number) =>
  fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'))
const dates = fc
  .tuple(
    fc.constantFrom('2024', '2025', '1900', '2000', '2100', '0000', '9999', '10000', '26'),
    two(14),
    two(33),
  )
  .map((parts) => parts.join('-'))
const times = fc
  .tuple(
    dates,
    fc.constantFrom('T', 't', ' '),
    two(25),
    two(61),
    two(61),
    fc.constantFrom('Z', '.5Z', '.1234Z', 'z', ''),
  )
  .map(
    ([day, letter, hours, minutes, seconds, end]) =>
      `${day}${letter}${hours}:${minutes}:${seconds}${end}`,
  )
const right = fc.oneof(words, decimals, wholes, dates, times)
const noise = fc.constantFrom(...' |\t|\n|\r\n|\0|+|-|.|0|"|%|&|=|\u00a0|\ufeff|,'.split('|'))
/** Texts that are right, nearly right, or nothing like it. */
const texts = fc.oneof(
  { weight: 4, arbitrary: right },
  { weight: 1, arbitrary: fc.tuple(noise, right).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.tuple(right, noise).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: right.map((text) => text.toUpperCase()) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.constant('') },
)

for (const [path, { get }] of Object.entries(document.paths)) {
  for (const [index, { name, in: place, schema, required }] of get.parameters.entries()) {
    if (place === 'path') continue
    test(`GET ${path} takes exactly the ${name} that is documented`, async () => {
      const others = exampleTarget(path, {
        ...get,
        parameters: get.parameters.filter((other) => other.name !== name || other.in === 'path'),
      }).replace('p69-3', 'p2-1')
      const at = ['paths', path, 'get', 'parameters', String(index), 'schema']
      const { enum: own = ['true', 'up', '12', '0'] } = schema as { enum?: string[] }
      const seen = new Set<number>()
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          // An id after the end of the book is a 422 of its own (`events.test.ts`).
          fc.pre(name !== 'after' || !(Number(/\d+/.exec(text)?.[0]) > book.market().position))
          // So is a number of entries that the book does not have (`proofs.test.ts`).
          fc.pre(name !== 'from' || !(Number(text) > book.market().position))
          // So is an instant in the future. Before the first entry, the history is a 404 (`known-at.test.ts`).
          fc.pre(name !== 'known_at' || !(Date.parse(text) > Date.parse(now)))
          const answer = await receive(app, 'GET', withParameter(others, name, text))
          const status = name === 'known_at' && answer.status === 404 ? 200 : answer.status
          seen.add(status)
          assert.equal(
            status,
            errorsAt(at, decode(schema as Schema, text)) === '' ? 200 : 422,
            text,
          )
        }),
        // Random texts are rarely an instant or a word of a list.
        {
          numRuns: 200,
          examples: [...((schema as Schema).examples ?? []), ...own, '?'].map((one) => [
            String(one),
          ]),
        },
      )
      assert.deepEqual(seen, new Set([200, 422]), 'both were tried')
      const { status } = await receive(app, 'GET', others)
      assert.equal(status, required ? 422 : 200, 'left out')
    })
  }
}

test('a path takes exactly the identifiers that are documented', async () => {
  const at = ['paths', '/rates/history/{institution_id}', 'get', 'parameters', '0', 'schema']
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { status } = await receive(app, 'GET', `/rates/history/${encodeURIComponent(text)}`)
      assert.equal(status, text === 'peoples-bank' ? 200 : 404, text)
      if (status === 200) assert.equal(errorsAt(at, text), '')
    }),
    { numRuns: 200 },
  )
})
