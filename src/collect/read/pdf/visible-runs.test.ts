import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawText, pdfOf } from '../../../../test/support/pdf.ts'
import { black } from '../colour.ts'
import { readPdf } from './read-pdf.ts'
import { visibleRuns } from './visible-runs.ts'

const lineOf = (y: number, ...texts: readonly string[]) =>
  texts.map((text, column) => drawText(72 + 90 * column, y, text)).join('\n')
const above = [lineOf(700, 'Period', 'Rate', 'AER'), lineOf(684, '3 Months', '8.00', '8.24')]
const last = lineOf(668, '12 Months', '9.50', '9.50')
/** The box around the last line: from 60 to 400, and from 664 to 678. */
const box = '60 664 340 14 re'

/** The rows of a page with the operators, each cell with its problem. */
async function rowsOf(operators: readonly string[], entries = '') {
  const body = pdfOf([operators.join('\n')], entries)
  const content = await readPdf({ body })
  if ('failure' in content) return content.failure
  const [table] = content.tables
  return table?.rows.map((cells) =>
    cells.map(({ text, problem }) => (problem === undefined ? text : `${text}: ${problem}`)),
  )
}

const heads = [
  ['Period', 'Rate', 'AER'],
  ['3 Months', '8.00', '8.24'],
]
const whole = [...heads, ['12 Months', '9.50', '9.50']]
const marked = (problem: string) =>
  whole.map((row, line) => (line < 2 ? row : row.map((text) => `${text}: ${problem}`)))
const annotation = (kind: string, more = '') =>
  `/Annots [<< /Type /Annot /Subtype /${kind} /F 4 /Rect [60 664 400 678] ${more} >>]`
const quads = '/QuadPoints [60 678 400 678 60 664 400 664]'

const strikes: Readonly<Record<string, readonly [string, string?]>> = {
  'a line': ['0.8 w 60 671.5 m 400 671.5 l S'],
  'a line drawn before the text': [''],
  'the thinnest line': ['0 w 60 671.5 m 400 671.5 l S'],
  'a box without a height': ['60 671.5 340 0 re f'],
  'a thin box': ['60 671 340 0.8 re f'],
  'two thin boxes of one path': ['60 670 340 0.5 re 60 673 340 0.5 re f'],
  'a line for each glyph': [
    Array.from({ length: 85 }, (_, n) => `${60 + 4 * n} 671 m ${64 + 4 * n} 671 l S`).join(' '),
  ],
  'a line by hand': ['60 670 m 120 676 180 664 240 672 c 300 674 360 668 400 673 c S'],
  'an annotation that strikes': ['', annotation('StrikeOut', quads)],
}
for (const [name, [operators, entries]] of Object.entries(strikes))
  test(`a row is struck out by ${name}`, async () => {
    const first = name.includes('before') ? ['0.8 w 60 671.5 m 400 671.5 l S'] : []
    const rows = await rowsOf([...first, ...above, last, operators], entries)
    assert.deepEqual(rows, marked('is struck out'))
  })

test('a cross strikes out the figures that it goes through', async () => {
  const rows = await rowsOf([...above, last, '60 664 m 400 678 l S 60 678 m 400 664 l S'])
  assert.deepEqual(rows?.slice(2), [['12 Months', '9.50: is struck out', '9.50: is struck out']])
})

for (const [name, cross] of Object.entries({
  steep: '164 660 m 180 684 l S 164 684 m 180 660 l S',
  small: '162 668 m 180 675 l S 180 668 m 162 675 l S',
  filled: '164 660 m 165 660 l 180 684 l 179 684 l f 179 660 m 180 660 l 165 684 l 164 684 l f',
}))
  test(`a ${name} cross over one figure strikes it out`, async () => {
    const rows = await rowsOf([...above, last, cross])
    assert.deepEqual(rows?.slice(2), [['12 Months', '9.50: is struck out', '9.50']])
  })

