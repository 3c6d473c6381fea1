import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { verifierKeyOf } from '../../../src/domain/checkpoint.ts'
import { valueText } from '../../../src/serve/http/endpoint.ts'
import { makePartialFolder } from '../../../src/share/release/partial-folder.ts'
import { releaseTables } from '../../../src/share/release/tables.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { run, runAlone } from '../../support/cli.ts'
import { appendTo } from '../../support/held-sheets.ts'
import { dropDatabase, newDatabase, testServer } from '../../support/postgres/database.ts'
import { makeSampleBook, sharedBook } from '../../support/sample-book.ts'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { testKey, testSigner } from '../../support/test-signer.ts'
import { sha256Of } from './sha256-of.ts'

const book = sharedBook(makeSampleBook)
const release = (folder: string) => run(['release', folder, '--database', book()])

/** Every file of a folder, as the digest of its bytes. */
function digestsOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, sha256Of(join(folder, name))]))
}

test('a release has all files, and the same bytes at another time and place', async (t) => {
  const folder = temporaryDirectory(t)
  const [one, other] = [join(folder, 'one'), join(folder, 'deep', 'other')]
  const { code, stdout, stderr } = await release(one)
  assert.equal(code, 0, stderr)
  assert.equal(stdout, `${one}: the book up to position 79\n`)
  assert.deepEqual(
    Object.keys(digestsOf(one)),
    [
      'SHA256SUMS',
      'book.sqlite',
      ...['changes', 'institutions', 'offers'].flatMap((name) =>
        ['csv', 'parquet', 'xlsx'].map((format) => `${name}.${format}`),
      ),
      'index.html',
      'insurance.csv',
    ].toSorted(),
  )
  const elsewhere = { env: { TZ: 'Pacific/Kiritimati' }, shell: 'umask 077; exec "$0" "$@"' }
  await runAlone(['release', other, '--database', book()], elsewhere)
  for (const name of [...readdirSync(other), '.'])
    assert.equal(statSync(join(other, name)).mode & 0o044, 0o044, `everybody may read ${name}`)
  assert.deepEqual(digestsOf(other), digestsOf(one))
  // The versions in the header of the book: 1 is rollback mode, which needs no file next to it; 2 would be WAL mode.
  assert.deepEqual([...readFileSync(join(one, 'book.sqlite')).subarray(18, 20)], [1, 1])
  const { SHA256SUMS: _, ...others } = digestsOf(one)
  assert.equal(
    readFileSync(join(one, 'SHA256SUMS'), 'utf8'),
    Object.entries(others)
      .map(([name, digest]) => `${digest}  ${name}\n`)
      .join(''),
  )
})

test('the book of a release has the rows of the tables', async (t) => {
  const folder = join(temporaryDirectory(t), 'release')
  assert.equal((await release(folder)).code, 0)
  const released = new DatabaseSync(join(folder, 'book.sqlite'), { readOnly: true })
  t.after(() => released.close())
  const tables = releaseTables(marketOf(sampleEntries()))
  for (const [index, name] of ['offer', 'change', 'institution'].entries()) {
    const { columns = [], rows } = tables[index] ?? {}
    const expected = Array.from(rows?.() ?? [], (row) =>
      columns.map(({ name: column, kind }) => {
        const value = row[column] ?? null
        if (value === null) return null
        return kind === 'flag' ? Number(value) : valueText(value)
      }),
    )
    assert.ok(expected.length > 0)
    const statement = released.prepare(`SELECT * FROM ${name}`)
    assert.deepEqual(
      statement.columns().map((column) => column.name),
      columns.map((column) => column.name),
    )
    assert.deepEqual(statement.all().map(Object.values), expected)
  }
})

test('only the page and the insurance of types have what settings say', async (t) => {
  const folder = temporaryDirectory(t)
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  await release(one)
  const config = fileURLToPath(new URL('../../../samples/india/ratebook.yaml', import.meta.url))
  const { code, stderr } = await run(['release', other, '--database', book(), '--config', config])
  assert.equal(code, 0, stderr)
  const digests = digestsOf(other)
  const different = Object.entries(digestsOf(one)).filter(
    ([name, digest]) => digests[name] !== digest,
  )
  assert.deepEqual(
    different.map(([name]) => name),
    ['SHA256SUMS', 'index.html', 'insurance.csv'],
  )
  assert.equal(
    readFileSync(join(other, 'insurance.csv'), 'utf8'),
    `type,insurance\r
bank,"{""status"":""insured_up_to"",""amount"":""500000.00"",""currency"":""INR"",""scheme"":""Deposit Insurance and Credit Guarantee Corporation (DICGC)"",""address"":""https://www.dicgc.org.in"",""since"":""2020-02-04""}"\r
nbfi,"{""status"":""not_insured"",""amount"":null,""currency"":null,""scheme"":null,""address"":null,""since"":null}"\r
`,
  )
})

