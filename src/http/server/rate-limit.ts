import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How many seconds a client has to wait before it may ask again; 0 if it may ask now. */
export type RateLimit = (request: FastifyRequest) => Promise<number>

/**
 * Counts the requests of each client in a second: by its address, of IPv6 by the first 64 bits, which are one customer's. The
 * library counts, knows addresses, and forgets the longest silent of more than so many clients; it sends nothing itself, so
 * that every response is ours.
 */
export function createRateLimit(app: FastifyInstance, max: number, clients: number): RateLimit {
  let count: ReturnType<typeof app.createRateLimit> | undefined
  void app.register(rateLimit, { global: false, max, timeWindow: 1_000, cache: clients })
  app.after(() => {
    count = app.createRateLimit()
  })
  let last: Promise<unknown> = Promise.resolve()
  return async (request) => {
    // One after the other: the library reads its counter a moment after it has counted, and of requests that come at once
    // each would read the last one's.
    const counting = last.then(() => count?.(request))
    last = counting.catch(() => {})
    const counted = await counting
    if (counted === undefined || counted.isAllowed || !counted.isExceeded) return 0
    return Math.max(1, counted.ttlInSeconds)
  }
}
