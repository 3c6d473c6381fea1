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
import { digestOf, run, startServer, until, type Finished } from '../support/cli.ts'
import { makePipe } from '../support/pipe.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { makeSmallBook, offerOf, sheetOf, writeJson } from '../support/small-book.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { auditedEntries } from './audited.ts'

const small = sharedBook(makeSmallBook)
const isRoot = process.getuid?.() === 0

/** A sheet whose entry takes more room than the disks of these tests have left. */
function bigSheet(folder: string): string {
  const offers = Array.from({ length: 4000 }, (_, index) =>
    offerOf({
      tenure_months: `${(index % 1000) + 1}`,
      min_deposit: `${index}`,
      product: 'A long name '.repeat(10),
    }),
  )
  return writeJson(folder, 'big.json', sheetOf({ offers }))
}

function assertOnDisk({ code, stdout, stderr }: Finished, sentence: RegExp): void {
  assert.deepEqual([code, stdout], [74, ''], stderr)
  assert.match(stderr, sentence)
  assert.match(stderr, /^[^\n]+\.\n$/, 'one line')
  assert.doesNotMatch(stderr, / at .*:\d+:\d+/, 'no stack')
}

test('a file that may not grow (ulimit -f): exit 74, the book as it was, and the next command works', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const before = readFileSync(book)
  const sheet = bigSheet(temporaryDirectory(t))
  // In blocks of 512 bytes or of 1 KiB, as the shell has it: less than the entry in both.
  const full = await run(['publish', sheet], { cwd, shell: 'ulimit -f 250; exec "$0" "$@"' })
  assertOnDisk(full, /disk (failed|is full)/)
  assert.deepEqual(readFileSync(book), before)
  assert.equal((await auditedEntries(book)).length, 3)
  const again = await run(['publish', sheet], { cwd })
  assert.equal(again.code, 0, again.stderr)
  assert.equal((await auditedEntries(book)).length, 4)
})

/** Whether a mount of this process's own may be made; nobody else sees it, and it goes away with its last process. */
const probe = `unshare -rm sh -c 'mount -t tmpfs none /mnt'`
const mayMount = spawnSync('sh', ['-c', probe]).status === 0
const noMount = mayMount ? false : 'this user may not mount'

test(
  'a full disk (a small tmpfs): exit 74, the book as it was, and readable',
  { skip: noMount },
  async (t) => {
    const folder = temporaryDirectory(t)
    const sheet = bigSheet(temporaryDirectory(t))
    copyFileSync(small(), join(folder, 'before.db'))
    // In the end the book is copied out, because the tmpfs is seen from here only.
    const script = `set -e; mkdir disk; mount -t tmpfs -o size=512k none disk; cp before.db disk/ratebook.db; cd disk
    dd if=/dev/zero of=filler bs=1k count=256 2>/dev/null
    set +e; "$0" "$@"; code=$?; "$0" "$1" audit >&3; cp ratebook.db ../after.db; cat ratebook.db-wal > ../after.db-wal 2>/dev/null
    exit $code`
    const shell = `exec unshare -rm sh -c '${script}' "$0" "$@" 3>audited`
    assertOnDisk(
      await run(['publish', sheet], { cwd: folder, shell }),
      /disk is full.*nothing was written.*Make room/,
    )
    assert.equal(readFileSync(join(folder, 'audited'), 'utf8'), '3 entries, no difference\n')
    assert.deepEqual(readFileSync(join(folder, 'after.db')), readFileSync(small()))
    assert.equal((await auditedEntries(join(folder, 'after.db'))).length, 3)
  },
)

test(
  'a disk that is mounted read-only: exit 74, and nothing changes',
  { skip: noMount },
  async (t) => {
    const book = copyOf(t, small())
    const cwd = dirname(book)
    const sheet = writeJson(temporaryDirectory(t), 'sheet.json', sheetOf())
    const before = digestOf(book)
    const script = `mount --bind . . && mount -o remount,bind,ro . && cd "$PWD" && exec "$0" "$@"`
    const shell = `exec unshare -rm sh -c '${script}' "$0" "$@"`
    assertOnDisk(await run(['publish', sheet], { cwd, shell }), /read-only|cannot be opened/)
    assert.equal(digestOf(book), before)
    assert.deepEqual(readdirSync(cwd), ['ratebook.db'])
  },
)

