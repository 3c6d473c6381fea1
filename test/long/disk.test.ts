import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { exchange } from '../support/exchange.ts'
import { digestOf, run, startServer, until, type CommandResult } from '../support/cli.ts'
import { makePipe } from '../support/pipe.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { makeSmallBook, offerOf, sheetOf, withReason, writeJson } from '../support/small-book.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { auditedEntries } from './audited.ts'

const small = sharedBook(makeSmallBook)
const isRoot = process.getuid?.() === 0

/** A sheet whose entry does not fit on the disks of these tests. */
function bigSheet(folder: string): string {
  const offers = Array.from({ length: 1000 }, (_, index) =>
    offerOf({
      tenure_months: `${index + 1}`,
      min_deposit: `${index}`,
      product: 'A long name '.repeat(16),
    }),
  )
  return writeJson(folder, 'big.json', sheetOf({ offers }))
}

function assertOnDisk({ code, stdout, stderr }: CommandResult, sentence: RegExp): void {
  assert.deepEqual([code, stdout], [74, ''], stderr)
  assert.match(stderr, sentence)
  assert.match(stderr, /^[^\n]+\.\n$/, 'one line')
  assert.doesNotMatch(stderr, / at .*:\d+:\d+/, 'no stack')
}

test('a file that may not grow (ulimit -f) is exit 74, leaves the book unchanged, and the next command works', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const before = readFileSync(book)
  const sheet = bigSheet(temporaryDirectory(t))
  // The shell counts blocks of 512 bytes or of 1 KiB; the entry is larger than both limits.
  const full = await run(['publish', ...withReason, sheet, '--at-scraped'], {
    cwd,
    shell: 'ulimit -f 250; exec "$0" "$@"',
  })
  assertOnDisk(full, /disk .*(failed|is full)/)
  assert.deepEqual(readFileSync(book), before)
  assert.equal((await auditedEntries(book)).length, 3)
  const again = await run(['publish', ...withReason, sheet, '--at-scraped'], { cwd })
  assert.equal(again.code, 0, again.stderr)
  assert.equal((await auditedEntries(book)).length, 4)
})

/** Probes whether this user may mount a file system that only its own processes see. */
const probe = `unshare -rm sh -c 'mount -t tmpfs none /mnt'`
const mayMount = spawnSync('sh', ['-c', probe]).status === 0
const noMount = mayMount ? false : 'this user may not mount'

test(
  'a full disk (a small tmpfs) is exit 74, and the book is unchanged and readable',
  { skip: noMount },
  async (t) => {
    const folder = temporaryDirectory(t)
    const sheet = bigSheet(temporaryDirectory(t))
    copyFileSync(small(), join(folder, 'before.db'))
    // The book is copied out at the end, because only this process sees the tmpfs.
    const script = `set -e; mkdir disk; mount -t tmpfs -o size=512k none disk; cp before.db disk/ratebook.db; cd disk
    dd if=/dev/zero of=filler bs=1k count=256 2>/dev/null
    set +e; "$0" "$@"; code=$?; "$0" "$1" audit >&3; cp ratebook.db ../after.db; cat ratebook.db-wal > ../after.db-wal 2>/dev/null
    exit $code`
    const shell = `exec unshare -rm sh -c '${script}' "$0" "$@" 3>audited`
    assertOnDisk(
      await run(['publish', ...withReason, sheet, '--at-scraped'], { cwd: folder, shell }),
      /disk is full.*nothing was written.*Free some space/,
    )
    assert.equal(readFileSync(join(folder, 'audited'), 'utf8'), '3 entries, no difference\n')
    assert.deepEqual(readFileSync(join(folder, 'after.db')), readFileSync(small()))
    assert.equal((await auditedEntries(join(folder, 'after.db'))).length, 3)
  },
)

