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

const source = sourceOf({ tables: [plainTable] })
const page = (rate: string, period = '12 Months', heading = '<h1>Deposits</h1>') =>
  `${heading}${htmlTable(`Period|Rate\n${period}|${rate}`)}`

test('a raised, lowered or linked digit is no digit of the figure', async () => {
  for (const [rate, text] of [
    ['8.0<sup>1</sup>', '8.0 1'],
    ['8<sup>1</sup>', '8 1'],
    ['8.25<sub>2</sub>', '8.25 2'],
    ['8.25<a href="#f1">1</a>', '8.25 1'],
    ['<SUP>1</SUP>8.25', '1 8.25'],
    ['<b>8.25</b><span><a href="#f1"><sup>1</sup></a></span>', '8.25 1'],
    ['8.25%<sup>1</sup>', '8.25% 1'],
  ] as const)
    assert.equal(
      await failure(source, page(rate)),
      `The cell "${text}" under "Rate" is neither a figure nor one of the empty texts.`,
    )
  assert.equal(
    await failure(source, page('9.00', '1<sup>2</sup> Months')),
    'The cell "1 2 Months" in the column "Period" is not a tenure.',
  )
})

test('marks that are no digits, linked figures and ordinals are read', async () => {
  const date = { format: 'From {D}{th} {MMMM} {YYYY}', means: 'effective' } as const
  const dated = sourceOf({ tables: [plainTable], date })
  const heading = '<p>From 5<sup>th</sup> November 2026</p><h1>Deposits</h1>'
  for (const rate of ['9.00<sup>*</sup>', '9.00%<sup>†</sup>', '<a href="/rates">9.00</a>%']) {
    const read = await reading(dated, page(rate, '12 <a href="/t">Months</a>', heading))
    assert.deepEqual(linesOf(read), ['general 12 maturity: 9.00'])
    assert.equal(read.printedDate?.day, '2026-11-05')
  }
  const cell = sourceOf({
    tables: [
      {
        ...plainTable,
        columns: { Period: 'tenure', Rate: { payout: 'maturity', cell: '{rate} 1' } },
      },
    ],
  })
  assert.deepEqual(linesOf(await reading(cell, page('9.00%<sup>1</sup>'))), [
    'general 12 maturity: 9.00',
  ])
})
