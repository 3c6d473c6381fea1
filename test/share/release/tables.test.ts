import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { read as readWorkbook, utils, type CellObject } from '@e965/xlsx'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { valueText, type WireRow } from '../../../src/serve/http/endpoint.ts'
import type { Market } from '../../../src/book/market/market.ts'
import { writeCsv } from '../../../src/share/release/csv.ts'
import { writeParquet } from '../../../src/share/release/parquet.ts'
import { releaseTables, type Table } from '../../../src/share/release/tables.ts'
import { writeWorkbook } from '../../../src/share/release/workbook.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { apiOf } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { wrongBankRepaired } from '../../support/corrected-books.ts'
import { correctedSampleEntries, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { querySql } from './duckdb.ts'

/** A book with every kind of value: long decimals, ranges, an offer that goes and returns, texts that files must escape. */
function strangeBook(): Market {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha', {
    name: '=Alpha, "Rates" & <Sons>_x0041_',
    insurance: { status: 'insured_up_to', amount: '0.5' as Decimal, currency: 'KES' },
  })
  book.publish('2026-01-02T00:00:00.123Z', 'alpha', [
    'general 12 maturity 1.123456789012345 123456789012345.12',
    'women 12-24 monthly 9.50',
    'senior_citizen 6 maturity 7',
  ])
  book.publish('2026-01-03T00:00:00Z', 'alpha', [
    'general 12 maturity 2.1234567 123456789012345.12',
    'women 12-24 monthly 9.5',
  ])
  book.publish('2026-01-04T00:00:00Z', 'alpha', [
    'general 12 maturity 2.4 100000',
    'senior_citizen 6 maturity 7',
  ])
  return book.market()
}

const markets: readonly (readonly [string, Market])[] = [
  ['the samples of Sri Lanka, corrected', marketOf(correctedSampleEntries())],
  ['the samples of India', marketOf(sampleEntries('india'))],
  ['a retraction', wrongBankRepaired().market()],
  ['strange values', strangeBook()],
]

function tableOf(market: Market, name: string): Table {
  const found = releaseTables(market).find((one) => one.name === name)
  assert.ok(found !== undefined)
  return found
}

/** The rows that the API has for a table, all pages. */
async function apiRows(market: Market, target: string): Promise<readonly WireRow[]> {
  const api = apiOf(market)
  const rows: WireRow[] = []
  for (;;) {
    const page = await api.rows(`${target}&limit=1000&offset=${rows.length}`)
    rows.push(...(page as readonly WireRow[]))
    if (page.length < 1000) return rows
  }
}

/** A row as texts that DuckDB prints too: decimals without zeros at the end, objects as JSON. */
function plainRow({ columns }: Table, row: WireRow): readonly (string | null)[] {
  return columns.map(({ name, kind }) => {
    const value = row[name] ?? null
    if (value === null) return null
    const text = valueText(value)
    if (kind === 'decimal') return shortest(text)
    return kind === 'instant' ? new Date(text).toISOString() : text
  })
}

const shortest = (text: string): string => text.replace(/\.?0+$/, '')

/** The rows of a Parquet file, as DuckDB reads it. */
async function parquetRows(table: Table, path: string): Promise<readonly (string | null)[][]> {
  const columns = table.columns.map(({ name, kind }) =>
    kind === 'instant'
      ? `strftime("${name}" at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ')`
      : `cast("${name}" as varchar)`,
  )
  const rows = await querySql(`select ${columns.join(', ')} from '${path}'`)
  return rows.map((row) =>
    (row as readonly (string | null)[]).map((text, index) =>
      text !== null && table.columns[index]?.kind === 'decimal' ? shortest(text) : text,
    ),
  )
}

for (const [what, market] of markets) {
  test(`an independent reader finds the rows of the API in Parquet: ${what}`, async (t) => {
    const folder = temporaryDirectory(t)
    const isInBook = ({ id }: WireRow): boolean =>
      market.institutions.get(id as string)?.institution.insurance !== undefined
    const lists = { offers: '/rates/current', institutions: '/institutions' }
    for (const [name, path] of Object.entries(lists)) {
      const table = tableOf(market, name)
      const file = join(folder, `${name}.parquet`)
      writeParquet(file, table)
      const rows = (await apiOf(market).rows(`${path}?details=true`)) as readonly WireRow[]
      assert.deepEqual(
        Object.keys(rows[0] ?? {}),
        table.columns.map(({ name }) => name),
      )
      assert.deepEqual(
        await parquetRows(table, file),
        rows.map((row) => plainRow(table, isInBook(row) ? row : { ...row, insurance: null })),
      )
    }
    const table = tableOf(market, 'changes')
    const file = join(folder, 'changes.parquet')
    writeParquet(file, table)
    const found = await parquetRows(table, file)
    assert.deepEqual(
      found,
      Array.from(table.rows(), (row) => plainRow(table, row)),
    )
    const direction = table.columns.findIndex(({ name }) => name === 'direction')
    const moves = found.filter((row) => ['up', 'down'].includes(row[direction] ?? ''))
    const expected = (await apiRows(market, '/rates/changes?details=true')).map((row) =>
      plainRow(table, row),
    )
    assert.deepEqual(new Set(moves.map(String)), new Set(expected.map(String)))
    assert.equal(moves.length, expected.length)
  })
}