test('a book in PostgreSQL and the book of a release give the same release', async (t) => {
  const folder = temporaryDirectory(t)
  const held = join(folder, 'held.db')
  copyFileSync(book(), held)
  const reviewer = { id: 'ann', name: 'a planted secret' }
  await appendTo(held, {
    kind: 'reviewer-registered',
    at: at('2026-07-20T00:00:00Z'),
    institutionId: '',
    reviewer,
  })
  const server = await testServer()
  const url = await newDatabase(server)
  t.after(() => dropDatabase(server, url))
  const one = join(folder, 'one')
  const books = [held, url, join(one, 'book.sqlite')]
  assert.equal((await run(['copy', '--from', held, '--to', url])).code, 0)
  for (const [index, database] of books.entries()) {
    const path = index === 0 ? one : join(folder, `${index}`)
    const { code, stderr } = await run(['release', path, '--database', database])
    assert.equal(code, 0, stderr)
    assert.deepEqual(digestsOf(path), digestsOf(one))
  }
  for (const name of readdirSync(one))
    assert.ok(!readFileSync(join(one, name)).includes('a planted secret'), name)
  const audit = await run(['audit', '--database', join(one, 'book.sqlite')])
  assert.equal(audit.code, 0, audit.stderr)
})

test('a release has the signed checkpoint of its book, and its book keeps it', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'release')
  const key = join(folder, 'signing.key')
  writeFileSync(key, testKey.export({ format: 'pem', type: 'pkcs8' }))
  const signing = ['--signing-key', key, '--origin', testSigner.name]
  await run(['release', path, '--database', book(), ...signing])
  const checkpoint = join(path, 'checkpoint.txt')
  const text = readFileSync(checkpoint, 'utf8')
  assert.match(text, /^rates\.example\n79\n/)
  const verified = ['--checkpoint', checkpoint, '--checkpoint-key', verifierKeyOf(testSigner)]
  const audit = await run(['audit', '--database', join(path, 'book.sqlite'), ...verified])
  assert.equal(audit.code, 0, audit.stderr)
  const other = join(folder, 'other')
  await run(['release', other, '--database', join(path, 'book.sqlite')])
  assert.equal(readFileSync(join(other, 'checkpoint.txt'), 'utf8'), text)
})

test('an earlier release is replaced, and any other folder is refused', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'release')
  mkdirSync(path)
  assert.equal((await release(path)).code, 0)
  const before = digestsOf(path)
  writeFileSync(join(path, 'offers.csv'), 'altered')
  assert.equal((await release(path)).code, 0)
  assert.deepEqual(digestsOf(path), before)
  writeFileSync(join(path, 'mine.txt'), 'mine')
  const { code, stderr } = await release(path)
  assert.equal(code, 64)
  assert.equal(
    stderr,
    `${path} exists and is not a release; name a folder that does not exist, or an earlier release to replace it.\n`,
  )
  assert.deepEqual(readdirSync(folder), ['release'])
})

test('a release touches no other folder beside it, and two at once both succeed', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'release')
  const others = ['.release.former', '.release.partial', '.release.partial-mine']
  for (const name of others) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'mine.txt'), 'mine')
  }
  const both = await Promise.all(
    [path, path].map((one) => runAlone(['release', one, '--database', book()])),
  )
  assert.deepEqual(
    both.map(({ code, stderr }) => [code, stderr]),
    [
      [0, ''],
      [0, ''],
    ],
  )
  assert.deepEqual(readdirSync(folder), [...others, 'release'])
  for (const name of others) assert.deepEqual(readdirSync(join(folder, name)), ['mine.txt'])
})

