import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketSheets } from '../bench/market.ts'
import { figure, median, pageText, withTarget } from '../bench/page.ts'
import { secondsIn } from '../bench/process.ts'

test('a median is the middle number, or the mean of the middle two', () => {
  assert.equal(median([9, 1, 3]), 3)
  assert.equal(median([9, 1, 3, 4]), 3.5)
  assert.ok(Number.isNaN(median([])))
})

test('processor time is read behind the name of a program, which may have spaces and brackets', () => {
  const fields = ['S', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 20, 3, 2, 20, 0]
  assert.equal(secondsIn(`42 (a) b ) ${fields.join(' ')}`), 1.25)
})

test('a figure shows its target and whether it meets that', () => {
  assert.equal(figure(1234.5), '1235')
  assert.equal(figure(1.2345), '1.23')
  assert.equal(withTarget(1.2345, '≤', 2), '1.23 (≤ 2: yes)')
  assert.equal(withTarget(14.9, '≥', 15), '14.9 (≥ 15: no)')
  assert.equal(withTarget(Number.NaN, '≤', 2), '–')
})

test('a section without a table says why', () => {
  const measured = { title: 'Hot', sentence: 'One.', columns: ['what', 'µs'], rows: [['a', '1']] }
  const missing = { title: 'Start', sentence: 'Not measured: no wrk.', columns: [], rows: [] }
  assert.equal(
    pageText(['A fact.'], [measured, missing]),
    '# Benchmarks\n\nA fact.\n\n## Hot\n\nOne.\n\n| what | µs |\n| --- | ---: |\n| a | 1 |\n\n## Start\n\nNot measured: no wrk.\n',
  )
})

test('the market has as many records as it should, the same each time, and every later sheet moves all rates', () => {
  const sheets = [...marketSheets(12_000)]
  assert.equal(sheets.flatMap(({ records }) => records).length, 12_000)
  assert.deepEqual([...marketSheets(12_000)], sheets)
  for (const [i, { records }] of sheets.entries()) {
    assert.ok(records.every(({ direction }) => (direction === 'initial') === i < 50))
  }
  const times = sheets.map(({ at }) => at)
  assert.deepEqual(times.toSorted(), times)
})
