import assert from 'node:assert/strict'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { run, startServer, until, type RunningServer } from '../cli.ts'
import { exchange } from '../exchange.ts'
import { fillSmallBook, offerOf, sheetOf, withReason, writeHere } from '../small-book.ts'
import { newDatabase, type PlainServer } from './database.ts'
import type { CleanupContext } from './cleanup.ts'

/** A `ratebook serve` process with a book in PostgreSQL. */
export type Node = RunningServer & {
  /** The position that it serves. */
  readonly position: () => Promise<number>
  /** The response status for a path. */
  readonly status: (path: string) => Promise<number>
  /** The lines of its log. */
  readonly log: () => readonly LogLine[]
  /** Waits for a log line that matches, and returns it. */
  readonly says: (what: RegExp) => Promise<LogLine>
}

export type LogLine = { readonly level: number; readonly time: number; readonly msg?: string }

/** Starts a server; it stops with the test. */
export async function startNode(
  t: CleanupContext,
  url: string,
  ...args: readonly string[]
): Promise<Node> {
  const server = await startServer(t, args, { env: { RATEBOOK_DATABASE: url } })
  const log = (): readonly LogLine[] =>
    server
      .stderr()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LogLine)
  const ask = (path: string) =>
    exchange(server.port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  return {
    ...server,
    log,
    async position() {
      return Number(/^ratebook-position: (\d+)/im.exec(await ask('/summary'))?.[1])
    },
    async status(path) {
      return Number((await ask(path)).slice(9, 12))
    },
    async says(what) {
      const find = () => log().find(({ msg }) => what.test(msg ?? ''))
      await until(() => find() !== undefined)
      const found = find()
      if (found === undefined) throw new Error(`The log has no line ${what}: ${server.stderr()}`)
      return found
    },
  }
}

/** Creates a database with the small book, whose last position is 3, and returns its URL. */
export async function newSmallBook(server: PlainServer): Promise<string> {
  const url = await newDatabase(server)
  await fillSmallBook(await openPostgresStore(url, { mode: 'create' }))
  return url
}

/** Publishes a sheet whose only rate is its position. The small book ends at position 3. */
export async function publishAt(cwd: string, url: string, position: number): Promise<void> {
  const sheet = sheetOf({
    scraped_at: `2026-06-${position + 10}T00:00:00Z`,
    offers: [offerOf({ rate_pa: `${position}` })],
  })
  const file = writeHere(cwd, `${position}.json`, sheet)
  const args = ['publish', ...withReason, '--clock-is-right', '--database', url, file]
  const { stdout, stderr } = await run(args, { cwd })
  assert.match(stdout, new RegExp(`published at position ${position},`), stderr)
}
