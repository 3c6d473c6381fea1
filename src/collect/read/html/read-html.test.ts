import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failure,
  htmlTable,
  linesOf,
  plainTable,
  reading,
  sourceOf,
} from '../../../../test/support/reading-pages.ts'
import type { Embedded } from '../source/page-schema.ts'

const source = sourceOf({ tables: [plainTable] })
const rates = (rate = '9.00') => htmlTable(`Period|Rate\n12 Months|${rate}`)
const nine = ['general 12 maturity: 9.00']

test('hidden copies are not read', async () => {
  for (const hidden of [
    `<div hidden>${rates('1')}</div>`,
    `<div style="color:red; display : none">${rates('1')}</div>`,
    `<div style="visibility:hidden">${rates('1')}</div>`,
    `<div style="display:none !important; display:block">${rates('1')}</div>`,
    `<div style="display:block !important; display:none !important">${rates('1')}</div>`,
    `<div style="opacity:0">${rates('1')}</div>`,
    `<div style="font-size: 0px; color:red">${rates('1')}</div>`,
    `<dialog>${rates('1')}</dialog>`,
    `<template>${rates('1')}</template>`,
    `<noscript>${rates('1')}</noscript>`,
    `<script>document.write('${rates('1')}')</script>`,
    `<!-- ${rates('1')} -->`,
  ])
    assert.deepEqual(
      linesOf(await reading(source, `<!doctype html><h1>Deposits</h1>${hidden}${rates()}`)),
      nine,
    )
  const cell = rates('<span hidden>8.00</span>9.00<span style="display:none">9</span> %')
  assert.deepEqual(linesOf(await reading(source, `<h1>Deposits</h1>${cell}`)), nine)
  for (const shown of ['<b style="opacity:0.9">9.00</b>', '<dialog open>9.00</dialog>'])
    assert.deepEqual(linesOf(await reading(source, `<h1>Deposits</h1>${rates(shown)}`)), nine)
})

test('a style that hides only with what a style sheet may add ends the read, unless the source shows it', async () => {
  const covered = `<h1>Deposits</h1><div class=p style="max-height:0">${rates()}</div>`
  assert.equal(await failure(source, covered), 'The cell "Period" may be hidden by its style.')
  const shown = sourceOf({ tables: [plainTable] }, { show: ['.p'] })
  assert.deepEqual(linesOf(await reading(shown, covered)), nine)
  const heading = `<h1 style="text-indent:-999px">Deposits</h1>${rates()}`
  assert.match(await failure(source, heading), /"Deposits"|not named/)
})

test('a copy that is seen inside a hidden part ends the read', async () => {
  const seen = (style: string) => rates('1').replace('<table', `<table style="${style}"`)
  for (const copy of [
    `<!doctype html><div style="visibility:hidden"><p>${seen('visibility:visible')}</div>`,
    `<!doctype html><div style="color:transparent">${seen('color:black')}</div>`,
    `<!doctype html><div style="font-size:0">${seen('font-size:1rem')}</div>`,
    `<!doctype html><div hidden style="display:block">${rates('1')}</div>`,
    // Tables of pages without a doctype inherit neither colours nor sizes.
    `<div style="color:transparent">${rates('1')}</div>`,
    `<div style="font-size:0">${rates('1')}</div>`,
  ])
    assert.equal(
      await failure(source, `<h1>Deposits</h1>${copy}`.replace(/(.*)(<!doctype html>)/, '$2$1')),
      'The cell "Period" may be hidden by its style.',
      copy,
    )
  for (const style of ['visibility:inherit', 'color:inherit', 'opacity:1', 'font-size:2em']) {
    const hidden = `<div style="visibility:hidden;font-size:0;color:transparent">${seen(style)}</div>`
    const page = `<!doctype html><h1>Deposits</h1>${hidden}${rates()}`
    assert.deepEqual(linesOf(await reading(source, page)), nine, style)
  }
})

test('the account counts the rows that nobody sees', async () => {
  const hidden = `<table style="color:transparent">${'<tr><td>6 Months<td>8.00'.repeat(28)}</table>`
  const { account, offers } = await reading(source, `<h1>Deposits</h1>${hidden}${rates()}`)
  assert.deepEqual([account.hidden.rows, account.rows.total, offers.length], [28, 1, 1])
})

test('classes that the style sheet hides are named in the source', async () => {
  const doubled = htmlTable(
    'Period|Rate\n12 Months<b class="x m">Period: 12 Months</b>|9.00<b class=m>Rate: 9.00</b>',
  )
  const page = `<h1>Deposits</h1>${doubled}<div id=old>${rates('1')}</div>`
  const hiding = sourceOf({ tables: [plainTable] }, { hide: ['.m', '#old'] })
  assert.deepEqual(linesOf(await reading(hiding, page)), nine)
  assert.match(await failure(source, page), /is neither a figure|is not a tenure/)
  const between = `<h1>Deposits</h1>${rates('9.<b class=m>1</b>00')}`
  assert.equal(
    await failure(hiding, between),
    'The cell "9. 1 00" has a hidden part between its visible parts.',
  )
})

