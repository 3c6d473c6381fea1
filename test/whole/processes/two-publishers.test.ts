import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareText } from '../../../src/domain/decimal.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { runAlone, type CommandResult } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import {
  institutionOf,
  makeSmallBook,
  offerOf,
  sheetOf,
  withReason,
  writeHere,
} from '../../support/small-book.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { auditedEntries } from '../../long/audited.ts'

const small = sharedBook(makeSmallBook)

test('two concurrent publishers both succeed, one after the other, without a gap', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const count = 25
  const sheetsOf = (id: string) =>
    Array.from({ length: count }, (_, index) =>
      writeHere(
        cwd,
        `${id}-${index}.json`,
        sheetOf({
          institution_id: id,
          scraped_at: `2026-07-01T00:00:${String(index).padStart(2, '0')}Z`,
          offers: [offerOf({ rate_pa: `${index + 1}` })],
        }),
      ),
    )
  const [one, two, verification] = await Promise.all([
    runAlone(['publish', ...withReason, '--clock-is-right', ...sheetsOf('alpha-bank')], { cwd }),
    runAlone(['publish', ...withReason, '--clock-is-right', ...sheetsOf('beta-finance')], { cwd }),
    runAlone(['verify', 'beta-finance', '--clock-is-right'], { cwd }),
  ])
  for (const { code, stderr } of [one, two, verification]) assert.deepEqual([code, stderr], [0, ''])
  const entries = await auditedEntries(book)
  assert.deepEqual(
    entries.map(({ position }) => position),
    Array.from({ length: 3 + 2 * count + 1 }, (_, index) => index + 1),
  )
  const reported = [one, two, verification].flatMap(
    ({ stdout }) => stdout.match(/(?<=at position )\d+/g) ?? [],
  )
  assert.deepEqual(
    reported.map(Number).toSorted((a, b) => a - b),
    entries.slice(3).map(({ position }) => position),
  )
  const turns = entries.filter(
    ({ institutionId }, index) => institutionId !== entries[index - 1]?.institutionId,
  )
  t.diagnostic(`the publishers alternated ${turns.length} times`)
})

test('two concurrent publishers of one sheet enter it once, and both print its position', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const sheet = writeHere(cwd, 'sheet.json', sheetOf())
  const both = await Promise.all([
    runAlone(['publish', ...withReason, sheet, '--clock-is-right'], { cwd }),
    runAlone(['publish', ...withReason, sheet, '--clock-is-right'], { cwd }),
  ])
  assert.deepEqual(both.map(({ code, stdout }) => `${code} ${stdout}`).toSorted(compareText), [
    '0 sheet.json: published at position 4, 1 withdrawn, 1 up\n',
    '0 sheet.json: unchanged, already at position 4\n',
  ])
  assert.equal((await auditedEntries(book)).length, 4)
})

test('two concurrent commands that create the book both succeed', async (t) => {
  const cwd = temporaryDirectory(t)
  const files = ['a', 'b'].map((id) => writeHere(cwd, `${id}.json`, [institutionOf(id)]))
  const both = await Promise.all(files.map((file) => runAlone(['register', file], { cwd })))
  for (const { code, stderr } of both) assert.deepEqual([code, stderr], [0, ''])
  assert.equal((await auditedEntries(join(cwd, 'ratebook.db'))).length, 2)
})

test('a publisher reads the clock after it has the write lock, so entries are in order of time', async (t) => {
  const book = copyOf(t, small())
  const store = await openSqliteStore(book, { mode: 'write' })
  t.after(() => store.close())
  const waiting: Promise<CommandResult>[] = []
  await store.append(async () => {
    waiting.push(runAlone(['check', 'alpha-bank', '--clock-is-right'], { cwd: dirname(book) }))
    await sleep(1_500)
    return [{ kind: 'rates-checked', institutionId: 'beta-finance', at: Date.now() as Instant }]
  })
  const [waited] = await Promise.all(waiting)
  assert.deepEqual([waited?.code, waited?.stderr], [0, ''])
  assert.match(String(waited?.stdout), /checked at position 5/)
})
