import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import type { Market } from '../../src/book/market/market.ts'
import { dryRunStore } from '../../src/book/publish/append.ts'
import { contextFromMarket } from '../../src/book/publish/context-from-store.ts'
import { decideSheet } from '../../src/book/publish/decide-sheet.ts'
import type { ParsedSheet } from '../../src/book/publish/input/read-sheet.ts'
import { publish } from '../../src/book/publish/publish.ts'
import { withStore } from '../../src/book/store/open-store.ts'
import { now } from '../../src/cli/clock.ts'
import { loadBook } from '../../src/cli/load-book.ts'
import { canonicalJson } from '../../src/domain/json.ts'
import { answerRows } from '../../src/serve/http/answer.ts'
import currentOffers from '../../src/serve/http/endpoints/current-offers.ts'
import rateChanges from '../../src/serve/http/endpoints/rate-changes.ts'
import summary from '../../src/serve/http/endpoints/summary.ts'
import { followBook, openServedBook } from '../../src/serve/server/following.ts'
import { at } from '../support/sample-market.ts'
import { byDefault } from '../support/small-book.ts'
import { exitCodeOf } from './exit-code.ts'
import type { KnownView } from './known-book.ts'

/** The exit code of a command, and what it got from the book if it did not fail. */
export type Reading<T> = { readonly code: number; readonly got?: T }

/** A log that nobody reads. */
export const silent = pino({ level: 'silent' })

/** Opens and follows a book as `ratebook serve` does. The code is 0 only if `/health` is 200 after the first poll. */
export function serveOnce(database: string): Promise<Reading<KnownView>> {
  return reading(async () => {
    const following = await followBook(openServedBook(database, silent), {
      log: silent,
      now,
      loadBook,
    })
    try {
      // The first poll of a SQLite book takes a few turns of the event loop.
      for (let turn = 0; turn < 20; turn++) await nextTurn()
      if (!following.isHealthy()) throw new Error('The book was loaded, and /health is 503.')
      return { market: following.market(), digest: following.digest() }
    } finally {
      await following.close()
    }
  })
}

/** Loads a book as `ratebook offers` does. */
export function loadOnce(database: string): Promise<Reading<KnownView>> {
  return reading(() => withStore(database, 'read', (store) => loadBook(store)))
}

const publishedAt = at('2026-09-01T00:00:00Z')

/** Decides about a sheet as `ratebook publish --dry-run` does. */
export function dryRun(database: string, sheet: ParsedSheet): Promise<Reading<string>> {
  return reading(async () =>
    withStore(database, 'read', async (store) => {
      const instant = { from: 'sheet', read: () => publishedAt } as const
      // A year later, the gate finds most sheets of the samples implausible.
      const verdict = await publish(dryRunStore(store), sheet, instant, byDefault, {
        reason: 'read again',
      })
      return verdict.kind === 'published' ? canonicalJson(verdict.entry.changes) : verdict.kind
    }),
  )
}

/** What `dryRun` gets from a book with this market. */
export function expectedDryRun(market: Market, sheet: ParsedSheet): string {
  const context = contextFromMarket(market, sheet.head.institutionId)
  const verdict = decideSheet(context, sheet, { at: publishedAt, sample: false })
  return verdict.kind === 'published' ? canonicalJson(verdict.draft.changes) : verdict.kind
}

/** Whether a view is that of the known book at its position: its digest, and all answers that it gives. */
export function isKnown(views: readonly KnownView[], view: KnownView): boolean {
  const known = views[view.market.position]
  if (known?.digest !== view.digest) return false
  return (
    isDeepStrictEqual(known.market.institutions, view.market.institutions) &&
    isDeepStrictEqual(answersOf(known.market), answersOf(view.market))
  )
}

function answersOf(market: Market): unknown {
  return [currentOffers, rateChanges, summary].map((endpoint) =>
    answerRows(endpoint, { market, now: publishedAt }, {}),
  )
}

async function reading<T>(work: () => Promise<T>): Promise<Reading<T>> {
  const results: T[] = []
  const code = await exitCodeOf(async () => results.push(await work()))
  const [got] = results
  return got === undefined ? { code } : { code, got }
}
