import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { bodyOf, storedInstant, type StoredEntry } from '../../src/domain/entry-body.ts'
import type { Entry } from '../../src/domain/entry.ts'
import type { AppOptions } from '../../src/http/app.ts'
import type { Market } from '../../src/market/market.ts'
import type { Received } from './document.ts'

/** A request of a test, and what came back. */
export type Exchanged = {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly received: Received
}

/** What some tests asked of one app: the book behind it as it is stored, and all that was asked. */
export type Recording = {
  readonly book: readonly StoredEntry[]
  readonly now: string
  readonly options: Pick<AppOptions, 'basePath'>
  readonly asked: readonly Exchanged[]
}

/** A folder, where the tests of this process are to be recorded. */
const folder = process.env['RECORDINGS']

const books = new WeakMap<Market, readonly Entry[]>()
const recordings = new Map<FastifyInstance, Recording & { asked: Exchanged[] }>()

/** Remembers of which entries a market was made, if somebody wants to know. */
export function remember(market: Market, entries: readonly Entry[]): Market {
  if (folder !== undefined) books.set(market, [...entries])
  return market
}

/** Begins to record what an app is asked, if its market is known and nothing in its options is a test's own. */
export function recordApp(
  app: FastifyInstance,
  market: Market,
  now: string,
  options: AppOptions,
): void {
  const entries = books.get(market)
  const isPlain = Object.keys(options).every((name) => name === 'basePath')
  if (folder === undefined || entries === undefined || !isPlain) return
  if (recordings.size === 0) process.once('exit', writeRecordings)
  const book = entries.map((entry) => ({
    position: entry.position,
    at: storedInstant(entry.at),
    kind: entry.kind,
    institutionId: entry.institutionId,
    body: bodyOf(entry),
  }))
  recordings.set(app, { book, now, options, asked: [] })
}

/** Records what an app was asked. */
export function recordExchange(app: FastifyInstance, exchanged: Exchanged): void {
  recordings.get(app)?.asked.push(exchanged)
}

function writeRecordings(): void {
  const path = join(folder ?? '', `${process.pid}.json`)
  writeFileSync(path, JSON.stringify([...recordings.values()]))
}