const hidden: Readonly<Record<string, readonly [string, string?]>> = {
  'under a white box': [`${last} 1 g ${box} f`],
  'under a black box': [`${last} ${box} f`],
  'under a thick line': [`${last} 1 G 14 w 60 671 m 400 671 l S`],
  'under a round box': [
    `${last} 0.9 g 20 671 m 20 681 440 681 440 671 c 440 661 20 661 20 671 c f`,
  ],
  'in white': [`1 g ${last}`],
  'too small to be seen': [`q 0.05 0 0 0.05 60 640 cm ${last} Q`],
  'in nearly white': [`0.97 0.98 0.95 rg ${last}`],
  'in the colour of the box beneath': [`0.2 0.3 0.4 rg ${box} f ${last}`],
  transparent: [`/Clear gs ${last}`],
  'cut off': [`q 60 600 340 50 re W n ${last} Q`],
  'cut off by a path without an inside': [`q 60 600 m W n ${last} Q`],
}
for (const [name, [operators, entries]] of Object.entries(hidden))
  test(`a row that is ${name} is not read, and proves nothing`, async () => {
    assert.deepEqual(await rowsOf([...above, operators], entries), heads)
    const body = pdfOf([[...above, operators].join('\n')], entries)
    const content = await readPdf({ body })
    assert.ok('texts' in content)
    assert.equal(content.hiddenRows, 1)
    assert.ok(content.texts.every(({ text }) => text !== '9.50'))
  })

const unclear: Readonly<Record<string, string>> = {
  'a picture': 'q 340 0 0 14 60 664 cm /Picture Do Q',
  'a small picture in the page': 'q 340 0 0 14 60 664 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q',
  'a stencil': 'q 340 0 0 14 60 664 cm BI /W 9 /H 1 /IM true ID \xaa\x80 EI Q',
  'a shading': `q ${box} W n /Shade sh Q`,
  'a box that is nearly opaque': `/Veil gs 1 g ${box} f`,
  'a dark box that is blended': `/Marker gs 0.2 g ${box} f`,
}
for (const [name, operators] of Object.entries(unclear))
  test(`a row under ${name} is doubtful`, async () => {
    const rows = await rowsOf([...above, last, operators])
    assert.deepEqual(rows, marked('may be covered or invisible'))
  })

test('a row under an annotation that may cover it is refused', async () => {
  for (const colours of ['/IC [1 1 1] /C [1 1 1]', '/C [1 0 0]'])
    assert.deepEqual(
      await rowsOf([...above, last], annotation('Square', colours)),
      marked('is under an annotation'),
    )
})

test('a page of which nothing is seen is an image, and a picture over all of it is a failure', async () => {
  const box = '1 g 0 0 595 842 re f'
  const scan = `q 595 0 0 842 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q`
  assert.equal(await rowsOf([...above, last, box]), 'This PDF is an image; enter it by hand.')
  assert.equal(
    await rowsOf([...above, last, scan]),
    'A picture or a box may cover all text of this PDF; enter it by hand.',
  )
})

test('a figure that is not seen in a row that is has a problem, and so has a part of one', async () => {
  const figure = await rowsOf([...above, last, '1 g 160 664 40 14 re f'])
  assert.deepEqual(figure?.slice(2), [['12 Months', '9.50: is covered or invisible', '9.50']])
  const part = await rowsOf([...above, last, '1 g 174 664 40 14 re f'])
  assert.deepEqual(part?.slice(2), [['12 Months', '9.50: is partly covered or invisible', '9.50']])
  const edge = await rowsOf([...above, last, drawText(585, 668, '8.75')])
  assert.match(String(edge?.at(2)?.at(-1)), /^8\.7.*: is partly covered or invisible$/)
})

test('a figure that is written over a covered one is read in its place', async () => {
  const rows = await rowsOf([
    ...above,
    last,
    '1 g 160 664 40 14 re f 0 g',
    drawText(162, 668, '9.25'),
  ])
  assert.deepEqual(rows?.slice(2), [['12 Months', '9.25', '9.50']])
})

test('a note over a figure and a form field in its place are not read as figures', async () => {
  const at = '/Rect [160 664 200 678]'
  const note = `/Annots [<< /Type /Annot /Subtype /FreeText /F 4 ${at} /Contents (9.25) >>]`
  const field = `/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (r) /F 4 ${at} /V (9.25) >>]`
  for (const entries of [note, field]) {
    const rows = await rowsOf([...above, last, '1 g 160 664 40 14 re f'], entries)
    const problem = 'is a note or a form field over the page'
    assert.deepEqual(rows?.slice(2), [['12 Months', `9.25: ${problem}`, '9.50']])
  }
})

