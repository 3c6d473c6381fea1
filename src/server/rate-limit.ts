import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooManyRequests } from '../http/problems.ts'
import type { Send } from './send.ts'

/** The limit, and the requests that it does not count. */
export type RateLimitOptions = {
  /** Requests a second of one client. */
  readonly max: number
  /** The most clients that are counted at the same time. */
  readonly clients: number
  readonly isExempt: (request: FastifyRequest) => boolean
  readonly send: Send
}

/**
 * Refuses clients that send too many requests. The library counts by address, for IPv6 by the first 64 bits, which usually
 * belong to one customer.
 */
export function addRateLimit(
  app: FastifyInstance,
  { max, clients, isExempt, send }: RateLimitOptions,
): void {
  void app.register(rateLimit, {
    global: false,
    max,
    timeWindow: 1_000,
    cache: clients,
    keyGenerator: (request) => normalizeIP(request.clientAddress),
  })
  app.after(() => {
    const count = app.createRateLimit()
    let last: Promise<unknown> = Promise.resolve()
    app.addHook('onRequest', async (request, reply) => {
      if (isExempt(request)) return
      // The library reads a counter some time after incrementing it, so concurrent requests would all see the highest count.
      const counting = last.then(() => count(request))
      last = counting.catch(() => {})
      const counted = await counting
      if (counted.isAllowed || !counted.isExceeded) return
      return send(reply, tooManyRequests(Math.max(1, counted.ttlInSeconds)))
    })
  })
}
