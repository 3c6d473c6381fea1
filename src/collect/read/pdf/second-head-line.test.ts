import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawText, pdfOf } from '../../../../test/support/pdf.ts'
import { readPdf } from './read-pdf.ts'

/** The texts of the tables of a PDF with a word below its head. */
async function tablesWith(x: number, y: number, word: string): Promise<readonly string[][][]> {
  const rows = [
    ['Period', 'Rate', 'AER'],
    ['3 Months', '8.00', '8.24'],
    ['6 Months', '8.50', '8.68'],
  ]
  const texts = rows.flatMap((row, line) =>
    row.map((text, column) =>
      drawText(40 + 100 * column, 700 - (line === 0 ? 0 : 15 + 15 * line), text),
    ),
  )
  const body = pdfOf([[...texts, drawText(x, y, word)].join('\n')])
  const content = await readPdf({ body })
  assert.ok(!('failure' in content))
  return content.tables.map((table) => table.rows.map((row) => row.map(({ text }) => text)))
}

test('a word close below a heading of the first line is a part of the head', async () => {
  assert.deepEqual(await tablesWith(140, 688, 'yearly'), [
    [
      ['Period', 'Rate', 'AER'],
      ['', 'yearly', ''],
      ['3 Months', '8.00', '8.24'],
      ['6 Months', '8.50', '8.68'],
    ],
  ])
})

test('a figure, a word below the first heading, and a word between the headings are none', async () => {
  for (const [x, word] of [
    [140, '9.00'],
    [40, 'Seniors'],
    [190, 'seniors'],
  ] as const) {
    const tables = await tablesWith(x, 688, word)
    assert.ok(
      tables.every((rows) => rows.flat().every((text) => text !== word)),
      word,
    )
  }
})
