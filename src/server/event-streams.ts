import { Readable } from 'node:stream'
import type { Market } from '../market/market.ts'
import { beforeAllEvents, eventIdText, parseEventId } from '../query/ids.ts'
import { eventsAfter, type FollowedEvents } from '../query/events.ts'
import { eventRows } from '../http/records/event.ts'
import events, { beyondErrors } from '../http/endpoints/events.ts'
import { mediaTypes } from '../http/formats/format.ts'
import { valueText, type WireRow } from '../http/endpoint.ts'
import type { HttpResponse } from '../http/headers.ts'
import { problem, wrongParameters } from '../http/problems.ts'
import { readQuery, type RawQuery } from '../http/schema/read-query.ts'
import type { EndpointRequest } from '../http/answer.ts'
import type { NextTurn } from '../http/turn-queue.ts'
import type { Limits } from './limits.ts'
import { pollUntil, type ReachPosition } from './min-position.ts'

/** The streams of `/events` of one server. */
export type EventStreams = {
  /** Waits for the event or position that `after` names: it may come from a server that is a moment ahead. */
  readonly awaitAfter: (query: RawQuery) => Promise<void>
  /** Responds with a stream, or with 503 if too many are open. */
  readonly answer: (request: StreamRequest) => Promise<HttpResponse>
  /** Ends all streams; the clients connect again, to another server if there is one. */
  readonly end: () => void
}

type StreamRequest = Pick<EndpointRequest, 'query' | 'headers' | 'nextTurn'>

/** The events that a stream has, and its turns. */
type StreamedEvents = FollowedEvents & { readonly nextTurn: NextTurn }

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
  let open = 0
  let isStopping = false
  const openStream = (request: StreamedEvents, onChunk: (bytes: number) => void): Readable => {
    open++
    const isOver = (): boolean => isStopping || stream.destroyed
    const texts = eventTexts(market, request, isOver, limits.heartbeat)
    const chunks = chunksOf(texts, onChunk, limits.unreadChunk, () => stream.destroy())
    const stream = Readable.from(chunks)
    stream.once('close', () => open--)
    return stream
  }
  return {
    async awaitAfter({ after }) {
      const id = typeof after === 'string' ? parseEventId(after) : undefined
      if (id !== undefined) await reachPosition(id.position)
    },
    async answer({ query, headers: { 'last-event-id': lastEventId }, nextTurn }) {
      const asked = lastEventId === undefined ? query : { ...query, after: lastEventId }
      const read = readQuery(events.query, asked)
      if ('errors' in read) return wrongParameters(read.errors)
      const { kind, institution_id: institutionId } = read.query
      const after = parseEventId(read.query.after) ?? beforeAllEvents
      await reachPosition(after.position)
      const errors = beyondErrors(market(), after)
      if (errors !== undefined) return wrongParameters(errors)
      if (isStopping || open >= limits.eventStreams) {
        const reason = isStopping ? 'The server stops' : 'Too many streams of events are open'
        return problem(503, `${reason}; connect again later.`)
      }
      const request = { after, kind, institutionId, nextTurn }
      return {
        status: 200,
        headers: streamHeaders,
        stream: (onChunk) => openStream(request, onChunk),
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

/** The text of a stream, piece by piece, as the market moves. */
async function* eventTexts(
  market: () => Market,
  request: StreamedEvents,
  isOver: () => boolean,
  heartbeat: number,
): AsyncGenerator<string, void, undefined> {
  yield sseRetry(retry)
  let { after } = request
  let hasMore = after.position < market().position || after.line !== undefined
  while (!isOver()) {
    if (hasMore) {
      await request.nextTurn()
      // A stream that ended while it waited must not keep a stopping server busy.
      if (isOver()) return
      const page = eventsAfter(market(), { ...request, after, ...chunkLimits })
      yield sseText(eventRows(page.events), eventIdText(page.reached))
      after = page.reached
      ;({ hasMore } = page)
      continue
    }
    const { position } = after
    const isNext = (): boolean => isOver() || market().position > position
    hasMore = await pollUntil(isNext, heartbeat, interval)
    if (!hasMore) yield sseHeartbeat
  }
}

/** Passes texts on as bytes, and calls `onUnread` if the reader leaves one of them unread for too long. */
async function* chunksOf(
  texts: AsyncIterable<string>,
  onChunk: (bytes: number) => void,
  timeout: number,
  onUnread: () => void,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const text of texts) {
    const chunk = Buffer.from(text)
    onChunk(chunk.length)
    const timer = setTimeout(onUnread, timeout)
    try {
      yield chunk
    } finally {
      clearTimeout(timer)
    }
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

/** Tells the client how many milliseconds to wait before it connects again. */
function sseRetry(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`
}

/** A comment, which clients ignore. */
const sseHeartbeat = ':\n\n'