test('panels of tabs are named by their labels', async () => {
  const tables = [
    { ...plainTable, under: 'General' },
    { ...plainTable, under: 'Senior', variant: 'senior_citizen' },
  ] as const
  const page = (one: string, two: string) =>
    `${one}${two}<div id=a>${rates()}</div><div id=b>${rates('9.50')}</div>`
  const read = sourceOf({ tables: [...tables] })
  for (const [one, two] of [
    ['<a href="#a">General</a>', '<a href="#b">Senior</a>'],
    ['<button aria-controls=a>General</button>', '<button data-bs-target="#b">Senior</button>'],
    [
      '<li onclick="open(event, \'a\')">General</li>',
      '<li onclick="open(event, \'b\')">Senior</li>',
    ],
  ] as const)
    assert.deepEqual(linesOf(await reading(read, page(one, two))), [
      ...nine,
      'senior_citizen 12 maturity: 9.50',
    ])
})

test('a table is named by its caption, the headings above and the texts before', async () => {
  for (const page of [
    `<table><caption>Deposits</caption>${rates().slice(7)}`,
    `<h3>Deposits</h3><p>Some text</p>${rates()}`,
    `<p><b>Deposits</b></p>${rates()}`,
    `<section><h1>x</h1><h2>Deposits</h2><div><h3>General</h3></div>${rates()}</section>`,
    `<h2><span>Depo</span>sits</h2>${rates()}`,
  ])
    assert.deepEqual(linesOf(await reading(source, page)), nine, page)
  for (const page of [
    `<h3>Deposits</h3><h2>Loans</h2>${rates()}`,
    `<p>Deposits</p><h2>Loans</h2>${rates()}`,
    `<h2>Deposits and loans</h2>${rates()}`,
  ])
    assert.match(await failure(source, page), /is not named in the source/)
})

test('a table that holds another one only lays out the page', async () => {
  const page = `<table><tr><td>Menu</td><td><h1>Deposits</h1>${rates()}</td></tr></table>`
  assert.deepEqual(linesOf(await reading(source, page)), nine)
})

test('a cell that spans several rows counts in each', async () => {
  const html =
    '<h1>Deposits</h1><table><tr><td>Period<td>Rate<tr><td>12 Months<td rowspan=2>9.00<tr><td>24 Months</table>'
  assert.deepEqual(linesOf(await reading(source, html)), [...nine, 'general 24 maturity: 9.00'])
})

test('a grid of classes is a table', async () => {
  const row = (...cells: string[]) =>
    `<div class="r x">${cells.map((cell) => `<div class=c>${cell}</div>`).join('')}</div>`
  const page = `<h1>Deposits</h1><section class=grid>${row('Period', 'Rate')}${row('12 Months', '9.00')}</section>`
  for (const grid of [
    { row: 'r', cell: 'c' },
    { table: 'grid', row: 'r', cell: 'c' },
  ])
    assert.deepEqual(
      linesOf(await reading(sourceOf({ tables: [plainTable] }, { grids: [grid] }), page)),
      nine,
    )
  assert.equal(await failure(source, page), 'The page rates has no table under "Deposits".')
})

test('markup of office programs is read', async () => {
  const page = `<h1>Deposits</h1>${htmlTable(
    'Period|Rate\n12&nbsp;Months|<span lang=EN-GB>9</span> <span>.00%*</span>\n24 Months|10.25<o:p></o:p>%\n&nbsp;|<o:p>&nbsp;</o:p>',
  )}`
  assert.deepEqual(linesOf(await reading(source, page)), [...nine, 'general 24 maturity: 10.25'])
})

test('a figure whose digits stand in several elements is no figure: styles may raise, move or hide some of them', async () => {
  for (const parts of [
    '9.00<small>1</small>',
    '9.0<span style="vertical-align:super">2</span>',
    '<span style="display:none;display:inline">1</span>9.00',
    '<i class=sr-only>1</i>9.00 %',
    '<progress>1</progress>9.00',
    '9<b>.</b>00',
  ])
    assert.match(
      await failure(source, `<h1>Deposits</h1>${rates(parts)}`),
      /^The cell "[\d. %]+" under "Rate" is neither a figure nor one of the empty texts\.$/,
      parts,
    )
  for (const whole of [
    '<b>9.00</b><i>%</i>',
    '9<!-- -->.00',
    '9<i hidden>9</i>.00',
    '<span><b>9.00</b></span>',
    '<span style="position:absolute;left:-9999px">1</span>9.00',
  ])
    assert.deepEqual(linesOf(await reading(source, `<h1>Deposits</h1>${rates(whole)}`)), nine)
})

const records = [{ Period: '12 Months', Rate: 9.5 }]
const nineAndHalf = ['general 12 maturity: 9.5']
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
      nineAndHalf,
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
    assert.deepEqual(linesOf(await reading(embedded(where), script(literal))), nineAndHalf, literal)
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
