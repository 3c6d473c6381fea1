import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utils, write, type BookType, type CellObject, type WorkSheet } from '@e965/xlsx'
import { sourceOf } from '../../../../test/support/reading-pages.ts'
import type { Day } from '../../../domain/day.ts'
import { checkCells } from '../evidence.ts'
import { readPages } from '../read-pages.ts'
import { readXlsx } from './read-xlsx.ts'

type Rows = readonly (readonly (string | number | null | CellObject)[])[]

const sheet = (rows: Rows, settings: Partial<WorkSheet> = {}): WorkSheet => ({
  ...utils.aoa_to_sheet(rows.map((row) => [...row])),
  ...settings,
})

function workbook(
  sheets: Readonly<Record<string, WorkSheet>>,
  hidden: readonly string[] = [],
  bookType: BookType = 'xlsx',
): Uint8Array {
  const names = Object.keys(sheets)
  const visibility = names.map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 }) as const)
  const book = { SheetNames: names, Sheets: sheets, Workbook: { Sheets: [...visibility] } }
  return write(book, { type: 'buffer', bookType, cellStyles: true }) as Uint8Array
}

/** The tables of a workbook as texts. */
function tablesOf(body: Uint8Array) {
  const content = readXlsx({ body })
  if ('failure' in content) return content.failure
  return content.tables.map(({ headings, rows }) => ({
    headings: headings.map(({ text }) => text),
    rows: rows.map((cells) => cells.map(({ text }) => text)),
  }))
}

const printed = (v: number, z: string): CellObject => ({ t: 'n', v, z })
const rates = sheet([
  ['Fixed deposits'],
  ['Period', 'Rate', 'AER'],
  ['3 Months', printed(0.085, '0.000%'), printed(7.4, '0.00')],
  ['6 Months', '10.75%', null],
  [],
  ['With effect from', printed(45_000, 'dd-mmm-yyyy')],
])

test('cells are read as they are printed, and hidden sheets are not (L27)', () => {
  const body = workbook({ Rates: rates, old: sheet([['12 Months', 15]]) }, ['old'])
  const rows = [
    ['Period', 'Rate', 'AER'],
    ['3 Months', '8.500%', '7.40'],
    ['6 Months', '10.75%', ''],
  ]
  assert.deepEqual(tablesOf(body), [{ headings: ['Fixed deposits', 'Rates'], rows }])
  const content = readXlsx({ body })
  assert.ok('texts' in content)
  assert.equal(content.hiddenRows, 1)
  assert.deepEqual(
    content.texts.slice(-2).map(({ text }) => text),
    ['With effect from', '15-Mar-2023'],
  )
})

test('a merged cell stands in each of its places, with one address', () => {
  const merged = sheet(
    [
      ['Period', 'At maturity', null],
      [null, 'Rate', 'AER'],
      ['12 Months', 9.5, 9.5],
    ],
    { '!merges': [utils.decode_range('B1:C1'), utils.decode_range('A1:A2')] },
  )
  const content = readXlsx({ body: workbook({ Rates: merged }) })
  assert.ok('tables' in content)
  const cell = (address: string, text: string) => ({
    address: `#sheet=Rates&cell=${address}`,
    text,
  })
  assert.deepEqual(content.tables[0]?.rows, [
    [cell('A1', 'Period'), cell('B1', 'At maturity'), cell('B1', 'At maturity')],
    [cell('A1', 'Period'), cell('B2', 'Rate'), cell('C2', 'AER')],
    [
      cell('A3', '12 Months'),
      { ...cell('B3', '9.5'), isNumber: true },
      { ...cell('C3', '9.5'), isNumber: true },
    ],
  ])
})

test('a number has a point, as many decimals as its currency has, and zeros of its format after them', async () => {
  const columns = {
    Period: 'tenure',
    From: { is: 'min_deposit' },
    Rate: { payout: 'maturity' },
  } as const
  const read = async (currency: string, decimal: '.' | ',', from: CellObject | string) => {
    const rows: Rows = [
      ['Period', 'From', 'Rate'],
      ['12 Months', from, printed(2.15, '0.00')],
    ]
    const source = sourceOf({ currency, tables: [{ columns }] }, { format: 'xlsx', decimal })
    const page = { ...source.pages[0], format: 'xlsx', day: '2026-11-09' as Day } as const
    const pages = [{ ...page, name: 'rates', body: workbook({ Rates: sheet(rows) }) }]
    const result = await readPages(source, pages)
    if ('failure' in result) return result.failure
    assert.deepEqual(await checkCells(result, pages), [])
    return result.offers.map(({ minimumDeposit }) => minimumDeposit)
  }
  assert.deepEqual(await read('KWD', '.', printed(1000.5, '#,##0.000')), ['1000.500'])
  assert.deepEqual(await read('EUR', '.', printed(500, '0.000')), ['500'])
  assert.deepEqual(await read('EUR', ',', printed(1500, '#,##0.000')), ['1500'])
  assert.deepEqual(await read('EUR', ',', printed(500, '0.000')), ['500'])
  assert.deepEqual(await read('EUR', ',', '1.500'), ['1500'])
  assert.equal(
    await read('EUR', '.', printed(500.125, '0.000')),
    'The cell "500.125" is not an amount of EUR. Say in `values` what it means.',
  )
})

