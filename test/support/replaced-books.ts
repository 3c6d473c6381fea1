import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, renameSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Draft } from '../../src/domain/entry.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { checked } from '../book/store/drafts.ts'
import { withoutTriggers } from '../book/store/sqlite-books.ts'
import { until, type RunningServer } from './cli.ts'
import { rechainFile } from './rechain.ts'

/** Ways to put the book `from` in the place of the served book `to`. */
export const replacements: Readonly<Record<string, (from: string, to: string) => unknown>> = {
  rename(from, to) {
    copyFileSync(from, `${to}.new`)
    renameSync(`${to}.new`, to)
  },
  cp: (from, to) => assert.equal(spawnSync('cp', [from, to]).status, 0),
  async '.restore'(from, to) {
    const db = new DatabaseSync(from, { readOnly: true })
    await backup(db, to)
    db.close()
  },
}

/** Appends entries to the book of a file. */
export async function append(book: string, ...drafts: readonly Draft[]): Promise<void> {
  const store = await openSqliteStore(book, { mode: 'write' })
  await store.append(() => Promise.resolve(drafts))
  await store.close()
}

/** A check in September 2026. */
export const checkedAt = (day: number) => checked('peoples-bank', `2026-09-0${day}T00:00:00Z`)

/** Changes an early entry and recomputes all digests, as a forger would. */
export function forge(book: string): void {
  const db = new DatabaseSync(book, { defensive: false })
  withoutTriggers(db, () => {
    db.exec(`UPDATE entry SET body = replace(body, '"name":"', '"name":"Not ') WHERE position = 2`)
    rechainFile(db)
  })
  db.close()
}

/** Books that do not continue the served one: each is made of a copy without its last entry, a check on that day. */
export const otherBooks: Readonly<Record<string, (book: string, day: number) => unknown>> = {
  'an older book': () => {},
  'a forked book of the same length': (book, day) => append(book, checkedAt(day + 1)),
  'a longer forked book': (book, day) =>
    append(book, checkedAt(day + 1), checkedAt(day + 2), checkedAt(day + 3)),
  async 'a forged book'(book, day) {
    await append(book, checkedAt(day), checkedAt(day + 4))
    forge(book)
  },
}

/** The answers of a server at one moment, each with its position and its ETag. */
export function answersOf({ address }: RunningServer): Promise<readonly string[]> {
  const targets = ['/institutions', '/rates/current', '/freshness']
  return Promise.all(
    targets.map(async (target) => {
      const response = await fetch(address + target)
      const position = response.headers.get('ratebook-position')
      return `${position} ${response.headers.get('etag')} ${await response.text()}`
    }),
  )
}

/** Asserts that every answer stays the same until `/health` has a status. Returns the milliseconds that it took. */
export async function unchangedUntilHealthIs(
  status: 200 | 503,
  server: RunningServer,
  known: readonly string[],
): Promise<number> {
  const began = performance.now()
  const isDone = await until(async () => {
    assert.deepEqual(await answersOf(server), known)
    return (await fetch(`${server.address}/health`)).status === status
  })
  assert.ok(isDone, server.stderr())
  return performance.now() - began
}
