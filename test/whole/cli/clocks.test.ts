import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { after, dayLength, instantText } from '../../../src/domain/instant.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { digestOf, run, testNow } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import {
  institutionOf,
  makeSmallBook,
  sheetOf,
  withReason,
  writeHere,
} from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)
const minute = 60_000

/** Appends a check so many milliseconds after `testNow`, and returns its instant as text. */
async function addLater(book: string, milliseconds: number): Promise<string> {
  const at = after(testNow, milliseconds)
  const store = await openSqliteStore(book, { mode: 'write' })
  await store.append(async () => [{ kind: 'rates-checked', institutionId: 'alpha-bank', at }])
  await store.close()
  return instantText(at)
}

/** The commands that append, and their files. */
function appendCommands(cwd: string): readonly (readonly string[])[] {
  const sheets = ['2', '3'].map((day) =>
    writeHere(cwd, `${day}.json`, sheetOf({ scraped_at: `2026-06-0${day}T00:00:00Z` })),
  )
  return [
    ['publish', ...withReason, ...sheets],
    ['register', writeHere(cwd, 'more.json', [institutionOf('gamma-bank')])],
    ['check', 'beta-finance'],
    ['verify', 'beta-finance'],
  ]
}

test('a clock up to 24 h behind the book: the last instant is used, with one warning on standard error', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const last = await addLater(book, 30 * minute)
  for (const args of appendCommands(cwd)) {
    const { code, stdout, stderr } = await run(args, { cwd })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /(published|entered|checked|verified) at position/)
    assert.match(
      stderr,
      /^This machine's clock says \S+Z, 30 minutes before the book's last entry; the instant of that entry, \S+Z, is used instead\.\n$/,
    )
    assert.ok(stderr.includes(last))
  }
  const store = await openSqliteStore(book, { mode: 'read' })
  const { position, at } = await store.head()
  await store.close()
  assert.deepEqual([position, instantText(at)], [9, last])
  const before = digestOf(book)
  const dry = await run(
    [
      'publish',
      ...withReason,
      '--dry-run',
      writeHere(cwd, '4.json', sheetOf({ scraped_at: '2026-06-04T00:00:00Z' })),
    ],
    { cwd },
  )
  assert.match(dry.stdout, /would be published/)
  assert.match(dry.stderr, /^This machine's clock says [^\n]*is used instead\.\n$/)
  assert.equal(digestOf(book), before)
})

test('an entry after this machine’s clock is audited and copied, with a warning', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const last = await addLater(book, 30 * minute)
  const warning = new RegExp(
    `^The last entry of the book, position 4, is at ${last.replaceAll('.', '\\.')}, 30 minutes after this machine's clock: this clock is slow, or that of the machine that appended the entry was fast\\.\n$`,
  )
  const audited = await run(['audit'], { cwd })
  assert.deepEqual([audited.code, audited.stdout], [0, '4 entries, no difference\n'])
  assert.match(audited.stderr, warning)
  const copied = await run(['copy', '--from', 'ratebook.db', '--to', 'copy.db'], { cwd })
  assert.deepEqual(
    [copied.code, copied.stdout.match(/entries, no difference$/gm)?.length],
    [0, 2],
    copied.stderr,
  )
  assert.match(copied.stderr, warning)
})

test('a clock further behind is refused, and the sentence names --at-last-instant', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const last = await addLater(book, 3 * dayLength)
  const before = digestOf(book)
  const commands = appendCommands(cwd)
  for (const args of commands) {
    const { code, stdout, stderr } = await run(args, { cwd })
    assert.equal(code, 65, stderr)
    assert.doesNotMatch(stdout, /at position/)
    assert.match(
      stderr,
      /3 days before the book's last entry, at \S+Z: .*--at-last-instant\. \[clock-behind\]\n/,
    )
  }
  assert.equal(digestOf(book), before)
  for (const args of commands) {
    const { code, stdout, stderr } = await run([...args, '--at-last-instant'], { cwd })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /at position/)
    assert.match(
      stderr,
      new RegExp(`^[^\\n]*${last.replaceAll('.', '\\.')}, is used instead\\.\\n$`),
    )
  }
})

test('an instant long after the last entry needs --clock-is-right', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  // The last entry of a second book.
  const long = after(testNow, -200 * dayLength)
  const old = writeHere(cwd, 'old.json', [institutionOf('alpha-bank')])
  const others = ['--database', `${cwd}/old.db`]
  const made = await run(['register', old, '--at', instantText(long), ...others], { cwd })
  assert.equal(made.code, 0, made.stderr)
  const sheet = writeHere(cwd, 'sheet.json', sheetOf({ scraped_at: instantText(long) }))
  for (const args of [
    ['check', 'alpha-bank'],
    ['verify', 'alpha-bank'],
    ['publish', ...withReason, sheet],
    ['register', writeHere(cwd, 'more.json', [institutionOf('gamma-bank')])],
  ]) {
    const now = instantText(after(testNow, -minute))
    const before = digestOf(`${cwd}/old.db`)
    for (const at of [[], ['--at', now]]) {
      const refused = await run([...args, ...at, ...others], { cwd })
      assert.equal(refused.code, 65, refused.stdout)
      assert.match(
        refused.stderr,
        /(clock says|--at is) \S+Z, (199|200) days after the book's last entry, at \S+Z: .*--clock-is-right\. \[clock-ahead\]\n$/,
      )
    }
    assert.equal(digestOf(`${cwd}/old.db`), before)
    const copy = copyOf(t, `${cwd}/old.db`)
    const allowed = await run([...args, '--clock-is-right', '--database', copy], { cwd })
    assert.deepEqual([allowed.code, allowed.stderr], [0, ''])
  }
})

test('publish --at-scraped enters a sheet years after the last entry', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const file = writeHere(cwd, 'some.json', [institutionOf('alpha-bank')])
  const old = ['--database', `${cwd}/old.db`]
  await run(['register', file, '--at', '2016-09-05T00:00:00Z', ...old], { cwd })
  const sheet = writeHere(cwd, 'sheet.json', sheetOf())
  const { code, stderr } = await run(['publish', ...withReason, '--at-scraped', sheet, ...old], {
    cwd,
  })
  assert.deepEqual([code, stderr], [0, ''])
})

test('--at-last-instant with --at or --at-scraped is a usage error', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  for (const args of [
    ['publish', ...withReason, 'x.json', '--at-scraped'],
    ['check', 'alpha-bank', '--at', '2026-06-04T00:00:00Z'],
  ]) {
    const { code, stderr } = await run([...args, '--at-last-instant'], { cwd })
    assert.equal(code, 64)
    assert.match(stderr, /'--at-last-instant' cannot be used with option '--at/)
  }
})
