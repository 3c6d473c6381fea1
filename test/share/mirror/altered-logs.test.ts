import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { logLine, type StoredEntry } from '../../../src/domain/stored-entry.ts'
import { rechained } from '../../support/rechain.ts'
import { filesOf } from './log-server.ts'
import { editedEntries, mirrorOf } from './test-mirror.ts'

const edited = editedEntries()

/** A log with a changed line, and where it must be refused by a mirror that has 10 entries. */
type AlteredLog = {
  readonly what: string
  readonly alter: (lines: string[]) => void
  readonly position: number
  readonly reason: RegExp
}

const replaced = (lines: string[], position: number, from: string, to: string): void => {
  const line = lines[position - 1] ?? ''
  assert.ok(line.includes(from), line)
  lines[position - 1] = line.replace(from, to)
}

const altered: readonly AlteredLog[] = [
  {
    what: 'another rate',
    alter: (lines) => replaced(lines, 12, '"rate":"9.60"', '"rate":"9.61"'),
    position: 12,
    reason: /the body does not match its digest/,
  },
  {
    what: 'another time',
    alter: (lines) => replaced(lines, 12, 'T06:00', 'T06:01'),
    position: 12,
    reason: /the entry does not match its digest/,
  },
  {
    what: 'a missing line',
    alter: (lines) => void lines.splice(14, 1),
    position: 15,
    reason: /has position 16, so entries are missing/,
  },
  {
    what: 'a line twice',
    alter: (lines) => void lines.splice(15, 0, lines[14] ?? ''),
    position: 16,
    reason: /has position 15, so entries are .* repeated/,
  },
  {
    what: 'two lines in another order',
    alter: (lines) => void lines.splice(15, 2, lines[16] ?? '', lines[15] ?? ''),
    position: 16,
    reason: /has position 17, so entries are .* in another order/,
  },
  {
    what: 'an empty line',
    alter: (lines) => void lines.splice(15, 0, ''),
    position: 16,
    reason: /not a JSON object/,
  },
  {
    what: 'white space',
    alter: (lines) => replaced(lines, 15, '{', '{ '),
    position: 15,
    reason: /another form/,
  },
  {
    what: 'a changed line that the mirror has',
    alter: (lines) => replaced(lines, 4, '"rate":"9.75"', '"rate":"9.76"'),
    position: 4,
    reason: /the body does not match its digest/,
  },
  {
    what: 'a missing line that the mirror has',
    alter: (lines) => void lines.splice(6, 1),
    position: 7,
    reason: /has position 8/,
  },
]

for (const { what, alter, position, reason } of altered)
  test(`a log with ${what} is refused at position ${position}`, async (t) => {
    const entries = edited()
    const log = await mirrorOf(t, entries.slice(0, 10))
    const lines = entries.map(logLine)
    alter(lines)
    log.change(filesOf(lines))
    const { message = '', ...result } = await log.again()
    assert.match(message, RegExp(`refused at position ${position}: `))
    assert.match(message, reason)
    assert.deepEqual(result, { position: Math.max(10, position - 1), exitCode: 65 })
    log.change(filesOf(entries.map(logLine)))
    assert.deepEqual(await log.again(), { position: 23 })
  })

/** The entries with another time in one of them, and digests to match from there on. */
function forkedAt(entries: readonly StoredEntry[], position: number): readonly StoredEntry[] {
  return rechained(
    entries.map((entry) =>
      entry.position === position ? { ...entry, at: entry.at.replace(/\d{3}Z$/, '001Z') } : entry,
    ),
  )
}

test('a fork is refused at its first entry, and nothing of it is appended', async (t) => {
  const entries = edited()
  const log = await mirrorOf(t, entries.slice(0, 10))
  for (const [position, advice] of [
    [7, /Keep .*mirror\.db, which shows what the log was/],
    [1, /another book.* Give the address/],
  ] as const) {
    log.change(filesOf(forkedAt(entries, position).map(logLine)))
    const { message = '', ...result } = await log.again()
    assert.deepEqual(result, { position: 10, exitCode: 65 })
    assert.match(message, RegExp(`another entry at position ${position} than`))
    assert.match(message, advice)
  }
})

test('a shorter log takes nothing back', async (t) => {
  const entries = edited()
  const log = await mirrorOf(t, entries)
  for (const [length, missing] of [
    [10, 11],
    [0, 1],
  ] as const) {
    log.change(filesOf(entries.slice(0, length).map(logLine)))
    const { message = '', ...result } = await log.again()
    assert.deepEqual(result, { position: 23, exitCode: 75 })
    assert.match(
      message,
      RegExp(`no entry at position ${missing}, and .* lags, or it was truncated`),
    )
  }
})

test('a book of one’s own never becomes a mirror', async (t) => {
  const entries = edited()
  const log = await mirrorOf(t, [])
  log.change(filesOf(entries.map(logLine)))
  const store = await openSqliteStore(log.path, { mode: 'create' })
  await store.appendStored(entries.slice(0, 3))
  await store.close()
  await assert.rejects(log.again(), { kind: 'configuration', message: /is not a mirror/ })
})
