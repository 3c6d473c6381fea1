import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSheets, type FileForm } from '../../../src/book/publish/input/read-sheet.ts'

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

const latin = (lines: readonly string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
const money = `${columns};aer;min_deposit;product`
const rows = (...figures: readonly (readonly [string, string, string])[]) =>
  figures.map(([rate, aer, deposit], index) =>
    [line(first, 'true', index + 1).replace('8.50', rate), aer, deposit, 'Depósito'].join(';'),
  )
const problemsOf = (lines: readonly string[], form?: FileForm) =>
  readSheets(Buffer.from(lines.join('\n')), form).flatMap(({ problems }) =>
    problems.map(({ location, message }) => `${location}: ${message}`),
  )

test('a CSV of Excel with decimal commas, thousands and Latin-1 is read with the options that one sentence names', () => {
  for (const mark of ['.', "'", '’', ' ', '\u00A0']) {
    const file = [
      money,
      ...rows(['13,25', '13,3', `5${mark}000`], ['12', '', `1${mark}000${mark}000,50`]),
    ]
    const [without, ...others] = problemsOf(file)
    assert.equal(
      without,
      `line 2, rate_pa: "13,25" has another mark than a decimal point, as 3 other cells do: --decimal , reads it as 13.25.`,
    )
    assert.deepEqual(others, [])
    const [read] = readSheets(Buffer.from(file.join('\r\n')), { decimal: ',' })
    assert.deepEqual(
      read?.sheet?.offers.map((offer) => [
        offer.rate,
        offer.annualEffectiveRate,
        offer.minimumDeposit,
      ]),
      [
        ['13.25', '13.3', '5000'],
        ['12', undefined, '1000000.50'],
      ],
    )
  }
  const bytes = latin([money, ...rows(['13,25', '', "5'000"])])
  const [{ problems } = { problems: [] }] = readSheets(bytes)
  assert.deepEqual(
    problems.map(({ code, message }) => [code, message]),
    [
      [
        'not-utf-8',
        `Byte ${bytes.indexOf(0xf3)} is not UTF-8; save the file as UTF-8, or give its encoding, such as --encoding windows-1252.`,
      ],
    ],
  )
  const [read] = readSheets(bytes, { encoding: 'windows-1252', decimal: ',' })
  assert.equal(read?.sheet?.offers[0]?.product, 'Depósito')
})

test('thousands alone are read with a point; where both marks fit, the sentence says what each reads', () => {
  assert.deepEqual(problemsOf([money, ...rows(['13.25', '', "5'000"])]), [
    `line 2, min_deposit: "5'000" has another mark than a decimal point: --decimal . reads it as 5000.`,
  ])
  const dinars = rows(['13', '', '12,500']).map((row) => row.replace('LKR', 'KWD'))
  assert.deepEqual(problemsOf([money, ...dinars]), [
    'line 2, min_deposit: "12,500" has another mark than a decimal point: --decimal . reads it as 12500, --decimal , reads it as 12.500.',
  ])
})

test('one other cell with another mark is named as one', () => {
  assert.deepEqual(problemsOf([money, ...rows(['13,25', '13,90', '5000'])]), [
    'line 2, rate_pa: "13,25" has another mark than a decimal point, as 1 other cell does: --decimal , reads it as 13.25.',
  ])
})

test('an amount with more decimals than its coins has another mark, or is refused', () => {
  for (const [cell, mark] of [
    ['5.000', ','],
    ['5,000', '.'],
  ] as const)
    assert.deepEqual(problemsOf([money, ...rows(['13', '', cell])]), [
      `line 2, min_deposit: "${cell}" has another mark than a decimal point: --decimal ${mark} reads it as 5000.`,
    ])
  assert.deepEqual(problemsOf([money, ...rows(['13', '', '5,000'])], { decimal: ',' }), [
    'line 2, min_deposit: "5,000" is not a figure with the decimal mark , of --decimal.',
  ])
  assert.deepEqual(problemsOf([money, ...rows(['13.25', '', '5.000'])]), [
    'line 2, min_deposit: "5.000" has more decimals than the coins of LKR; write 5000, or 5.00.',
  ])
  const dinars = rows(['13.25', '', '5.000']).map((row) => row.replace('LKR', 'KWD'))
  assert.deepEqual(problemsOf([money, ...dinars]), [])
})

test('figures with two decimal marks, groups that are not whole and thousands of rates are refused', () => {
  const mixed = [money, ...rows(['13,25', '', '5000'], ['9.50', '', '5000'])]
  assert.deepEqual(problemsOf(mixed, { decimal: ',' }), [
    'line 3, rate_pa: "9.50" is not a figure with the decimal mark , of --decimal.',
  ])
  assert.match(problemsOf(mixed).join('\n'), /^line 2, rate_pa: "13,25" has a comma/)
  for (const wrong of [
    ['1.000', '', '5000'],
    ['9', '', '50.00'],
    ['9', '', "1.000'000"],
    ['9', '', '5.0000'],
  ] as const)
    assert.match(
      problemsOf([money, ...rows(wrong)], { decimal: ',' }).join('\n'),
      /^line 2, \w+: "[^"]+" is not a figure with/,
    )
})

test('days in the column of months are refused with the name of their column', () => {
  const file = [columns, line(first, 'true', 6).replace(';6;', ';360d;')]
  for (const form of [{}, { decimal: ',' }, { decimal: '.' }] as const)
    assert.deepEqual(
      problemsOf(
        form.decimal === ',' ? file.map((row) => row.replace('8.50', '8,50')) : file,
        form,
      ),
      [
        'line 2, tenure_months: "360d" is in days; leave tenure_months out and give tenure_days 360.',
      ],
    )
})

test('a CSV with other marks is refused whole, with its other problems', () => {
  const other = line(first, 'maybe', 1).replace('alpha', 'beta')
  const found = problemsOf([
    columns,
    line(first, 'true', 1).replace('8.50', '8,50'),
    other.replace('8.50', '8'),
  ])
  assert.equal(found.length, 2)
  assert.match(found[1] ?? '', /^line 3, complete: "maybe" is not true or false/)
})
