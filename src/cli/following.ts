import type { Logger } from 'pino'
import { canonicalJson } from '../domain/canonical-json.ts'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import type { Store } from '../store/store.ts'
import { now } from './clock.ts'
import { catchUp, loadMarket } from './load-market.ts'

/** How often the book is asked for news, in milliseconds: a publication shows within a second (issue 2, part 5). */
const interval = 200
/** … and how often, a little more or less, it is opened anew while it cannot be read, so that nodes do not do so all at once: … */
const pause = 500
/** … after the first time more rarely. */
const longPause = 1_000
/** How long it may take to open the book anew before it counts as one that cannot be read. */
const patience = 300

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
 * Loads a book and follows it. Each view is swapped whole; while the book cannot be read, the last one stays, and the book
 * is opened anew at each look: it may have been put back from a backup.
 */
export async function followBook(
  open: (atLeast: number) => Promise<Store>,
  log: Logger,
): Promise<Following> {
  const rest = createRest()
  let server: string | undefined
  const openAt = async (position: number): Promise<Store> => {
    const opened = await open(position)
    try {
      await opened.news?.(rest.end)
    } catch (error) {
      await opened.close()
      throw error
    }
    if (opened.server !== undefined && opened.server !== server) log.info(opened.server)
    server = opened.server
    return opened
  }
  let store = await openAt(0)
  let [market, past] = await loaded(store)
  /** Why the book cannot be read; empty while it can. */
  let trouble = ''
  /** What the log was told of that. */
  let told = ''
  let lookedAt = now()
  let retries = 0
  let prepare: Prepare = () => Promise.resolve()
  const stop = new AbortController()

  const look = async (): Promise<void> => {
    if (trouble !== '' || !(await store.isReadable())) {
      const late = setTimeout(() => {
        trouble ||= 'The book cannot be read.'
      }, patience)
      try {
        await store.close()
        store = await openAt(market.position)
      } finally {
        clearTimeout(late)
      }
      if ((await lastEntry(store, market)) !== past) throw new Error(otherPast)
    }
    const next = await catchUp(store, market)
    if (next === market) return
    past = await lastEntry(store, next)
    try {
      await prepare(next)
    } finally {
      market = next
    }
    log.info({ position: market.position }, 'The market moved.')
  }
  const poll = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await look()
        if (told !== '') log.info('The book can be read again.')
        trouble = told = ''
        lookedAt = now()
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        trouble = reason
        retries = told === '' ? 0 : retries + 1
        if (gistOf(reason) !== told)
          log.error(`${reason} The answers stay those of position ${market.position}.`)
        told = gistOf(reason)
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
      await polling
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

const otherPast =
  'The book was replaced by one with another past; restart the server if that is meant to be served.'

/** What a book holds, and its last entry; a store that does not say so is closed, and keeps no process alive. */
async function loaded(store: Store): Promise<readonly [Market, string]> {
  try {
    const market = await loadMarket(store)
    return [market, await lastEntry(store, market)]
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The text of the entry at a market's position: what two books with the same past have in common. */
async function lastEntry(store: Store, { position }: Market): Promise<string> {
  for await (const [entry] of store.storedEntries(Math.max(0, position - 1))) {
    return position === 0 || entry === undefined ? '' : canonicalJson(entry)
  }
  return ''
}