test(
  'on a disk without any room, every command says that it is full, where, and what to do',
  { skip: noMount },
  async (t) => {
    const folder = temporaryDirectory(t)
    const sheet = writeJson(folder, 'sheet.json', sheetOf())
    copyFileSync(small(), join(folder, 'before.db'))
    const script = `set -e; mkdir -p disk; mount -t tmpfs -o size=1m none disk; cp before.db disk/ratebook.db; cd disk
    set +e; dd if=/dev/zero of=filler bs=1k count=2000 2>/dev/null; "$0" "$@"; code=$?
    [ -e key.pem ] && exit 1; exit $code`
    const shell = `exec unshare -rm sh -c '${script}' "$0" "$@"`
    const elsewhere = ['--database', join(folder, 'before.db')]
    const commands = [
      ...writers(sheet),
      ...readers,
      ['alerts'],
      ['release', 'new'],
      ['release', 'new', ...elsewhere],
      ['copy', '--from', join(folder, 'before.db'), '--to', 'new.db'],
      ['setup', '--new-key', 'key.pem', '--origin', 'rates.example'],
      ['desk', '--port', '0', ...elsewhere],
    ]
    for (const args of commands) {
      const result = await run(args, { cwd: folder, shell })
      assertOnDisk(result, /disk is full.*Free some space.*run the same command again/)
    }
  },
)

test(
  'a disk that is mounted read-only is exit 74, and nothing changes',
  { skip: noMount },
  async (t) => {
    const book = copyOf(t, small())
    const cwd = dirname(book)
    const sheet = writeJson(temporaryDirectory(t), 'sheet.json', sheetOf())
    const before = digestOf(book)
    const script = `mount --bind . . && mount -o remount,bind,ro . && cd "$PWD" && exec "$0" "$@"`
    const shell = `exec unshare -rm sh -c '${script}' "$0" "$@"`
    assertOnDisk(
      await run(['publish', ...withReason, sheet, '--at-scraped'], { cwd, shell }),
      /read-only|cannot be opened/,
    )
    assert.equal(digestOf(book), before)
    assert.deepEqual(readdirSync(cwd), ['ratebook.db'])
  },
)

test('standard output on a full disk is exit 74, and the publication stands', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const sheet = writeJson(cwd, 'sheet.json', sheetOf())
  const { code, stderr } = await run(['publish', ...withReason, sheet, '--at-scraped'], {
    cwd,
    shell: 'exec "$0" "$@" >/dev/full',
  })
  assert.equal(code, 74)
  assert.match(
    stderr,
    /^Cannot write to standard output \(ENOSPC\)\. The command itself was completed.*\n$/,
  )
  assert.equal((await auditedEntries(book)).length, 4)
})

test('the server goes on answering with its log on a full disk', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const server = await startServer(t, [], { cwd, shell: 'exec "$0" "$@" 2>/dev/full' })
  assert.equal(
    (await run(['check', 'alpha-bank', '--at', '2026-06-02T00:00:00Z'], { cwd })).code,
    0,
  )
  const shows = async () =>
    (await fetch(`${server.address}/institutions`)).headers.get('ratebook-position') === '4'
  assert.ok(await until(shows, 5_000))
  assert.equal((await server.stop()).code, 0)
})

test('the server goes on answering if the reader of its log stops reading, counts the lost lines, and can be stopped', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const reader = makePipe(join(cwd, 'log'))
  const shell = 'exec "$0" "$@" 2>log'
  const server = await startServer(t, ['--metrics-port', '0'], { cwd, shell })
  const metrics = await metricsAddress(reader)
  const droppedLines = async () =>
    Number(
      /^ratebook_log_lines_dropped_total (\d+)$/m.exec(await (await fetch(metrics)).text())?.[1],
    )
  // Long targets make long lines, so that fewer requests fill the buffer of the log.
  const line = `GET /health?${'x'.repeat(2_000)} HTTP/1.1\r\nHost: a\r\nConnection: `
  const many = `${line}keep-alive\r\n\r\n`.repeat(90) + `${line}close\r\n\r\n`
  let requests = 0
  while ((await droppedLines()) === 0 && requests < 200_000) {
    const answers = Array.from({ length: 20 }, () => exchange(server.port, many))
    for (const answer of await Promise.all(answers))
      assert.equal(answer.match(/\{"status":"ok"\}/g)?.length, 91)
    requests += answers.length * 91
  }
  assert.ok((await droppedLines()) > 0, `no line is dropped after ${requests} requests`)
  const { code, took } = await server.stop()
  assert.equal(code, 0)
  assert.ok(took < 10_000, `it took ${took} ms`)
  closeSync(reader)
})

