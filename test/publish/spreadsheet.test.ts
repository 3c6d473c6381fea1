import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSheets } from '../../src/publish/input/read-sheet.ts'

const columns =
  'institution_id;source_url;scraped_at;currency;complete;product_variant;tenure_months;payout_type;rate_pa'

const line = (at: string, complete: string, tenure: number) =>
  `alpha-bank;https://alpha-bank.example/;${at};LKR;${complete};general;${tenure};maturity;8.50`

/** A file as Excel saves it: with a byte-order mark and CRLF. */
const excel = (...lines: string[]) => readSheets(Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`))

const [first, second] = ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z']
const plain = excel(columns, line(first, 'true', 6), line(first, 'true', 12))

test('a CSV that Excel saved, with TRUE and empty rows, is the same sheet', () => {
  assert.deepEqual(
    plain.map(({ sheet, problems }) => [sheet?.complete, sheet?.offers.length, problems]),
    [[true, 2, []]],
  )
  const empty = ';;;;;;;;'
  const saved = excel(columns, line(first, 'TRUE', 6), empty, '', line(first, 'True', 12), empty)
  assert.deepEqual(saved, plain)
})

test('empty columns are ignored, also before and between others', () => {
  const shifted = [columns, line(first, 'TRUE', 6), line(first, 'TRUE', 12), ';;;;;;;;'].map(
    (row) => `;${row.replace(';', ';;')};;`,
  )
  assert.deepEqual(excel(...shifted), plain)
})

test('several sheets of one institution with FALSE are partial', () => {
  const sheets = excel(columns, line(first, 'FALSE', 6), line(second, 'False', 12))
  assert.deepEqual(
    sheets.map(({ sheet, problems }) => [sheet?.complete, problems]),
    [
      [false, []],
      [false, []],
    ],
  )
})

test('complete with another word is refused', () => {
  const [parsed] = excel(columns, line(first, 'YES', 6))
  assert.deepEqual(
    parsed?.problems.map(({ code, location }) => `${location} ${code}`),
    ['line 2, complete wrong-type'],
  )
})
