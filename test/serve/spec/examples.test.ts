import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings, type BookSettings } from '../../../src/domain/book-settings.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { appOf, ask, type Row } from '../../support/ask.ts'
import {
  document,
  isTextPath,
  recordSchema,
  responseSchema,
  errorsAt,
  type Schema,
} from '../../support/document.ts'
import { insuredUpTo } from '../../support/source.ts'
import { marketOf, correctedSampleEntries } from '../../support/sample-market.ts'
import { exampleTarget, withParameter } from '../../support/targets.ts'

const { bank } = insuredUpTo('500000', 'KES').insurance
const settings: BookSettings = {
  ...defaultSettings,
  country: 'KE',
  timeZone: 'Africa/Nairobi',
  operator: {
    name: 'Rates Kenya',
    website: 'https://rates.example',
    imprint: 'Rates Kenya, Nairobi',
    licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
    contact: 'https://rates.example/report',
    releases: 'https://data.rates.example/latest/',
  },
  insurance: { ...(bank && { bank }) },
  withholdingTax: '15' as Decimal,
}
/** The sample market in the currency of the examples, which are of no sample's country. */
const entries = correctedSampleEntries().map((entry) =>
  entry.kind === 'sheet-published'
    ? { ...entry, sheet: { ...entry.sheet, currency: 'KES' } }
    : entry,
)
const app = appOf(marketOf(entries), '2026-11-21T00:00:00Z', { settings })
await app.warmUp()

for (const [path, { get }] of Object.entries(document.paths)) {
  if (isTextPath(get)) continue
  const takesLimit = get.parameters.find(({ name }) => name === 'limit')?.schema as
    | { maximum: number }
    | undefined
  const example = exampleTarget(path, get)
  const page = takesLimit ? withParameter(example, 'limit', String(takesLimit.maximum)) : example
  // Some fields are there only on request.
  const target = get.parameters
    .filter(({ name }) => ['details', 'readings', 'periods'].includes(name))
    .reduce((at, { name }) => withParameter(at, name, 'true'), page)
  const place = ['paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema']
  const { items, $ref } = responseSchema(get)
  const reference = items?.$ref ?? $ref
  const inPlace = items === undefined ? place : [...place, 'items']
  const ofRecord = reference === undefined ? inPlace : reference.slice('#/'.length).split('/')

  const answer = ask(app, target).then(({ body }) => [JSON.parse(body)].flat() as Row[])

  for (const [name, field] of Object.entries(recordSchema(get).properties ?? {})) {
    test(`the example of ${name} occurs in an answer of ${target}`, async () => {
      const [value, ...more] = field.examples ?? []
      assert.deepEqual([value !== undefined, more], [true, []], 'one example')
      assert.ok((field.description ?? '').length > 4, 'a description')
      assert.equal(errorsAt([...ofRecord, 'properties', name], value), '')
      // The sample market was typed, so its receipts have no captures, cells and reviews.
      if (typeof value === 'object' && value !== null && path === '/evidence/{id}') return
      const rows = await answer
      const values = new Set(rows.map((row) => JSON.stringify(row[name])))
      assert.ok(
        values.has(JSON.stringify(value)),
        `${String(value)} is none of ${[...values].slice(0, 40).join(', ')}`,
      )
    })
  }

  for (const [index, { name, schema: parameter, in: where }] of get.parameters.entries()) {
    const { examples = [] } = parameter as Schema
    if (examples.length === 0) continue
    test(`the example of the parameter ${name} of ${path} finds something`, async () => {
      const value = String(examples[0])
      assert.equal(
        errorsAt(['paths', path, 'get', 'parameters', String(index), 'schema'], value),
        '',
      )
      const isGiven = where === 'path' || exampleTarget(path, get).includes(`${name}=`)
      const { status, body } = await ask(
        app,
        isGiven ? example : withParameter(example, name, value),
      )
      assert.equal(status, 200)
      assert.notEqual(body, '[]')
    })
  }
}