test('while the book is damaged, /health is 503 and the data endpoints answer', async (t) => {
  const book = copyOf(t, small())
  const server = await startServer(t, [], { cwd: dirname(book) })
  const healthIs = (status: number) => async () =>
    (await fetch(`${server.address}/health`)).status === status
  assert.ok(await healthIs(200)())
  const bytes = readFileSync(book)
  writeFileSync(
    book,
    Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 7)]),
  )
  assert.ok(await until(healthIs(503), 5_000))
  assert.equal((await fetch(`${server.address}/rates/current`)).status, 200)
})

test('a read-only file is exit 74, and nothing changes', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const sheet = writeJson(cwd, 'sheet.json', sheetOf())
  const before = digestOf(book)
  chmodSync(book, 0o444)
  chmodSync(cwd, 0o777)
  // Root may write to read-only files, so the command runs as nobody, who must be able to read the checkout.
  const options = { cwd, ...(isRoot && { uid: 65_534 }) }
  if ((await run(['check', '--help'], options)).code !== 0)
    return t.skip('nobody cannot read this checkout')
  assertOnDisk(
    await run(['publish', ...withReason, sheet, '--at-scraped'], options),
    /cannot be written.*read-only/,
  )
  rmSync(`${book}-shm`, { force: true })
  rmSync(`${book}-wal`, { force: true })
  assert.equal(digestOf(book), before)
  const made = await run(['register', sheet, '--database', join(cwd, 'absent', 'new.db')], options)
  assert.notEqual(made.code, 0)
})

const writers = (sheet: string) => [
  ['publish', ...withReason, sheet],
  ['check', 'alpha-bank'],
]
const readers = [['audit'], ['offers'], ['serve', '--port', '0']]

const noBooks: readonly [what: string, spoil: (book: string) => void, sentence: RegExp][] = [
  [
    'a text file',
    (book) => writeFileSync(book, 'not a database\n'.repeat(100)),
    /not a SQLite database/,
  ],
  [
    'a book of a newer version',
    (book) => {
      const db = new DatabaseSync(book)
      db.exec(`PRAGMA user_version = 9; INSERT INTO migration VALUES (9, '009-later.sql', 'x')`)
      db.close()
    },
    /has format 9.*install the newer Ratebook/,
  ],
  [
    'a database of another program',
    (book) => {
      rmSync(book)
      const db = new DatabaseSync(book)
      db.exec('CREATE TABLE song (title TEXT)')
      db.close()
      // The server warns of a book that every user can read.
      chmodSync(book, 0o640)
    },
    /of another program/,
  ],
]
for (const [what, spoil, sentence] of noBooks) {
  test(`${what} in place of the book is exit 78 for every command, and nothing changes`, async (t) => {
    const book = copyOf(t, small())
    const cwd = dirname(book)
    const sheet = writeJson(temporaryDirectory(t), 'sheet.json', sheetOf())
    spoil(book)
    const before = digestOf(book)
    for (const args of [...writers(sheet), ...readers]) {
      const { code, stdout, stderr } = await run(args, { cwd })
      assert.deepEqual([code, stdout], [78, ''], args.join(' '))
      assert.match(stderr, sentence)
      assert.match(stderr, /^[^\n]+\.\n$/)
      assert.equal(digestOf(book), before)
    }
  })
}

/** The address of the metrics, from the first lines of the log. */
async function metricsAddress(reader: number): Promise<string> {
  const bytes = Buffer.alloc(4_096)
  let log = ''
  const address = () => /Metrics at (http\S+)"/.exec(log)?.[1]
  await until(() => {
    try {
      log += bytes.toString('utf8', 0, readSync(reader, bytes))
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN')
    }
    return address() !== undefined
  }, 5_000)
  return address() ?? ''
}
