import type { Readable } from 'node:stream'
import { FetchError } from './fetch-error.ts'
import type { GrowingBytes } from './growing-bytes.ts'

/** How much of a body is read. */
export type BodyLimits = {
  /** As received, and after decompression. */
  readonly bytes: number
  /** How many times as large as it was received a body may be. */
  readonly ratio: number
  /** Whether a body above `bytes` is a failure, or only its beginning counts. */
  readonly excess: 'fails' | 'is cut off'
}

/**
 * Receives a body. Throws a `FetchError` if it exceeds the limit and that is a failure, and other errors if the connection ends
 * early. The bytes that arrived are then in `received`.
 */
export async function receiveBody(
  body: Readable,
  received: GrowingBytes,
  { bytes, excess }: BodyLimits,
  url: URL,
): Promise<Uint8Array> {
  const isWhole = await receive(body, received)
  if (!isWhole && excess === 'fails') throw tooLarge(url, bytes)
  return received.take()
}

export function tooLarge(url: URL, bytes: number): FetchError {
  return new FetchError('too-large', `The body of ${url.href} is larger than ${bytes} bytes.`)
}

/** Receives a body as far as there is room, and says whether there was enough. */
async function receive(body: Readable, bytes: GrowingBytes): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // An async iterator would queue chunks. A body of tiny chunks takes many times its size in a queue.
    body.on('data', (chunk: Uint8Array) => {
      if (bytes.add(chunk)) return
      resolve(false)
      body.destroy()
    })
    body.on('end', () => resolve(true))
    body.on('error', reject)
  })
}