const hiddenStrike = annotation('StrikeOut', quads).replace('/F 4', '/F 2')
const grid = [60, 150, 240, 400].map((x) => `${x} 664 m ${x} 712 l S`).join(' ')
const readable: Readonly<Record<string, readonly [string, string, string?]>> = {
  'rules between rows and columns': ['', `0.5 w 60 680 340 0 re 60 664 340 32 re S ${grid}`],
  'rules close to the text': ['', '60 666.5 m 400 666.5 l S 60 676 m 400 676 l S'],
  'a frame as one area with a hole': ['', '60 664 340 14 re 61 665 338 12 re f*'],
  'a box behind the text': [`0.9 0.9 1 rg ${box} f 0 g`, ''],
  'a thick line behind the text': ['0.8 G 14 w 60 671 m 400 671 l S', ''],
  'a picture behind the text': ['q 340 0 0 14 60 664 cm /Picture Do Q', ''],
  'a shaded box of many strips behind the text': [
    Array.from({ length: 28 }, (_, n) => `${0.9 - n / 200} g 60 ${664 + n / 2} 340 0.6 re f`).join(
      ' ',
    ),
    '0 g',
  ],
  'white text on a dark box': [`${box} f 1 g`, ''],
  'a line beneath the box behind the text': [`60 671 m 400 671 l S 1 g ${box} f 0 g`, ''],
  underlines: ['', '72 666.6 m 112 666.6 l S 162 666.8 20 0.5 re f'],
  'a marker over the text': ['', `/Marker gs 1 1 0 rg ${box} f`],
  'a transparent box over the text': ['', `/Clear gs 1 g ${box} f`],
  'a faint picture over the text': ['', '/Faint gs q 340 0 0 14 60 664 cm /Picture Do Q'],
  'a box over the text that is cut off': ['', `q 0 0 50 50 re W n 1 g ${box} f Q`],
  'text inside its clip': [`q ${box} W n`, 'Q'],
  'white text with a black edge': ['1 g 2 Tr', ''],
  'highlight annotation': ['', '', annotation('Highlight', `${quads} /C [1 1 0]`)],
  'an annotation that strikes but is hidden': ['', '', hiddenStrike],
  'boxes as rules between columns': ['', '150 660 0.5 50 re 240 660 0.5 50 re f'],
  'underline annotation': ['', '', annotation('Underline', `${quads} /C [1 0 0]`)],
}
for (const [name, [before, after, entries]] of Object.entries(readable))
  test(`a row is read with ${name}`, async () => {
    assert.deepEqual(await rowsOf([...above, before, last, after], entries), whole)
  })

test('letters are found through transformations, spacing, scaling and other spellings', async () => {
  // Eight figures of 2.78 units with 0.5 between them, narrowed to 90 % and drawn twice as large: the last begins at 113.4.
  const text = `q 2 0 0 2 10 20 cm BT /F1 5 Tf 0.5 Tc 90 Tz 6 TL
    31 330 Td ( ) ' ET BT 1 0 0 1 31 324 Tm [(1234) 0 (5678)] TJ ET Q`
  const cellOf = async (x: number) =>
    (await rowsOf([...above, text, drawText(200, 668, 'x'), `1 g ${x} 660 90 20 re f`]))?.at(-1)
  assert.match(String(await cellOf(113.5)), /partly/)
  assert.doesNotMatch(String(await cellOf(116.5)), /partly/)
  const spelled = await rowsOf([...above, lineOf(668, 'caf\xe9 \xbd', '9.50', '9.50')])
  assert.deepEqual(spelled?.at(-1), ['café ½', '9.50', '9.50'])
})

test('a text that runs from right to left is found in the order in which it is drawn', () => {
  const run = { text: 'אב 12', x: 72, y: 700, width: 30, size: 10, isUpright: true, isSeen: true }
  const text = { order: 0, clip: undefined, inks: [{ colour: black, alpha: 1 }] }
  const drawing = { letters: '12בא', texts: [text, text, text, text], shapes: [] }
  assert.deepEqual(visibleRuns([run], { ...drawing, hasInvisibleText: false }), [run])
})

test('a text beside the page, which PDF.js leaves out, does not shift the others', async () => {
  const beside = `1 g ${drawText(700, 668, '9.50')} 0 g`
  assert.deepEqual(await rowsOf([...above, beside, last]), whole)
})

test('a page with more drawings than a rate sheet is refused', async () => {
  const many = Array.from({ length: 200 }, (_, y) => lineOf(60 + 3 * y, 'a'.repeat(200))).join('\n')
  const lines = '0 0 m '.concat('9 9 l '.repeat(20_000), 'S')
  assert.equal(await rowsOf([many, lines]), 'The PDF has more drawings than a rate sheet.')
})
