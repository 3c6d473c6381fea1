import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Market } from '../market/market.ts'
import type { Store } from '../store/store.ts'
import { catchUp, loadMarket } from './load-market.ts'

/** How often the book is asked for news, in milliseconds: a publication shows within a second (issue 2, part 5). */
const interval = 200

/** A market that follows its book. */
export type Following = {
  readonly market: () => Market
  /** Whether the book could be read when it was last asked. */
  readonly isHealthy: () => boolean
  readonly close: () => Promise<void>
}

/** Loads a book and follows it. Each view is swapped whole; while the book cannot be read, the last one stays. */
export async function followBook(store: Store, log: Logger): Promise<Following> {
  let market = await loadMarket(store)
  let healthy = true
  const stop = new AbortController()

  const look = async (): Promise<void> => {
    if (!(await store.isReadable())) throw new Error('The book cannot be read.')
    const { position } = await store.head()
    if (position < market.position)
      throw new Error(`The book ends at position ${position}, before what is served.`)
    market = await catchUp(store, market)
  }
  const poll = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const wasHealthy = healthy
      const { position } = market
      try {
        await look()
        healthy = true
      } catch (error) {
        healthy = false
        if (wasHealthy)
          log.error(
            error,
            `The book at ${store.name} cannot be read; the answers stay those of position ${market.position}.`,
          )
      }
      if (healthy && !wasHealthy) log.info(`The book at ${store.name} can be read again.`)
      if (market.position > position) log.info({ position: market.position }, 'The market moved.')
      await wait(interval, undefined, { signal: stop.signal }).catch(() => {})
    }
  }
  const polling = poll()
  return {
    market: () => market,
    isHealthy: () => healthy,
    close: async () => {
      stop.abort()
      await polling
    },
  }
}