test('runs that replace one folder at once all succeed', async (t) => {
  const folder = temporaryDirectory(t)
  const module = new URL('../../../src/share/release/partial-folder.ts', import.meta.url).href
  const script = `
    const { writeReplacing } = await import(${JSON.stringify(module)})
    const { writeFile } = await import('node:fs/promises')
    const replaceable = { kind: 'test', hasOnly: (names) => names.every((name) => name === 'a') }
    for (let round = 0; round < 60; round++)
      await writeReplacing(${JSON.stringify(join(folder, 'release'))}, replaceable, (path) => writeFile(path + '/a', ''))`
  const runs = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]),
  )
  await Promise.all(runs)
  assert.deepEqual(readdirSync(folder), ['release'])
})

test('a release removes what killed runs have left, and nothing of a running one', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'release')
  const running = makePartialFolder(join(folder, 'day.1'))
  mkdirSync(running.complete)
  writeFileSync(join(running.complete, 'new.txt'), 'new')
  // The system takes back the locks of a process that ends, and leaves its files.
  for (const name of ['.day.2.partial-a1B2c3', '.day.3.partial-a1B2c3']) {
    mkdirSync(join(folder, name, 'complete'), { recursive: true })
    writeFileSync(join(folder, name, 'complete', 'new.txt'), 'new')
    writeFileSync(join(folder, name, 'lock'), '')
  }
  mkdirSync(join(folder, '.day.3.partial-a1B2c3', 'former'))
  mkdirSync(join(folder, '.early.partial-a1B2c3'))
  // Folders without a lock, or with anything else, are not those of a run.
  for (const name of ['.old.partial-a1B2c3', '.my.partial-a1B2c3']) {
    mkdirSync(join(folder, name, 'complete'), { recursive: true })
    if (name.startsWith('.my')) writeFileSync(join(folder, name, 'lock'), 'mine')
  }
  writeFileSync(join(folder, '.my.partial-a1B2c3', 'mine.txt'), 'mine')
  assert.equal((await release(path)).code, 0)
  const mine = ['.my.partial-a1B2c3', '.old.partial-a1B2c3']
  const own = basename(dirname(running.complete))
  // A run was killed after it had moved the former release away.
  assert.deepEqual(readdirSync(folder), [own, ...mine, 'day.3', 'release'].toSorted())
  assert.deepEqual(readdirSync(join(folder, 'day.3')), ['new.txt'])
  assert.deepEqual(readdirSync(running.complete), ['new.txt'])
  running.remove()
  assert.deepEqual(readdirSync(folder), [...mine, 'day.3', 'release'])
})

test('a symbolic link to nothing is refused, and so is a place that has no folders', async (t) => {
  const link = join(temporaryDirectory(t), 'link')
  symlinkSync('nowhere', link)
  const refused = await release(link)
  assert.equal(refused.code, 64)
  assert.match(refused.stderr, /^\S+ exists and is not a release; /)
  const failed = await release('/proc/x')
  assert.equal(failed.code, 78)
  assert.match(failed.stderr, /^The release \/proc\/x cannot be written: /)
})

test('an empty book and wrong arguments are refused', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'release')
  const empty = join(folder, 'empty.db')
  await (await openSqliteStore(empty, { mode: 'create' })).close()
  const refused: readonly (readonly [readonly string[], number, string])[] = [
    [[path, '--database', empty], 65, 'The book is empty, so there is nothing to release.'],
    [[], 64, 'Give the folder of one release, or --daily.'],
    [
      [join(empty, 'in'), '--database', book()],
      78,
      `The release ${join(empty, 'in')} cannot be written: ENOTDIR: not a directory, lstat '${join(empty, 'in')}'.`,
    ],
    [[path, '--daily'], 64, 'Give the folder of one release, or --daily.'],
    [
      [path, '--hour', '24'],
      78,
      '--hour 24 is not a valid hour: give a whole number from 0 to 23.',
    ],
  ]
  for (const [args, code, sentence] of refused) {
    const result = await run(['release', ...args])
    assert.deepEqual([result.code, result.stderr], [code, `${sentence}\n`])
  }
  assert.ok(!existsSync(path))
})

test('a full disk ends with 74, and leaves the earlier release as it is', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'release')
  await release(path)
  const before = digestsOf(path)
  const limited = { shell: 'trap "" XFSZ; ulimit -f 40; exec "$0" "$@"' }
  const { code, stderr } = await runAlone(['release', path, '--database', book()], limited)
  assert.equal(code, 74, stderr)
  assert.deepEqual([readdirSync(folder), digestsOf(path)], [['release'], before])
})
