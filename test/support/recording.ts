import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Market } from '../../src/book/market/market.ts'
import type { Entry } from '../../src/domain/entry.ts'
import type { StoredEntry } from '../../src/domain/stored-entry.ts'
import type { AppOptions } from '../../src/serve/server/app.ts'
import { storedEntries } from './book-entries.ts'
import type { Received } from './document.ts'

/** A request of a test, and the response. */
export type Exchange = {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly received: Received
}

/** The requests of tests to one app, without repeated ones, and the stored entries of its market. */
export type Recording = {
  readonly book: readonly StoredEntry[]
  readonly now: string
  readonly options: Pick<AppOptions, 'basePath'>
  readonly exchanges: readonly Exchange[]
}

/** The folder for recordings; nothing is recorded without it. */
const folder = process.env['RECORDINGS']

const books = new WeakMap<Market, readonly Entry[]>()
const exchangesOf = new Map<FastifyInstance, Map<string, Exchange>>()
const recordings: Recording[] = []

/** Remembers the entries of a market if `RECORDINGS` is set. Returns the market. */
export function remember(market: Market, entries: readonly Entry[]): Market {
  if (folder !== undefined) books.set(market, [...entries])
  return market
}

/** Starts to record the requests to an app if `RECORDINGS` is set and the recording can be repeated. */
export function recordApp(
  app: FastifyInstance,
  market: Market,
  now: string,
  options: AppOptions,
): void {
  const entries = books.get(market)
  const isRepeatable = Object.keys(options).every((name) => name === 'basePath')
  if (folder === undefined || entries === undefined || !isRepeatable) return
  if (recordings.length === 0) process.once('exit', writeRecordings)
  const book = storedEntries(entries)
  const exchanges = new Map<string, Exchange>()
  exchangesOf.set(app, exchanges)
  recordings.push({
    book,
    now,
    options,
    get exchanges() {
      return [...exchanges.values()]
    },
  })
}

/** Records a request to an app and the response. */
export function recordExchange(app: FastifyInstance, exchange: Exchange): void {
  const { method, target, headers } = exchange
  exchangesOf.get(app)?.set(JSON.stringify([method, target, headers]), exchange)
}

function writeRecordings(): void {
  writeFileSync(join(folder ?? '', `${process.pid}.json`), JSON.stringify(recordings))
}
