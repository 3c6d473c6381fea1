import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { emptyPast, type Past } from '../store/past.ts'
import type { Follow, Served, Store } from '../store/store.ts'
import { now } from './clock.ts'
import { catchUp, loadMarket } from './load-market.ts'

/** How often the book is asked for news, in milliseconds: a publication shows within a second (issue 2, part 5). */
const interval = 200
/** … and how often, a little more or less, it is opened anew while it cannot be read, so that nodes do not do so all at once: … */
const pause = 500
/** … after the first time more rarely. */
const longPause = 1_000
/** How long it may take to open the book anew, … */
const patience = 300
/** … and how long a look may take, before the book counts as one that cannot be read. */
const longestLook = 1_500
/** How long the end waits for a look that is under way. */
const farewell = 500

/** A market that follows its book. */
export type Following = {
  readonly market: () => Market
  /** Whether the book could be read when it was last asked. */
  readonly isHealthy: () => boolean
  /** When the book was last looked at and could be read. */
  readonly lookedAt: () => Instant
  /** Has something done with each new market before it is served. */
  readonly beforeEach: (prepare: Prepare) => void
  readonly close: () => Promise<void>
}

type Prepare = (next: Market) => Promise<void>

/**
 * Loads a book and follows it; `open` refuses one that does not go on from what was served. Each view is swapped whole; while the book cannot be read, the last one stays, and the book
 * is opened anew at each look: it may have been put back from a backup. A signal before the book was read to its end ends
 * the reading: it is thrown.
 */
export async function followBook(
  open: (follow: Follow) => Promise<Store>,
  log: Logger,
  until?: AbortSignal,
): Promise<Following> {
  const rest = createRest()
  const stop = new AbortController()
  let server: string | undefined
  const openAnew = async (served?: Served): Promise<Store> => {
    const opened = await open({ served, signal: stop.signal })
    try {
      stop.signal.throwIfAborted()
      await opened.news?.(rest.end)
    } catch (error) {
      await opened.close()
      throw error
    }
    if (opened.server !== undefined && opened.server !== server) log.info(opened.server)
    server = opened.server
    return opened
  }
  const giveUp = (): void => stop.abort()
  until?.addEventListener('abort', giveUp)
  let store = await openAnew()
  let [market, past] = await loaded(store, stop.signal)
  until?.removeEventListener('abort', giveUp)
  /** Why the book cannot be read; empty while it can. */
  let trouble = ''
  /** What the log was told of that. */
  let told = ''
  let lookedAt = now()
  let retries = 0
  let prepare: Prepare = () => Promise.resolve()

  const giveUpAfter = (milliseconds: number): NodeJS.Timeout =>
    setTimeout(() => {
      trouble ||= 'The book cannot be read.'
    }, milliseconds)
  const look = async (): Promise<void> => {
    if (trouble !== '' || !(await store.isReadable())) {
      const late = giveUpAfter(patience)
      try {
        await store.close()
        store = await openAnew({ position: market.position, past: past.text() })
      } finally {
        clearTimeout(late)
      }
    }
    let nextPast = past
    const next = await catchUp(store, market, (_view, entries) => {
      nextPast = nextPast.with(entries)
    })
    if (next === market) return
    past = nextPast
    try {
      await prepare(next)
    } finally {
      market = next
    }
    log.info({ position: market.position }, 'The market moved.')
  }
  const poll = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const late = giveUpAfter(longestLook)
      try {
        await look()
        if (told !== '') log.info('The book can be read again.')
        trouble = told = ''
        lookedAt = now()
      } catch (error) {
        if (stop.signal.aborted) break
        const reason = error instanceof Error ? error.message : String(error)
        trouble = reason
        retries = told === '' ? 0 : retries + 1
        if (gistOf(reason) !== told)
          log.error(`${reason} The answers stay those of position ${market.position}.`)
        told = gistOf(reason)
      } finally {
        clearTimeout(late)
      }
      const anew = (retries === 0 ? pause : longPause) * (0.75 + Math.random() / 2)
      await rest.for(trouble === '' ? interval : anew)
    }
  }
  const polling = poll()
  return {
    market: () => market,
    isHealthy: () => trouble === '',
    lookedAt: () => lookedAt,
    beforeEach: (given) => {
      prepare = given
    },
    close: async () => {
      stop.abort()
      rest.end()
      // What a look does beside asking the database is not waited for.
      await Promise.race([polling, sleep(farewell, undefined, { ref: false })])
      await store.close()
    },
  }
}

/** A rest that ends after a while, or at once when it is ended; one that was ended before it began is none. */
function createRest(): {
  readonly for: (milliseconds: number) => Promise<void>
  readonly end: () => void
} {
  let isOver = false
  let wake = (): void => {}
  return {
    async for(milliseconds) {
      if (!isOver) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isOver = false
    },
    end() {
      isOver = true
      wake()
    },
  }
}

/** A reason without what is another with each attempt, such as a count, and the words of the network: it is said once. */
function gistOf(reason: string): string {
  return reason.replaceAll(/\(.*?\)|\d+/g, '')
}

/** What a book holds, and its past; a store that does not say so is closed, and keeps no process alive. */
async function loaded(store: Store, stop: AbortSignal): Promise<readonly [Market, Past]> {
  try {
    let past = emptyPast()
    const market = await loadMarket(store, (entries) => {
      stop.throwIfAborted()
      past = past.with(entries)
    })
    stop.throwIfAborted()
    return [market, past]
  } catch (error) {
    await store.close()
    throw error
  }
}
