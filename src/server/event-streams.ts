import { Readable } from 'node:stream'
import type { Market } from '../market/market.ts'
import { eventIdText } from '../query/ids.ts'
import { eventsAfter, type FollowedEvents } from '../query/events.ts'
import { eventRow } from '../http/records/event.ts'
import { mediaTypes } from '../http/formats/format.ts'
import { sseHeartbeat, sseRetry, sseText } from '../http/formats/sse-text.ts'
import type { HttpResponse } from '../http/http-response.ts'
import { problem } from '../http/problems.ts'
import type { Limits } from './limits.ts'
import { pollUntil } from './min-position.ts'

/** The streams of `/events` of one server. */
export type EventStreams = {
  /** Responds with a stream, or with 503 if too many are open. */
  readonly respond: (request: FollowedEvents) => HttpResponse
  /** Ends all streams; the clients connect again, to another server if there is one. */
  readonly end: () => void
}

/** Milliseconds between two checks of the market. */
const interval = 100
/** Milliseconds after which a client connects again. */
const retry = 1_000
/** The limits of one chunk. The server holds at most two chunks of a stream in memory. */
const chunkLimits = { limit: 20, offerLimit: 500 }

/** Creates the streams over the current market. */
export function createEventStreams(market: () => Market, limits: Limits): EventStreams {
  let open = 0
  let isStopping = false
  return {
    respond(request) {
      if (isStopping || open >= limits.eventStreams) {
        const reason = isStopping ? 'The server stops' : 'Too many streams of events are open'
        return problem(503, `${reason}; connect again later.`)
      }
      return {
        status: 200,
        headers: streamHeaders,
        stream(onChunk) {
          open++
          const isOver = (): boolean => isStopping || stream.destroyed
          const texts = eventTexts(market, request, isOver, limits.heartbeat)
          const chunks = chunksOf(texts, onChunk, limits.unreadChunk, () => stream.destroy())
          const stream = Readable.from(chunks)
          stream.once('close', () => open--)
          return stream
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

/** The text of a stream, piece by piece, as the market moves. */
async function* eventTexts(
  market: () => Market,
  request: FollowedEvents,
  isOver: () => boolean,
  heartbeat: number,
): AsyncGenerator<string, void, undefined> {
  yield sseRetry(retry)
  let { after } = request
  let hasMore = after.position < market().position || after.line !== undefined
  while (!isOver()) {
    if (hasMore) {
      const page = eventsAfter(market(), { ...request, after, ...chunkLimits })
      yield sseText(page.events.map(eventRow), eventIdText(page.reached))
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
