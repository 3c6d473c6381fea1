import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { publish } from '../../../src/book/publish/publish.ts'
import { problemCodes, problemLine } from '../../../src/book/publish/input/problem.ts'
import { readSheets, type ParsedSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { digestOf, run } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { instantAt } from '../../support/instant-source.ts'
import { bytesOf, makeSmallBook, offerOf, sheetOf, byDefault } from '../../support/small-book.ts'
import { badCsv } from './bad-csv.ts'
import { badOffers } from './bad-offers.ts'
import { badSheets } from './bad-sheets.ts'

const small = sharedBook(makeSmallBook)
const rows = [...badSheets, ...badOffers, ...badCsv]
const published = '2026-06-10T00:00:00Z'

function onlySheet(bytes: Uint8Array): ParsedSheet {
  const [sheet, ...others] = readSheets(bytes)
  assert.ok(sheet)
  assert.deepEqual(others, [])
  return sheet
}

suite('bad input to publish: every problem has its location, and the book does not change', () => {
  for (const { what, bytes, problems } of rows) {
    test(what, async () => {
      const before = digestOf(small())
      const store = await openSqliteStore(small(), { mode: 'write' })
      const verdict = await publish(store, onlySheet(bytes()), instantAt(published), byDefault)
      await store.close()
      assert.equal(verdict.kind, 'refused')
      if (verdict.kind !== 'refused') return
      const locations = verdict.problems.map(({ code, location }) => `${location} ${code}`)
      assert.deepEqual(
        locations,
        problems.map(([code, location]) => `${location} ${code}`),
      )
      for (const [index, problem] of verdict.problems.entries()) {
        assert.match(problem.message, problems[index]?.[2] ?? /$./)
        assert.match(problem.message, /^[^\n]{1,250}\.$/, 'one sentence')
        assert.match(problemLine(problem), / \[[a-z0-9-]+\]$/)
      }
      assert.equal(digestOf(small()), before)
    })
  }
})

/** Rows that are also tested with the command. */
const throughCommand = [
  'not JSON',
  'a duplicate key, escaped',
  '__proto__ as a key',
  'a rate as a JSON number',
  'a rate 3530',
  'a date in the future',
  'an unregistered institution',
  '100,000 offers',
  'a 50 MB file',
  'a hundred thousand lists in one another',
  'bytes that are not UTF-8',
  'UTF-16',
  'CSV: a formula',
  'CSV: a decimal comma',
]

suite(
  'bad input to the command: exit 65, one line for each problem, and the book does not change',
  () => {
    for (const what of throughCommand) {
      test(what, async (t) => {
        const row = rows.find((one) => one.what === what)
        assert.ok(row)
        const book = copyOf(t, small())
        const before = digestOf(book)
        writeFileSync(join(dirname(book), 'sheet'), row.bytes())
        const { code, stdout, stderr } = await run(['publish', 'sheet', '--at', published], {
          cwd: dirname(book),
        })
        assert.deepEqual([code, stdout], [65, ''])
        const [title, ...lines] = stderr.trimEnd().split('\n')
        assert.equal(title, 'sheet: refused')
        assert.equal(lines.length, row.problems.length)
        for (const [index, [problem, location, says]] of row.problems.entries()) {
          const line = lines[index] ?? ''
          assert.ok(line.startsWith(`  ${location}${location === '' ? '' : ': '}`), line)
          assert.ok(line.endsWith(` [${problem}]`), line)
          assert.match(line, says)
        }
        assert.equal(digestOf(book), before)
      })
    }

    test('a directory, a file that is not there, and an endless standard input', async (t) => {
      const book = copyOf(t, small())
      const cwd = dirname(book)
      const before = digestOf(book)
      const folder = await run(['publish', '--at-scraped', '.'], { cwd })
      assert.equal(folder.code, 65)
      assert.match(
        folder.stderr,
        /^\.: refused\n {2}It is a directory; name its files.*\[not-a-file\]\n$/,
      )
      const absent = await run(['publish', '--at-scraped', 'absent.json'], { cwd })
      assert.equal(absent.code, 65)
      assert.match(
        absent.stderr,
        /^absent\.json: refused\n {2}It cannot be read: .*\[not-a-file\]\n$/,
      )
      const endless = await run(['publish', '--at-scraped', '-'], { cwd, shell: 'yes | "$0" "$@"' })
      assert.equal(endless.code, 65)
      assert.match(
        endless.stderr,
        /^standard input: refused\n {2}The file is larger.*\[too-large\]\n$/,
      )
      assert.equal(digestOf(book), before)
    })
  },
)

test('a sheet with an empty list of terms to leave alone is one without the list', () => {
  const read = (leaves: { leaves?: [] }) => onlySheet(bytesOf(sheetOf(leaves)))
  assert.deepEqual(read({ leaves: [] }), read({}))
})

test('all problems of a sheet are reported at once, including conflicts with the book', async () => {
  const bytes = bytesOf(
    sheetOf({
      source_url: 'ftp://alpha-bank.example/',
      scraped_at: '2026-05-01T00:00:00Z',
      currency: 'USD',
      colour: 'red',
      offers: [
        offerOf({ rate_pa: '3530' }),
        offerOf({ product_variant: 'kids' }),
        offerOf(),
        offerOf(),
      ],
    }),
  )
  const doubled = Buffer.from(bytes.toString().replace('"rate_pa"', '"rate_pa":"1","rate_pa"'))
  const store = await openSqliteStore(small(), { mode: 'write' })
  const verdict = await publish(
    store,
    onlySheet(doubled),
    instantAt('2026-05-15T00:00:00Z'),
    byDefault,
  )
  await store.close()
  assert.equal(verdict.kind, 'refused')
  const found = verdict.kind === 'refused' ? verdict.problems : []
  assert.deepEqual(
    found.map(({ code, location }) => `${location} ${code}`),
    [
      `line 1, column ${doubled.indexOf('"1","rate_pa"') + '"1",'.length + 1} duplicate-key`,
      '"colour" unknown-key',
      'source_url bad-url',
      'offers[0].rate_pa out-of-range',
      'offers[1].product_variant unknown-value',
      'offers[3] duplicate-offer',
      'currency other-currency',
      'scraped_at older-than-last',
      ' before-last-entry',
    ],
  )
})

test('these tables have every code of a refused sheet', () => {
  const elsewhere = [
    'not-a-file',
    'several-sheets',
    'bad-day',
    'no-upper-bounds',
    'duplicate-institution',
    'confusable-name',
    'before-last-entry',
    'not-correctable',
    'clock-behind',
    'clock-ahead',
  ]
  const here = new Set(rows.flatMap(({ problems }) => problems.map(([code]) => code)))
  assert.deepEqual(
    problemCodes.filter((code) => !here.has(code)),
    elsewhere,
  )
})