test('the changes are every step of every series, oldest first', () => {
  const fields = ['changed_at', 'product_variant', 'direction', 'prev_rate_pa', 'new_rate_pa']
  const lines = Array.from(tableOf(strangeBook(), 'changes').rows(), (row) =>
    fields.map((name) => valueText(row[name])).join(' '),
  )
  assert.deepEqual(lines, [
    '2026-01-02T00:00:00.123Z general initial 1.123456789012345 1.123456789012345',
    '2026-01-02T00:00:00.123Z senior_citizen initial 7.000 7.000',
    '2026-01-02T00:00:00.123Z women initial 9.500 9.500',
    '2026-01-03T00:00:00Z general up 1.123456789012345 2.1234567',
    '2026-01-03T00:00:00Z senior_citizen withdrawn 7.000 null',
    '2026-01-04T00:00:00Z general up 2.1234567 2.400',
    '2026-01-04T00:00:00Z senior_citizen flat 7.000 7.000',
    '2026-01-04T00:00:00Z women withdrawn 9.500 null',
  ])
})

test('decimals have 18 digits in Parquet, and 30 where a value needs them', async (t) => {
  const file = join(temporaryDirectory(t), 'changes.parquet')
  const typesOf = async (market: Market) => {
    writeParquet(file, tableOf(market, 'changes'))
    const rows = await querySql(
      `describe select new_rate_pa, min_deposit, tenure_months, changed_at, printed_date from '${file}'`,
    )
    return rows.map(([, type]) => type)
  }
  const [usual, widest] = ['DECIMAL(18,6)', 'DECIMAL(30,15)']
  const others = ['TIMESTAMP WITH TIME ZONE', 'DATE']
  assert.deepEqual(await typesOf(marketOf(sampleEntries())), [usual, usual, usual, ...others])
  assert.deepEqual(await typesOf(strangeBook()), [widest, widest, usual, ...others])
})

test('CSV has the bytes of the API', async (t) => {
  const file = join(temporaryDirectory(t), 'offers.csv')
  const market = strangeBook()
  writeCsv(file, tableOf(market, 'offers'))
  assert.equal(
    readFileSync(file, 'utf8'),
    await apiOf(market).text('/rates/current.csv?details=true'),
  )
})

test('cells of a workbook are right, and rows beyond the end of a sheet go to the next', (t) => {
  const file = join(temporaryDirectory(t), 'changes.xlsx')
  const table = tableOf(strangeBook(), 'changes')
  const rows = [...table.rows()]
  writeWorkbook(file, table, 3)
  const { SheetNames, Sheets } = readWorkbook(readFileSync(file))
  assert.deepEqual(
    SheetNames,
    Array.from({ length: Math.ceil(rows.length / 2) }, (_, index) =>
      index === 0 ? 'changes' : `changes ${index + 1}`,
    ),
  )
  const read = SheetNames.flatMap((name) =>
    utils.sheet_to_json<Record<string, string>>(Sheets[name] ?? {}, { raw: false }),
  )
  const shown = rows.map((row) =>
    Object.fromEntries(
      table.columns.flatMap(({ name, kind }) => {
        const value = row[name] ?? null
        if (value === null) return []
        const text = valueText(value)
        return [[name, kind === 'instant' ? text.slice(0, 19).replace('T', ' ') : text]]
      }),
    ),
  )
  assert.deepEqual(read, shown)
  const first = SheetNames[0] ?? ''
  const cellOf = (name: string): CellObject | undefined =>
    Sheets[first]?.[
      utils.encode_cell({ r: 1, c: table.columns.findIndex((one) => one.name === name) })
    ] as CellObject | undefined
  assert.equal(cellOf('new_rate_pa')?.t, 's', 'Excel would round 16 digits')
  assert.equal(cellOf('tenure_months')?.t, 'n')
  assert.equal(cellOf('institution_name')?.t, 's', 'a text that looks like a formula is none')
})
