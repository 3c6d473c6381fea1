import type { IncomingMessage } from 'node:http'
import { constants, type Http2ServerRequest } from 'node:http2'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ResponseStream } from '../http/headers.ts'
import type { HoldUnread } from './unread.ts'

/**
 * Sends a stream. HEAD does not open it. A client that leaves a chunk unread for `timeout` milliseconds, or has too much unread, is
 * disconnected.
 */
export function sendStream(
  reply: FastifyReply,
  { open }: ResponseStream,
  timeout: number,
  holdUnread: HoldUnread,
): FastifyReply {
  reply.streamedBytes = 0
  const { raw } = reply.request as { raw: IncomingMessage | Http2ServerRequest }
  const { method, httpVersion } = raw
  // A cache could not see that the response ended early.
  if (httpVersion === '1.0') reply.header('cache-control', 'no-store')
  if (method === 'HEAD') {
    // Node would state the length 0.
    if (httpVersion === '1.1') reply.header('transfer-encoding', 'chunked')
    return reply.send()
  }
  const hold = (bytes: number): void => {
    if (!holdUnread(reply, bytes)) throw new Error('The client has too much unread.')
  }
  const chunks = async function* (): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of chunksOf(open(hold), hold)) {
      reply.streamedBytes = (reply.streamedBytes ?? 0) + chunk.length
      const timer = setTimeout(
        () => stream.destroy(new Error('The client reads nothing.')),
        timeout,
      )
      try {
        yield chunk
      } finally {
        clearTimeout(timer)
      }
    }
  }
  // The stream reads one chunk ahead of the client.
  const stream = Readable.from(chunks(), { objectMode: false, highWaterMark: 1 })
  // Fastify would end an HTTP/2 response as if it were complete. Over HTTP/1 it closes the connection.
  stream.once('error', () => {
    if ('stream' in raw) raw.stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  })
  return reply.send(stream)
}

/** The most bytes of a chunk: a slow client must be able to read it in time. */
const chunkLength = 65_536

async function* chunksOf(
  parts: AsyncIterable<Buffer>,
  hold: (bytes: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const part of parts) {
    hold(part.length)
    for (let start = 0; start < part.length; start += chunkLength)
      yield part.subarray(start, start + chunkLength)
  }
}