test('hidden rows and columns are not read, nor have they an address', () => {
  const rows = [
    ['Period', 'Old', 'Rate'],
    ['3 Months', 15, 8],
    ['6 Months', 15, 9],
  ]
  const hidden = { '!rows': [{}, { hidden: true }], '!cols': [{}, { hidden: true }] }
  const body = workbook({ Rates: sheet(rows, hidden) })
  const visible = [
    ['Period', 'Rate'],
    ['6 Months', '9'],
  ]
  assert.deepEqual(tablesOf(body), [{ headings: ['Rates'], rows: visible }])
  const content = readXlsx({ body })
  assert.ok('texts' in content)
  assert.equal(content.hiddenRows, 1)
  const textAt = (place: string) => content.texts.find(({ address }) => address === place)?.text
  assert.equal(textAt('#sheet=Rates&cell=C3'), '9')
  assert.equal(textAt('#sheet=Rates&cell=C2'), undefined)
})

test('empty rows and columns separate tables, and each has the texts above it as headings', () => {
  const body = workbook({
    'Rates & 5%': sheet([
      ['Rates of June'],
      [],
      ['General', null, null, 'Senior'],
      ['Period', 'Rate', null, 'Period', 'Rate'],
      ['1 Year', 9, null, '1 Year', 9.5],
      [],
      ['Loans'],
      ['Car', 14],
    ]),
  })
  const table = (heading: string, rate: string) => ({
    headings: [heading, 'Rates of June', 'Rates & 5%'],
    rows: [
      ['Period', 'Rate'],
      ['1 Year', rate],
    ],
  })
  const loans = { headings: ['Loans', 'Rates & 5%'], rows: [['Car', '14']] }
  assert.deepEqual(tablesOf(body), [table('General', '9'), table('Senior', '9.5'), loans])
  const content = readXlsx({ body })
  assert.ok('tables' in content)
  assert.equal(content.tables[0]?.address, '#sheet=Rates%20%26%205%25&cell=A4')
})

test('a formula without a result is a problem of its cell', () => {
  const formula = sheet([
    ['12 Months', { t: 'n', f: 'B9*2' }],
    ['24 Months', 9.5],
  ])
  const content = readXlsx({ body: workbook({ Rates: formula }) })
  assert.ok('tables' in content)
  const [, cell] = content.tables[0]?.rows[0] ?? []
  const address = '#sheet=Rates&cell=B1'
  assert.deepEqual(cell, { address, text: '=B9*2', problem: 'is a formula without a result' })
  assert.ok(content.texts.every((text) => text.address !== address))
})

test('only whole XLSX workbooks are read', () => {
  const body = workbook({ Rates: rates })
  const old = workbook({ Rates: rates }, [], 'biff8')
  const binary = workbook({ Rates: rates }, [], 'xlsb')
  assert.equal(tablesOf(Buffer.from('<table>')), 'This is not an XLSX workbook.')
  assert.equal(tablesOf(old), 'This is not an XLSX workbook.')
  assert.equal(tablesOf(binary), 'This is not an XLSX workbook but xlsb.')
  const cut = body.subarray(0, body.length / 2)
  assert.equal(tablesOf(cut), 'The workbook is damaged or cut off: invalid zip data.')
})

test('a sheet with more cells than a rate sheet is a table that cannot be read', () => {
  const rows = [['12 Months'], ...Array.from({ length: 5_000 }, () => []), ['24 Months']]
  assert.deepEqual(readXlsx({ body: workbook({ Rates: sheet(rows) }) }), {
    tables: [
      {
        headings: [{ address: '#sheet=Rates', text: 'Rates' }],
        rows: [
          [
            {
              address: '#sheet=Rates',
              text: 'a sheet with more cells than a rate sheet',
              problem: 'cannot be read',
            },
          ],
        ],
        address: '#sheet=Rates',
      },
    ],
    texts: [{ address: '#sheet=Rates', text: 'Rates' }],
    hiddenRows: 0,
  })
})
