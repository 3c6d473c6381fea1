import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  drawCentred,
  drawGlyphs,
  drawRight,
  drawText,
  pdfOf,
} from '../../../../test/support/pdf.ts'
import { readPdf } from './read-pdf.ts'

const read = (...operators: readonly string[]) => readPdf({ body: pdfOf([operators.join('\n')]) })

/** The tables of a PDF as texts. */
async function tablesOf(...operators: readonly string[]) {
  const content = await read(...operators)
  if ('failure' in content) return content.failure
  return content.tables.map(({ headings, rows }) => ({
    headings: headings.map(({ text }) => text),
    rows: rows.map((cells) => cells.map(({ text }) => text)),
  }))
}

const titles = [
  drawText(72, 740, 'Shilling fixed deposits'),
  drawText(72, 725, 'With effect from 1 June 2026'),
]
const rows = [
  ['1 Month', '7.50', '', ''],
  ['3 Months', '8.00', '-', '-'],
  ['6 Months', '8.25', '8.10', '8.41'],
  ['12 Months', '10.00', '9.60', '10.03'],
]
const rates = {
  headings: ['With effect from 1 June 2026', 'Shilling fixed deposits'],
  rows: [['Period', 'Maturity', 'Monthly', 'AER'], ...rows],
}
const heads = ['Period', 'Maturity', 'Monthly', 'AER'].map((text, column) =>
  drawText(72 + 90 * column, 700, text),
)
const figures = rows.flatMap((cells, row) =>
  cells.map((text, column) => drawText(72 + 90 * column, 680 - 16 * row, text)),
)

test('a table is read by position: the order of the texts in the file does not matter (L28)', async () => {
  const operators = [...titles, ...heads, ...figures]
  assert.deepEqual(await tablesOf(...operators), [rates])
  assert.deepEqual(await tablesOf(...operators.toReversed()), [rates])
  assert.deepEqual(await tablesOf(...operators.toSorted()), [rates])
})

test('right-aligned figures and centred dashes stand under centred headings (L29)', async () => {
  const centred = [...rates.rows.entries()].flatMap(([row, cells]) =>
    cells.map((text, column) => {
      const [middle, y] = [120 + 90 * column, 700 - 16 * row]
      const isFigure = row > 0 && column > 0 && text !== '-'
      if (column === 0 && row > 0) return drawText(80, y, text)
      return isFigure ? drawRight(middle + 40, y, text) : drawCentred(middle, y, text)
    }),
  )
  assert.deepEqual(await tablesOf(...titles, ...centred), [rates])
})

test('a heading over two columns stands in both, with one address', async () => {
  const columns = ['Rate', 'AER', 'Rate', 'AER']
  const content = await read(
    drawCentred(195, 705, 'At maturity'),
    drawCentred(335, 705, 'Monthly'),
    drawText(72, 697, 'Period'),
    ...columns.map((text, column) => drawCentred(160 + 70 * column, 690, text)),
    ...['12 Months', '9.50', '9.50', '9.10', '9.49'].map((text, column) =>
      column === 0 ? drawText(72, 674, text) : drawRight(110 + 70 * column, 674, text),
    ),
  )
  assert.ok('tables' in content)
  const [first = []] = content.tables[0]?.rows ?? []
  const texts = first.map(({ text }) => text)
  assert.deepEqual(texts, ['', 'At maturity', 'At maturity', 'Monthly', 'Monthly'])
  assert.equal(first[1], first[2])
  assert.notEqual(first[1]?.address, first[3]?.address)
})

test('two headings over one column are marked, so nothing reads them as its name', async () => {
  const two = [drawText(150, 700, 'Rate'), drawText(180, 700, 'AER')]
  const others = heads.filter((_, column) => column !== 1)
  const content = await tablesOf(...others, ...two, ...figures)
  assert.ok(Array.isArray(content))
  const marked = 'Rate | AER (column not clear)'
  assert.deepEqual(content[0]?.rows[0], ['Period', marked, 'Monthly', 'AER'])
})

