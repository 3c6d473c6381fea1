import { openPostgresStore } from '../../../src/store/postgres/postgres-store.ts'
import { startServer, until, type RunningServer } from '../cli.ts'
import { exchange } from '../exchange.ts'
import { fillSmallBook } from '../small-book.ts'
import { newDatabase, type PlainServer } from './database.ts'
import type { Ending } from './endings.ts'

/** A `ratebook serve` that reads a book in PostgreSQL. */
export type Node = RunningServer & {
  /** Where it says that it is. */
  readonly position: () => Promise<number>
  /** The status of a path. */
  readonly status: (path: string) => Promise<number>
  /** The lines of its log, the oldest first. */
  readonly log: () => readonly LogLine[]
  /** Waits until it has said something, and returns it. */
  readonly says: (what: RegExp, milliseconds?: number) => Promise<LogLine>
}

export type LogLine = { readonly level: number; readonly time: number; readonly msg?: string }

/** Starts a node on a book; it ends with the test. */
export async function startNode(t: Ending, url: string, ...args: readonly string[]): Promise<Node> {
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
    async says(what, milliseconds = 10_000) {
      const find = () => log().find(({ msg }) => what.test(msg ?? ''))
      await until(() => find() !== undefined, milliseconds)
      const found = find()
      if (found === undefined) throw new Error(`It did not say ${what}: ${server.stderr()}`)
      return found
    },
  }
}

/** Makes the small book in a database of its own, and returns its URL; its last position is 3. */
export async function newSmallBook(server: PlainServer): Promise<string> {
  const url = await newDatabase(server)
  await fillSmallBook(await openPostgresStore(url, { mode: 'create' }))
  return url
}
