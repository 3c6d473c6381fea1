import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { defaultSettings } from '../../../src/domain/book-settings.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { writeCsv } from '../../../src/share/release/csv.ts'
import { writeParquet } from '../../../src/share/release/parquet.ts'
import { insuranceTable, releaseTables } from '../../../src/share/release/tables.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { run } from '../../support/cli.ts'
import { makeSampleBook, sharedBook } from '../../support/sample-book.ts'
import { marketOf, sampleEntries } from '../../support/sample-market.ts'
import { querySql } from './duckdb.ts'

const guide = readFileSync(new URL('../../../docs/data.md', import.meta.url), 'utf8')
const tables = releaseTables(marketOf(sampleEntries()))
const book = sharedBook(makeSampleBook)

/** The queries of a section of the guide. */
function queriesOf(section: string): readonly string[] {
  const [, sql = ''] =
    new RegExp(`\n## ${section}\n[^]*?\`\`\`sql\n([^]*?)\`\`\``).exec(guide) ?? []
  return sql.split(';').filter((query) => query.trim() !== '')
}

test('docs/data.md: DuckDB answers each query of the guide', async (t) => {
  const folder = temporaryDirectory(t)
  for (const table of tables) writeParquet(join(folder, `${table.name}.parquet`), table)
  const nbfi = { status: 'insured_up_to', amount: '1100000' as Decimal, currency: 'LKR' } as const
  const insurance = insuranceTable({ ...defaultSettings, insurance: { nbfi } })
  writeCsv(join(folder, 'insurance.csv'), insurance)
  const queries = queriesOf('DuckDB').map((sql) => sql.replaceAll("'release/", `'${folder}/`))
  const answers = await Promise.all(queries.map(querySql))
  assert.deepEqual(
    answers.map((rows) => rows[0]),
    [
      ['Abans Finance PLC', '14.000000'],
      ['2019-01-01 00:00:00', 'down', '1', -0.5],
      ['Abans Finance PLC', 'insured_up_to', '1100000.00'],
    ],
  )
})

test('docs/data.md: SQLite answers each query of the guide', async (t) => {
  const folder = join(temporaryDirectory(t), 'release')
  const { code, stderr } = await run(['release', folder, '--database', book()])
  assert.equal(code, 0, stderr)
  const released = new DatabaseSync(join(folder, 'book.sqlite'), { readOnly: true })
  t.after(() => released.close())
  assert.deepEqual(
    queriesOf('SQLite').map((sql) => Object.values(released.prepare(sql).get() ?? {})),
    [
      ['Abans Finance PLC', 14],
      ['2019-01', 'down', 1],
    ],
  )
})

test('docs/data.md: the table of columns is right', () => {
  const described = [
    ...guide.matchAll(/^\| (`.+?) \| (text|decimal|day|instant|flag) \|/gm),
  ].flatMap(([, names = '', kind = '']) =>
    Array.from(names.matchAll(/`(\w+)`/g), ([, name = '']) => `${name} ${kind}`),
  )
  const columns = tables.flatMap((table) =>
    table.columns.map(({ name, kind }) => `${name} ${kind}`),
  )
  assert.deepEqual(new Set(described), new Set(columns))
})
