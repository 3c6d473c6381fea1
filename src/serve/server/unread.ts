import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isClosed } from './check-request.ts'

/**
 * Counts the bytes that the server holds for a response until its client has read it; only a larger number than before counts.
 * Returns false, and counts nothing, if the client has too much unread.
 */
export type HoldUnread = (reply: FastifyReply, bytes: number) => boolean

/** Bytes of a response that the operating system takes at once. Such responses are not counted. */
const smallest = 16_384

/**
 * Limits the bytes of unread responses of one client, which the rate limit cannot: it counts requests. Clients are the same as there
 * (decision 073).
 */
export function createHoldUnread(limit: number): HoldUnread {
  const clients = new Map<string, number>()
  return (reply, bytes) => {
    const { request, raw, unreadBytes: before = 0 } = reply
    if (bytes <= Math.max(before, smallest) || isClosed(request.raw)) return true
    const client = clientOf(request)
    const all = (clients.get(client) ?? 0) + bytes - before
    if (all > limit) return false
    clients.set(client, all)
    reply.unreadBytes = bytes
    if (before > 0) return true
    raw.once('close', () => {
      const rest = (clients.get(client) ?? 0) - (reply.unreadBytes ?? 0)
      if (rest > 0) clients.set(client, rest)
      else clients.delete(client)
    })
    return true
  }
}

/** The client of a request, as the rate limit counts it: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function clientOf({ clientAddress }: FastifyRequest): string {
  return normalizeIP(clientAddress)
}

/** Calls a listener when the connection of a response closes, or at once if it is closed. */
export function whenClosed(reply: FastifyReply, listener: () => void): void {
  if (isClosed(reply.request.raw)) listener()
  else reply.raw.once('close', listener)
}
