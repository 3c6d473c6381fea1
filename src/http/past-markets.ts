import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { instantText, parseInstant, type Instant } from '../domain/instant.ts'
import { emptyMarket, type Market } from '../market/market.ts'
import { foldInBatches, positionAt } from '../market/past-market.ts'
import type { ServerState } from './endpoint.ts'
import type { HttpResponse } from './headers.ts'
import type { QueryValues } from './links.ts'
import { problem, wrongParameters } from './problems.ts'
import type { ParameterError } from './schema/read-query.ts'

/** The markets of the past, which requests with `known_at` read. */
export type PastMarkets = {
  /** The state of the server as it was known at an instant, or the refusal of a request for it. */
  readonly stateAt: (state: ServerState, at: Instant) => Promise<ServerState | HttpResponse>
  /** Ends the fold under way. All further requests are refused. */
  readonly close: () => void
}

/** How many markets are kept, and how long a request waits for one. */
type PastMarketLimits = { readonly pastMarkets: number; readonly pastMarketWait: number }

/** A fold that is under way. `ended` resolves when its market is kept, or when the server was closed. */
type Fold = { readonly position: number; readonly ended: Promise<void> }

/**
 * Creates past markets on request. One fold runs at a time, and the last few results are kept. A fold goes on after the
 * requests for it have timed out, so that a retry succeeds.
 */
export function createPastMarkets({ pastMarkets, pastMarketWait }: PastMarketLimits): PastMarkets {
  const kept = new LRUCache<number, Market>({ max: pastMarkets })
  let current: Fold | undefined
  const stop = new AbortController()

  const fold = async ({ entries }: Market, position: number): Promise<void> => {
    const steps = foldInBatches(entries, position, nearest(kept.values(), position))
    for (;;) {
      const step = steps.next()
      if (step.done === true) {
        kept.set(position, step.value)
        return
      }
      await nextTurn()
      if (stop.signal.aborted) return
    }
  }
  const start = (market: Market, position: number): Fold => {
    const ended = fold(market, position).finally(() => {
      current = undefined
    })
    return { position, ended }
  }
  /** The market after the entry at a position; `undefined` if the request would wait too long. */
  const find = async (market: Market, position: number): Promise<Market | undefined> => {
    if (position === market.position) return market
    if (position === 0) return emptyMarket
    const timeout = Promise.withResolvers<'timeout'>()
    const timer = setTimeout(() => timeout.resolve('timeout'), pastMarketWait)
    try {
      while (!stop.signal.aborted) {
        const found = kept.get(position)
        if (found !== undefined) return found
        current ??= start(market, position)
        // The error of a fold belongs to the requests for its position; other requests start the next fold.
        const ended =
          current.position === position ? current.ended : current.ended.catch(() => undefined)
        if ((await Promise.race([timeout.promise, ended])) === 'timeout') return undefined
      }
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async stateAt(state, at) {
      const error = futureError(at, state.now)
      if (error !== undefined) return wrongParameters([error])
      const market = await find(state.market, positionAt(state.market, at))
      return market === undefined ? busy : { ...state, market, now: at }
    },
    close() {
      stop.abort()
    },
  }
}

const busy = problem(
  503,
  'The server is still computing what was known at that instant, or at another one; try again.',
)

/** Of the markets up to a position, the one with the highest position. */
function nearest(markets: Iterable<Market>, position: number): Market {
  let best = emptyMarket
  for (const market of markets) {
    if (market.position <= position && market.position > best.position) best = market
  }
  return best
}

/** The instant of a valid `known_at`; `undefined` if the request is about the present. */
export function knownAtOf({ known_at: text }: QueryValues): Instant | undefined {
  return typeof text === 'string' ? parseInstant(text) : undefined
}

/** The error of a `known_at` that is later than the clock. */
export function futureError(at: Instant, now: Instant): ParameterError | undefined {
  if (at <= now) return undefined
  const message = `known_at must not be in the future; it is now ${instantText(now)}.`
  return { parameter: 'known_at', message }
}
