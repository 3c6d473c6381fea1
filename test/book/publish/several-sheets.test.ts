import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemLine } from '../../../src/book/publish/input/problem.ts'
import { readSheets } from '../../../src/book/publish/input/read-sheet.ts'
import { bytesOf, sheetOf } from '../../support/small-book.ts'

const columns =
  'institution_id,source_url,scraped_at,currency,complete,product_variant,tenure_months,payout_type,rate_pa'

/** A line of a CSV. */
const line = (id: string, at: string, complete: string, rest = 'general,12,maturity,8') =>
  `${id},https://${id}.example/,${at},LKR,${complete},${rest}`

const read = (...lines: string[]) =>
  readSheets(Buffer.from([columns, ...lines, ''].join('\n'))).map(({ sheet, head, problems }) => ({
    id: head.institutionId,
    offers: sheet?.offers.length,
    problems: problems.map(problemLine),
  }))

const [first, second] = ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z']

test('each institution in a file has its own sheet, and its problems name the lines of the file', () => {
  const read2 = read(
    line('beta', second, ''),
    line('alpha', first, 'true'),
    line('beta', second, '', 'general,6,maturity,3530'),
    line('alpha', first, 'true', 'general,6,maturity,7'),
    line('alpha', first, 'true', 'women,6,maturity,7'),
  )
  assert.deepEqual(read2, [
    { id: 'alpha', offers: 3, problems: [] },
    {
      id: 'beta',
      offers: undefined,
      problems: [
        'line 4, rate_pa: The rate 3530 is out of range; it must be above 0 and at most 1000 percent. [out-of-range]',
      ],
    },
  ])
})

test('the same time written with another offset is in the same sheet', () => {
  const sheets = read(
    line('alpha', '2026-06-01T05:30:00+05:30', ''),
    line('alpha', first, '', 'general,6,maturity,7'),
  )
  assert.deepEqual(sheets, [{ id: 'alpha', offers: 2, problems: [] }])
})

test('a wrong scraped_at on one line does not make two sheets, of which one withdraws the offers of the other', () => {
  for (const complete of ['', 'true']) {
    const [alpha, other, beta] = read(
      line('alpha', first, complete),
      line('beta', second, complete),
      line('alpha', second, complete, 'general,6,maturity,7'),
    )
    assert.match(
      alpha?.problems.join() ?? '',
      /^line 2: The sheet at line 4 is of the same.*false in the column complete.*\[several-sheets\]$/,
    )
    assert.deepEqual(other?.id, 'beta')
    assert.deepEqual(other.problems, [])
    assert.match(beta?.problems.join() ?? '', /^line 4: The sheet at line 2.*\[several-sheets\]$/)
  }
})

test('all sheets of an institution are refused if only one of them is partial', () => {
  const sheets = read(line('alpha', first, 'false'), line('alpha', second, 'true'))
  assert.deepEqual(
    sheets.map(({ problems }) => problems.length),
    [1, 1],
  )
})

test('several partial sheets of one institution are read, the earliest first', () => {
  const sheets = readSheets(
    Buffer.from(`${columns}\n${line('a', second, 'false')}\n${line('a', first, 'false')}\n`),
  )
  const times = sheets.map(({ sheet }) => sheet && new Date(sheet.scrapedAt).toISOString())
  assert.deepEqual(times, ['2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z'])
})

test('a complete sheet without offers is read', () => {
  for (const fields of [{}, { complete: true }, { covers: ['women'] }]) {
    const [parsed, ...others] = readSheets(bytesOf(sheetOf({ offers: [], ...fields })))
    assert.deepEqual([parsed?.problems, parsed?.sheet?.offers, others], [[], [], []])
  }
})
