import type { Market } from '../../book/market/market.ts'
import { eventsAfter, isBeyond, type FollowedEvents } from '../../book/query/events.ts'
import { beforeAllEvents, eventIdText, parseEventId } from '../../book/query/ids.ts'
import type { EndpointRequest } from '../http/answer.ts'
import { afterTheEnd, valueText, type WireRow } from '../http/endpoint.ts'
import events from '../http/endpoints/events.ts'
import { mediaTypes } from '../http/formats/format.ts'
import {
  problem,
  tooManyStreams,
  wrongParameters,
  type HttpResponse,
} from '../http/http-response.ts'
import { eventRows } from '../http/records/event.ts'
import { readQuery, type RawQuery } from '../http/schema/read-query.ts'
import type { NextTurn } from '../http/turn-queue.ts'
import type { Limits } from './limits.ts'
import { pollUntil, type ReachPosition } from './min-position.ts'

/** The streams of `/events` of one server. */
export type EventStreams = {
  /** Waits for the event or position that `after` names: it may come from a server that is a moment ahead. */
  readonly awaitAfter: (query: RawQuery) => Promise<void>
  /** Responds with a stream, with 503 if too many are open, or with 429 if the client has too many of them. */
  readonly answer: (request: StreamRequest) => Promise<HttpResponse>
  /** Ends all streams; the clients connect again, to another server if there is one. */
  readonly end: () => void
}

type StreamRequest = Pick<EndpointRequest, 'query' | 'headers' | 'nextTurn'> & {
  /** The client, as the rate limit counts it. */
  readonly client: string
  /** Calls the listener when the connection closes, or at once if it is closed. */
  readonly onClose: (listener: () => void) => void
}

/** Milliseconds between two checks of the market. */
const interval = 100
/** Milliseconds after which a client connects again. */
const retry = 1_000
/** The limits of one chunk. The server holds at most two chunks of a stream in memory. */
const chunkLimits = { limit: 100, offerLimit: 500 }

/** Creates the streams over the current market. */
export function createEventStreams(
  market: () => Market,
  reachPosition: ReachPosition,
  limits: Limits,
): EventStreams {
  const openOf = new Map<string, number>()
  const limitOfClient = Math.ceil(limits.eventStreams / 2)
  let open = 0
  let isStopping = false
  return {
    async awaitAfter({ after }) {
      const id = typeof after === 'string' ? parseEventId(after) : undefined
      if (id !== undefined) await reachPosition(id.position)
    },
    async answer({ query, headers, client, nextTurn, onClose }) {
      const { 'last-event-id': lastEventId = '' } = headers
      const asked = lastEventId === '' ? query : { ...query, after: lastEventId }
      const read = readQuery(events.query, asked)
      if ('errors' in read) return wrongParameters(read.errors)
      const { kind, institution_id: institutionId } = read.query
      const after = parseEventId(read.query.after) ?? beforeAllEvents
      await reachPosition(after.position)
      if (isBeyond(market(), after))
        return wrongParameters(afterTheEnd(eventIdText(after), market().position))
      if (isStopping || open >= limits.eventStreams) {
        const reason = isStopping ? 'The server stops' : 'Too many streams of events are open'
        return problem(503, `${reason}; connect again later.`)
      }
      const openBefore = openOf.get(client) ?? 0
      if (openBefore >= limitOfClient) return tooManyStreams
      let isClosed = false
      open++
      openOf.set(client, openBefore + 1)
      onClose(() => {
        isClosed = true
        open--
        const rest = (openOf.get(client) ?? 0) - 1
        if (rest > 0) openOf.set(client, rest)
        else openOf.delete(client)
      })
      const request = { after, kind, institutionId, nextTurn }
      const isOver = (): boolean => isStopping || isClosed
      return {
        status: 200,
        headers: streamHeaders,
        stream: {
          firstBytes: 0,
          open: () => eventChunks(market, request, isOver, limits.heartbeat),
        },
      }
    },
    end() {
      isStopping = true
    },
  }
}

const streamHeaders = {
  'content-type': mediaTypes.sse,
  'cache-control': 'no-cache',
  vary: 'Accept',
  // nginx and some other proxies would hold the events back.
  'x-accel-buffering': 'no',
}

/** The chunks of a stream, as the market moves. */
async function* eventChunks(
  market: () => Market,
  request: FollowedEvents & { readonly nextTurn: NextTurn },
  isOver: () => boolean,
  heartbeat: number,
): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(`retry: ${retry}\n\n`)
  let { after } = request
  let hasMore = after.position < market().position || after.line !== undefined
  while (!isOver()) {
    if (hasMore) {
      await request.nextTurn()
      // A stream that ended while it waited must not keep a stopping server busy.
      if (isOver()) return
      const page = eventsAfter(market(), { ...request, after, ...chunkLimits })
      yield Buffer.from(sseText(eventRows(page.events), eventIdText(page.reached)))
      after = page.reached
      ;({ hasMore } = page)
      continue
    }
    const { position } = after
    const isNext = (): boolean => isOver() || market().position > position
    hasMore = await pollUntil(isNext, heartbeat, interval)
    // A comment, which clients ignore.
    if (!hasMore) yield Buffer.from(':\n\n')
  }
}

/** Events in the format of `text/event-stream`. `reached` without an event moves the client's Last-Event-ID only. */
function sseText(rows: readonly WireRow[], reached: string): string {
  const events = rows.map(
    (row) =>
      `id: ${valueText(row['id'])}\nevent: ${valueText(row['kind'])}\ndata: ${JSON.stringify(row)}\n\n`,
  )
  return `${events.join('')}id: ${reached}\n\n`
}