test('figures drawn glyph by glyph are joined by their gaps; a wider gap is kept as a space (L29)', async () => {
  const line = (rate: string) => tablesOf(drawText(72, 700, '12 Months'), rate)
  const glyphs = await line(drawGlyphs(200, 700, '6.75'))
  assert.deepEqual(glyphs, [{ headings: [], rows: [['12 Months', '6.75']] }])
  const apart = await tablesOf(
    ...heads,
    ...figures,
    drawText(72, 616, '24 Months'),
    drawGlyphs(162, 616, '6.75%', 5.56),
  )
  assert.ok(Array.isArray(apart))
  assert.deepEqual(apart[0]?.rows.at(-1), ['24 Months', '6. 75%', '', ''])
})

test('a footnote mark does not become a digit of its figure', async () => {
  const mark = [drawText(162, 616, '9.50'), drawText(181.5, 620, '1', 6)]
  const content = await tablesOf(...heads, ...figures, drawText(72, 616, '24 Months'), ...mark)
  assert.ok(Array.isArray(content))
  assert.deepEqual(content[0]?.rows.at(-1), ['24 Months', '9.50 1', '', ''])
})

test('several tables of a page each have the lines above them as headings', async () => {
  const savings = ['Savings', 'Balance', 'Up to 1000', 'Rate', '2.50']
  const [heading = '', balance = '', upTo = '', rate = '', figure = ''] = savings
  const tables = await tablesOf(
    ...titles,
    ...heads,
    ...figures,
    drawText(72, 600, heading),
    drawText(72, 584, balance),
    drawText(200, 584, rate),
    drawText(72, 568, upTo),
    drawText(200, 568, figure),
  )
  const second = {
    headings: [heading],
    rows: [
      [balance, rate],
      [upTo, figure],
    ],
  }
  assert.deepEqual(tables, [rates, second])
})

test('an address leads back to its text, with one decimal', async () => {
  const body = pdfOf([drawText(72.46, 700, '12 Months'), ''])
  const content = await readPdf({ body })
  assert.ok('texts' in content)
  assert.deepEqual(content.texts, [{ address: '#page=1&x=72.5&y=700', text: '12 Months' }])
})

test('a page that is shown rotated is read as it is shown', async () => {
  const turned = (x: number, y: number, text: string) =>
    `BT /F1 10 Tf 0 1 -1 0 ${595 - y} ${x} Tm (${text}) Tj ET`
  const operators = [turned(72, 500, '12 Months'), turned(200, 500, '9.50')]
  const content = await readPdf({ body: pdfOf([operators.join('\n')], '/Rotate 90') })
  assert.ok('tables' in content)
  const cells = [
    { address: '#page=1&x=72&y=500', text: '12 Months' },
    { address: '#page=1&x=200&y=500', text: '9.50' },
  ]
  assert.deepEqual(content.tables[0]?.rows, [cells])
})

const whole = pdfOf([[...heads, ...figures].join('\n')])
for (const [what, body, failure] of [
  [
    'a picture (L30)',
    pdfOf(['q 10 0 0 10 0 0 cm Q']),
    /^This PDF is an image; enter it by hand\.$/,
  ],
  ['invisible text', pdfOf([`3 Tr ${drawText(72, 700, '9.50')}`]), /invisible text/],
  [
    'overlapping texts',
    pdfOf([`${drawText(72, 700, '9.50')} ${drawText(74, 700, '8.50')}`]),
    /overlap/,
  ],
  ['a page of HTML', Buffer.from('<html>'), /^This is not a PDF\.$/],
  ['a truncated PDF', whole.subarray(0, whole.length / 2), /^The PDF is cut off\.$/],
  ['too many pages', pdfOf(Array.from({ length: 51 }, () => '')), /at most 50/],
] as const) {
  test(`${what} is refused`, async () => {
    const content = await readPdf({ body })
    assert.ok('failure' in content)
    assert.match(content.failure, failure)
  })
}

test('a text that is drawn twice to make it bold is read once', async () => {
  const twice = [drawText(200, 700, '9.50'), drawText(200.3, 700, '9.50')]
  const tables = await tablesOf(drawText(72, 700, '12 Months'), ...twice)
  assert.deepEqual(tables, [{ headings: [], rows: [['12 Months', '9.50']] }])
})
