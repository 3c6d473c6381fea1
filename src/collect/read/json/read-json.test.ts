import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  failure,
  linesOf,
  plainTable,
  reading,
  sourceOf,
} from '../../../../test/support/reading-pages.ts'
import type { TableCell } from '../table.ts'
import { textsOfMarkup } from '../text-at.ts'
import { readJson } from './read-json.ts'

const { under: _, ...table } = plainTable
const json = (page: object = {}, more: object = {}) =>
  sourceOf({ tables: [{ ...table, ...more }] }, { format: 'json', ...page })
const nine = ['general 12 maturity: 9.00']

test('numbers keep the digits of the page', async () => {
  const read = await reading(json(), '\uFEFF[{"Period":"12 Months","Rate":9.00}]')
  assert.deepEqual(linesOf(read), nine)
  assert.deepEqual(read.cells[0], {
    rate: { address: '#/0/Rate', text: '9.00' },
    tenure: { address: '#/0/Period', text: '12 Months' },
    column: { address: '#key=/0/Rate', text: 'Rate' },
  })
})

test('lists of records, lists of lists, headings with rows, and records by key are tables', async () => {
  const record = { Period: '12 Months', Rate: '9.00' }
  const rows = [['12 Months', '9.00']]
  for (const value of [
    [record],
    record,
    [['Period', 'Rate'], ...rows],
    { head: ['Period', 'Rate'], body: rows },
  ])
    assert.deepEqual(linesOf(await reading(json(), JSON.stringify(value))), nine)
  const byKey = { columns: { key: 'tenure', Rate: { payout: 'maturity' } } }
  const read = await reading(json({}, byKey), JSON.stringify({ '12 Months': { Rate: '9.00' } }))
  assert.deepEqual(linesOf(read), nine)
  assert.deepEqual(read.cells[0]?.tenure, { address: '#key=/12%20Months', text: '12 Months' })
})

test('a path leads to tables, also inside strings of JSON', async () => {
  const inner = JSON.stringify({ columns: ['Period', 'Rate'], rows: [['12 Months', '9.00']] })
  const text = JSON.stringify({
    data: [
      { name: 'Savings', t: '' },
      { name: 'Deposits', t: [{ d: inner }] },
    ],
  })
  const path = ['data', '[name=deposits]', 't', '0', 'd', '{}']
  const read = await reading(json({ path }, { under: 'Deposits' }), text)
  assert.deepEqual(linesOf(read), nine)
  assert.equal(read.cells[0]?.rate.address, '#/data/1/t/0/d#/rows/0/1')
  assert.equal(
    await failure(json({ path: ['data', '[name=Loans]'] }), text),
    'The step "[name=Loans]" of the path leads nowhere.',
  )
})

test('keys and strings on the path name a table', async () => {
  const rate = (Rate: string) => [{ Period: '12 M', Rate }]
  const text = JSON.stringify({
    general: [
      { type: 'Maturity', interest: rate('9.00') },
      { type: 'Monthly', interest: rate('8.70') },
    ],
    senior: [{ type: 'Maturity', interest: rate('9.50') }],
  })
  const columns = { Period: 'tenure', Rate: { is: 'rate' } } as const
  const source = sourceOf(
    {
      tables: [
        { under: ['general', 'Maturity'], payout: 'maturity', columns },
        { under: ['general', 'Monthly'], payout: 'monthly', columns },
        { under: 'senior', payout: 'maturity', variant: 'senior_citizen', columns },
      ],
    },
    { format: 'json', path: ['*', '*', 'interest'] },
  )
  assert.deepEqual(linesOf(await reading(source, text)), [
    'general 12 maturity: 9.00',
    'general 12 monthly: 8.70',
    'senior_citizen 12 maturity: 9.50',
  ])
})

test('members of records are columns with names', async () => {
  const record = (tiers: object[]) => ({ Rate: '9.00', tiers })
  const tier = { unit: 'MONTH', 'minimum/value': 12 }
  const source = sourceOf(
    {
      tables: [
        { columns: { Months: { is: 'tenure', unit: 'months' }, Rate: { payout: 'maturity' } } },
      ],
    },
    { format: 'json', members: { Months: ['tiers', '[unit=MONTH]', 'minimum/value'] } },
  )
  const read = await reading(source, JSON.stringify([record([{ unit: 'DOLLAR' }, tier])]))
  assert.deepEqual(linesOf(read), nine)
  assert.equal(read.cells[0]?.tenure.address, '#/0/tiers/1/minimum~1value')
  assert.equal(await failure(source, JSON.stringify([record([])])), 'A row has no tenure.')
  assert.equal(
    await failure(source, JSON.stringify([record([tier, tier])])),
    'A path of members leads to several values of a record.',
  )
})

test('a record without an expected member ends the read', async () => {
  const text = '[{"Period":"12 Months","Rate":"9.00"},{"Period":"24 Months"}]'
  assert.equal(await failure(json(), text), 'A record has no member "Rate".')
  assert.equal(
    await failure(json(), '[{"Period":"12 Months","Rate":["9.00"]}]'),
    'The cell "[…]" is a list or an object.',
  )
})

test('text that is not JSON, duplicate keys, deep nesting and lone surrogates are refused', async () => {
  for (const [text, sentence] of [
    ['\n<html>', /^The page is HTML, not JSON: it may be a captcha, /],
    ['[1,]', /not JSON: a value is expected here \(character 4\)\.$/],
    ['[{"Rate":1,"Rate":2}]', /The key "Rate" occurs twice/],
    [`${'['.repeat(201)}${']'.repeat(201)}`, /nested deeper than 200 levels/],
    ['["\\ud800"]', /unpaired surrogate/],
    ['[{"a":1},[2]]', /mixes records, lists and values/],
    ['"9.00"', /leads to a value, not to a table/],
  ] as const)
    assert.match(await failure(json(), text), sentence)
})

test('__proto__ is a key like any other', async () => {
  const text = '[{"__proto__":{"Rate":"1"},"Period":"12 Months","Rate":"9.00"}]'
  assert.equal(await failure(json(), text), 'The column "__proto__" is not named in the source.')
})

test('every text of a random document is read back from its address', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const body = Buffer.from(text)
      const [content, textAt] = [
        readJson({ body }, { name: 'p', url: 'u', format: 'json' }),
        textsOfMarkup({ format: 'json', body }),
      ]
      assert.ok(!('failure' in textAt))
      if ('failure' in content) return
      const cells: readonly TableCell[] = content.tables.flatMap(({ rows, headings }) => [
        ...rows.flat(),
        ...headings,
      ])
      for (const { address, text, problem, isMissing, name } of cells)
        if (problem === undefined && isMissing !== true && name === undefined)
          assert.equal(textAt(address), text)
      for (const { address, text } of content.texts) assert.equal(textAt(address), text)
    }),
    { numRuns: 500 },
  )
})

test('addresses of other places have no text', () => {
  const textAt = textsOfMarkup({ format: 'json', body: Buffer.from('{"a":[1,"{\\"b\\":2}"]}') })
  assert.ok(!('failure' in textAt))
  assert.equal(textAt('#/a/0'), '1')
  assert.equal(textAt('#/a/1#/b'), '2')
  for (const address of [
    '#/a',
    '#/a/2',
    '#/b',
    '#/a/00',
    '#/a/0#/b',
    '#a',
    '',
    '/a/0',
    '#/a/%',
    '#/__proto__',
    '#key=/c',
  ])
    assert.equal(textAt(address), undefined, address)
})
