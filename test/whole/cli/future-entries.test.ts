import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { loadBook } from '../../../src/cli/load-book.ts'
import { after } from '../../../src/domain/instant.ts'
import { followBook } from '../../../src/serve/server/following.ts'
import { openStore } from '../../../src/book/store/open-store.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { checked } from '../../book/store/drafts.ts'
import { run, until } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook, sheetOf, withReason, writeHere } from '../../support/small-book.ts'
import { at } from '../../support/sample-market.ts'

const small = sharedBook(makeSmallBook)
/** In the future on any day on which the tests run. */
const future = '2999-01-01T00:00:00Z'

/** A copy of the small book in which a clock that was ahead entered a verification, and in which the folder of the sources is. */
async function bookAhead(t: TestContext): Promise<string> {
  const book = copyOf(t, small())
  const store = await openSqliteStore(book, { mode: 'write' })
  await store.append(async () => [
    { kind: 'rates-verified', institutionId: 'alpha-bank', at: at(future) },
  ])
  await store.close()
  return book
}

const verifiedAt = async (cwd: string): Promise<unknown> => {
  const { stdout } = await run(['freshness', '--json'], { cwd })
  const [record] = JSON.parse(stdout) as readonly Record<string, unknown>[]
  return record?.['last_verified_at']
}

test('a verification from the future confirms nothing, and alerts name it', async (t) => {
  const cwd = dirname(await bookAhead(t))
  assert.equal(await verifiedAt(cwd), '2026-06-01T00:00:00Z')
  const { code, stdout } = await run(['alerts', '--json'], { cwd })
  assert.equal(code, 77)
  const alerts = JSON.parse(stdout) as readonly Record<string, unknown>[]
  assert.deepEqual(
    alerts.find(({ kind }) => kind === 'future-entries'),
    {
      kind: 'future-entries',
      institution_id: null,
      since: '2026-06-01T06:00:00Z',
      sentence:
        'The last entry of the book, position 4, is in the future, at 2999-01-01 00:00 UTC: the clock of a machine was ahead.',
      what_to_do:
        'Set that clock. Until the time of that entry has come, enter what is true with --at-last-instant: such entries keep the true time.',
      detail: null,
    },
  )
})

test('the true date is entered with --at, or with --at-last-instant, and counts', async (t) => {
  const cwd = dirname(await bookAhead(t))
  const verify = (...args: readonly string[]) => run(['verify', 'alpha-bank', ...args], { cwd })
  assert.match((await verify()).stderr, /--at-last-instant\. \[clock-behind\]\n$/)
  const day = '2026-06-04T09:00:00Z'
  const entered = await verify('--at', day)
  assert.deepEqual(
    [entered.code, entered.stdout],
    [0, `alpha-bank: verified at position 5, ${day}\n`],
  )
  assert.match(
    entered.stderr,
    /^2026-06-04T09:00:00Z, \d+ days before the book's last entry; the instant of that entry, 2999-01-01T00:00:00Z, is used instead\.\n$/,
  )
  assert.match((await verify('--at', day)).stdout, /unchanged, already at position 5/)
  assert.equal(await verifiedAt(cwd), day)

  const later = await verify('--at-last-instant')
  assert.equal(later.code, 0, later.stderr)
  assert.notEqual(await verifiedAt(cwd), day)
  const sheet = writeHere(cwd, 'sheet.json', sheetOf({ scraped_at: '2026-06-05T00:00:00Z' }))
  const published = await run(['publish', ...withReason, '--at-last-instant', sheet], { cwd })
  assert.equal(published.code, 0, published.stderr)
  const audited = await run(['audit'], { cwd })
  assert.deepEqual([audited.code, audited.stdout], [0, '7 entries, no difference\n'])
  assert.match(
    audited.stderr,
    /^The last entry of the book, position 7, is at 2999-01-01T00:00:00Z, /,
  )
})

test('audit names an entry that keeps a clock which was not behind its time', async (t) => {
  const book = copyOf(t, small())
  const store = await openSqliteStore(book, { mode: 'write' })
  const check = checked('alpha-bank', '2026-06-02T00:00:00Z')
  await store.append(async () => [{ ...check, clock: check.at }])
  await store.close()
  const { code, stderr } = await run(['audit', '--database', book])
  assert.deepEqual(
    [code, /It keeps a clock that was not behind its time\./.test(stderr)],
    [65, true],
    stderr,
  )
})

test('a server logs a book that is ahead of its clock when it starts, and when it becomes so, once', async (t) => {
  const book = copyOf(t, small())
  const append = async (when: string): Promise<void> => {
    const store = await openSqliteStore(book, { mode: 'write' })
    await store.append(async () => [checked('alpha-bank', when)])
    await store.close()
  }
  const last = at('2026-06-01T06:00:00Z')
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const start = () =>
    followBook((options) => openStore(book, 'read', options), { log, now: () => last, loadBook })
  const following = await start()
  assert.deepEqual(lines, [])
  for (const [index, minutes] of [1, 2, 3].entries()) {
    await append(new Date(after(last, minutes * 60_000)).toISOString())
    assert.ok(await until(() => following.market().position === 4 + index))
  }
  await following.close()
  assert.equal(lines.length, 1)
  assert.match(
    String(lines[0]),
    /position 5, is at 2026-06-01T06:02:00Z, 2 minutes after this machine's clock/,
  )
  await (await start()).close()
  assert.equal(lines.length, 2)
  assert.match(String(lines[1]), /position 6, is at 2026-06-01T06:03:00Z/)
})