test('a full disk behind standard output: exit 74 with a sentence, and what was published stands', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const sheet = writeJson(cwd, 'sheet.json', sheetOf())
  const { code, stderr } = await run(['publish', sheet], {
    cwd,
    shell: 'exec "$0" "$@" >/dev/full',
  })
  assert.equal(code, 74)
  assert.match(stderr, /^Standard output cannot be written \(ENOSPC\)\. What was done stands.*\n$/)
  assert.equal((await auditedEntries(book)).length, 4)
})

test('a full disk behind the log: the server goes on answering', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const server = await startServer(t, [], { cwd, shell: 'exec "$0" "$@" 2>/dev/full' })
  assert.equal((await run(['check', 'alpha-bank'], { cwd })).code, 0)
  const shows = async () =>
    (await fetch(`${server.address}/institutions`)).headers.get('ratebook-position') === '4'
  assert.ok(await until(shows, 5_000))
  assert.equal((await server.stop()).code, 0)
})

test('a log that nobody reads on: the server goes on answering, counts what is lost, and stops', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const reader = makePipe(join(cwd, 'log'))
  const shell = 'exec "$0" "$@" 2>log'
  const server = await startServer(t, ['--metrics-port', '0'], { cwd, shell })
  const metrics = await metricsAddress(reader)
  const lost = async () =>
    Number(
      /^ratebook_log_lines_dropped_total (\d+)$/m.exec(await (await fetch(metrics)).text())?.[1],
    )
  const line = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: '
  const many = `${line}keep-alive\r\n\r\n`.repeat(90) + `${line}close\r\n\r\n`
  let asked = 0
  while ((await lost()) === 0 && asked < 200_000) {
    const answers = Array.from({ length: 20 }, () => exchange(server.port, many))
    for (const answer of await Promise.all(answers))
      assert.equal(answer.match(/\{"status":"ok"\}/g)?.length, 91)
    asked += answers.length * 91
  }
  assert.ok((await lost()) > 0, `nothing is lost after ${asked} requests`)
  const { code, took } = await server.stop()
  assert.equal(code, 0)
  assert.ok(took < 10_000, `it took ${took} ms`)
  closeSync(reader)
})

test('a book that is damaged while it is served: health 503, and the answers stay', async (t) => {
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

test('a read-only file: exit 74, and nothing changes', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const sheet = writeJson(cwd, 'sheet.json', sheetOf())
  const before = digestOf(book)
  chmodSync(book, 0o444)
  chmodSync(cwd, 0o777)
  // Root may write whatever the file says, so the command becomes nobody, who has to be able to read the checkout.
  const how = { cwd, ...(isRoot && { uid: 65_534 }) }
  if ((await run(['--version'], how)).code !== 0) return t.skip('nobody cannot read this checkout')
  assertOnDisk(await run(['publish', sheet], how), /cannot be written.*read-only/)
  rmSync(`${book}-shm`, { force: true })
  rmSync(`${book}-wal`, { force: true })
  assert.equal(digestOf(book), before)
  const made = await run(['register', sheet, '--database', join(cwd, 'absent', 'new.db')], how)
  assert.notEqual(made.code, 0)
})

const writers = (sheet: string) => [
  ['publish', sheet],
  ['check', 'alpha-bank'],
]
const readers = [['audit'], ['offers'], ['serve', '--port', '0']]

const noBooks: readonly [what: string, spoil: (book: string) => void, sentence: RegExp][] = [
  [
    'a text file',
    (book) => writeFileSync(book, 'not a database\n'.repeat(100)),
    /no SQLite database/,
  ],
  [
    'a book of a newer version',
    (book) => {
      const db = new DatabaseSync(book)
      db.exec('PRAGMA user_version = 9')
      db.close()
    },
    /is of version 9.*install the newer Ratebook/,
  ],
  [
    'a database of another program',
    (book) => {
      rmSync(book)
      const db = new DatabaseSync(book)
      db.exec('CREATE TABLE song (title TEXT)')
      db.close()
    },
    /of another program/,
  ],
]
for (const [what, spoil, sentence] of noBooks) {
  test(`${what} in place of the book: exit 78 for every command, and nothing changes`, async (t) => {
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

/** What the log says first; there may be nothing to read yet. */
async function metricsAddress(reader: number): Promise<string> {
  const bytes = Buffer.alloc(4_096)
  let said = ''
  const address = () => /Metrics at (http\S+)"/.exec(said)?.[1]
  await until(() => {
    try {
      said += bytes.toString('utf8', 0, readSync(reader, bytes))
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN')
    }
    return address() !== undefined
  }, 5_000)
  return address() ?? ''
}
