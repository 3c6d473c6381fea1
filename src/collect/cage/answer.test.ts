import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlainMarkup, parseAnswer, type CageAnswers } from './answer.ts'

const cell = { address: '#char=1,5', text: '9.50%' }
const cells = { rate: cell, tenure: cell, column: cell }
const offer = { variant: 'general', tenure: '12', payout: 'maturity', rate: '9.50' }
const counts = { total: 3, read: 1, empty: 1, ignored: 1 }
const reading = {
  offers: [offer],
  cells: [cells],
  covers: ['general'],
  findings: [],
  account: { rows: counts, figures: counts, hidden: { rows: 28 } },
  leftOut: [{ line: 'rows "Notes"', reason: 'a note', rows: 1, figures: 1, first: cell }],
  unmatched: [],
}

const parse = (value: unknown, mode: keyof CageAnswers = 'read') =>
  parseAnswer(mode, JSON.stringify(value), 1)
const invalid = { failure: 'The reader gave an answer that is not valid.' }

test('readings, tables, problems and failures pass', () => {
  const dated = { ...reading, printedDate: { day: '2026-06-01', cell } }
  for (const answer of [reading, dated, { failure: 'No.', place: '#char=1,2' }])
    assert.deepEqual(parse(answer), answer)
  const table = {
    headings: [cell],
    rows: [[{ ...cell, lines: [cell], problem: 'x' }]],
    address: '#',
  }
  assert.deepEqual(parse({ tables: [table] }, 'tables'), { tables: [table] })
  assert.deepEqual(parse({ problems: ['x'] }, 'check'), { problems: ['x'] })
  assert.deepEqual(parse({ view: '<p>9.50</p>' }, 'view'), { view: '<p>9.50</p>' })
})

/** A reading with changes of its offer and its cells. */
const changed = (ofOffer: object, ofCells: object) => ({
  ...reading,
  offers: [{ ...offer, ...ofOffer }],
  cells: [{ ...cells, ...ofCells }],
})
const range = { tenureTo: '23.97', tenureToDays: 729 }

test('decimal marks, ranges and meanings that are those of the offer pass', () => {
  for (const answer of [
    changed({}, { rate: { ...cell, decimal: ',' } }),
    changed(range, { tenure: { ...cell, means: '12 to under 24 months' } }),
    changed(
      { minimumDeposit: '5000' },
      { minimumDeposit: { ...cell, decimal: ',', means: '5000' } },
    ),
  ])
    assert.deepEqual(parse(answer), answer)
})

test('everything else is a failure', () => {
  for (const [answer, mode] of [
    [null],
    [{ problems: [] }],
    [{ failure: '' }],
    [{ failure: 'x'.repeat(1_000_001) }],
    [{ ...reading, more: 1 }],
    [{ ...reading, offers: [] }],
    [{ ...reading, cells: [] }],
    [{ ...reading, cells: [{ ...cells, capture: 1 }] }],
    [{ ...reading, printedDate: { day: '2026-02-30', cell } }],
    [{ ...reading, offers: [{ ...offer, rate: 9.5 }] }],
    [{ ...reading, offers: [{ ...offer, rate: '-9.50' }] }],
    [{ ...reading, offers: [{ ...offer, payout: 'weekly' }] }],
    [changed({}, { rate: { ...cell, decimal: '.' } })],
    [changed({}, { rate: { ...cell, means: '9.50' } })],
    [changed({}, { column: { ...cell, means: 'At maturity' } })],
    [changed({}, { tenure: { ...cell, decimal: ',' } })],
    [changed({}, { tenure: { ...cell, means: '13 months' } })],
    [changed({}, { tenure: { ...cell, means: '12 months <script>' } })],
    [changed(range, { tenure: { ...cell, means: '12 to 24 months' } })],
    [changed({ tenureTo: '24 months' }, {})],
    [changed({ tenureDays: 1.5 }, {})],
    [changed({}, { minimumDeposit: { ...cell, means: 'Wealth' } })],
    [{ tables: [{ headings: [], rows: [[{ text: 'x' }]], address: '' }] }, 'tables'],
    [{ problems: [1] }, 'check'],
    [{ problems: ['x'.repeat(4_001)] }, 'check'],
    [{ problems: Array<string>(20_001).fill('x') }, 'check'],
    [{ texts: ['x'.repeat(1_000_001)] }, 'texts'],
    [{ view: '<script>alert(1)</script>' }, 'view'],
  ] as const)
    assert.deepEqual(parse(answer, mode), invalid, JSON.stringify(answer).slice(0, 100))
  for (const line of ['', '{', '['.repeat(100_000), '{"problems":[],"__proto__":{"a":1}}'])
    assert.deepEqual(parseAnswer('check', line, 1), invalid, line.slice(0, 40))
})

test('a table may have more rows than other lists have items', () => {
  const tables = [{ headings: [], rows: Array.from({ length: 20_001 }, () => []), address: '#' }]
  assert.deepEqual(parse({ tables }, 'tables'), { tables })
})

test('an answer with more structure than any page is not parsed', () => {
  const line = `{"problems":[${'[],'.repeat(500_000)}[]]}`
  assert.deepEqual(parseAnswer('check', line, 1), {
    failure: 'The page gives more cells than a rate sheet.',
  })
})

test('plain elements with plain attributes pass', () => {
  for (const html of [
    'text &lt;script&gt;',
    '<div class="page" style="width:10.5px;height:20px"><span hidden>9.50</span></div><br>',
    '<td colspan="2" style="text-align:left"><mark id="cell">9</mark></td>',
  ])
    assert.ok(isPlainMarkup(html), html)
})

test('everything else does not', () => {
  for (const html of [
    '<script>alert(1)</script>',
    '<img src=x>',
    '<a href="https://x.example/">x</a>',
    '<div onclick="alert">x</div>',
    '<div style="background:url(x)">x</div>',
    '<div\nonload="x">x</div>',
    '<DIV>x</DIV>',
    '<sp<b>an>',
    '<!-- x -->',
    '<p',
    '<meta http-equiv="refresh">',
  ])
    assert.ok(!isPlainMarkup(html), html)
})
