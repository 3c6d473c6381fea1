import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failure,
  linesOf,
  plainTable,
  reading,
  sourceOf,
} from '../../../../test/support/reading-pages.ts'
import type { Embedded } from '../source/page-schema.ts'

const records = [{ Period: '12 Months', Rate: 9.5 }]
const nine = ['general 12 maturity: 9.5']
const { under: _, ...table } = plainTable
const embedded = (embedded: Embedded, path?: string[]) =>
  sourceOf({ tables: [table] }, { embedded, ...(path && { path }) })
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

test('JSON is found in scripts, text areas and attributes', async () => {
  const json = JSON.stringify(records)
  for (const [html, where] of [
    [`<script type="application/json" id=d>${json}</script>`, { element: 'script', id: 'd' }],
    [`<textarea class="a d">\n${escaped(json)}</textarea>`, { element: 'textarea', class: 'd' }],
    [`<div data-rates="${escaped(json)}"></div>`, { element: 'div', attribute: 'data-rates' }],
    [`<div data-rates='${json}' hidden></div>`, { element: 'div', attribute: 'data-rates' }],
    [
      `<script>var a = 1</script><script>var rates = ${json};</script>`,
      { element: 'script', containing: 'rates', after: ['var rates ='] },
    ],
  ] as const)
    assert.deepEqual(
      linesOf(
        await reading(
          embedded({ ...where, after: [...('after' in where ? where.after : [])] }),
          html,
        ),
      ),
      nine,
      html,
    )
})

test('a string of JavaScript is decoded and never evaluated', async () => {
  const payload = `5:["$",null,{"rates":${JSON.stringify(records)}}]\n`
  const where = { element: 'script', containing: 'push', after: ['push([1,', '"rates":'] }
  const script = (literal: string) => `<p>x</p><script>self.push([1,${literal}])</script>`
  for (const literal of [
    JSON.stringify(payload),
    `'${payload.replaceAll('\n', '\\n')}'`,
    JSON.stringify(payload).replaceAll('Rate', '\\u0052\\x61te'),
  ])
    assert.deepEqual(linesOf(await reading(embedded(where), script(literal))), nine, literal)
  const call = `'["' + steal() + '"]'`
  assert.match(await failure(embedded(where), script(call)), /is not where the JSON should begin/)
  assert.equal(
    await failure(embedded(where), script('rates()')),
    'No value that can be read follows "push([1,".',
  )
  assert.equal(
    await failure(
      embedded({ ...where, after: ['rates ='] }),
      '<script>push; rates = {Period: 1}</script>',
    ),
    'The text is not JSON: a key in double quotes or } is expected here (character 2).',
  )
})

test('each option of a list can hold a record', async () => {
  const option = (months: string, rate: string) =>
    `<option value='{"Months":"${months}","Rate":"${rate}"}'>${months} months</option>`
  const columns = {
    Months: { is: 'tenure', unit: 'months' },
    Rate: { payout: 'maturity' },
  } as const
  const source = sourceOf(
    { tables: [{ columns }] },
    { embedded: { element: 'option', attribute: 'value', each: true } },
  )
  const read = await reading(
    source,
    `<select>${option('12', '9.50')}${option('24', '10')}</select>`,
  )
  assert.deepEqual(linesOf(read), ['general 12 maturity: 9.50', 'general 24 maturity: 10'])
})

test('the place of the JSON must be there once', async () => {
  const script = `<script>var r = ${JSON.stringify(records)}</script>`
  assert.equal(
    await failure(embedded({ element: 'script', containing: 'rates' }), script),
    'The page has no <script> with "rates" that could hold the JSON.',
  )
  assert.match(
    await failure(embedded({ element: 'script' }), script + script),
    /has 2 elements <script>; name an id/,
  )
  assert.match(
    await failure(embedded({ element: 'script', after: ['r'] }), script),
    /occurs several times where the JSON should begin/,
  )
})
