import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { FetchError } from './fetch-error.ts'
import { growingBytes, type GrowingBytes } from './growing-bytes.ts'
import { quoted } from './quoted.ts'

/** How much of a body is read. */
export type BodyLimits = {
  /** As received, and after decompression. */
  readonly bytes: number
  /** How many times as large as it was received a body may be. */
  readonly ratio: number
  /** Whether a body above `bytes` is a failure, or only its beginning counts. */
  readonly excess: 'fails' | 'is cut off'
}

/** The content encodings that the fetcher offers to servers. */
export const acceptedEncodings = 'gzip, br, zstd'

/** RFC 9659 limits the window of zstd in HTTP to 8 MiB. Without a limit, a frame may ask for 128 MiB. */
const zstdWindowLog = 23

const createZstd = (): Transform =>
  createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } })

/** Some servers send deflate without being offered it. */
const decoders = new Map<string, (() => Transform) | 'as it is'>([
  ['identity', 'as it is'],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['zstd', createZstd],
  ['deflate', createInflate],
])

/**
 * Reads and decompresses the body of a URL. Throws a `FetchError` if the body exceeds a limit or is damaged, and other errors if
 * the connection ends early.
 */
export async function readBody(
  body: Readable,
  contentEncoding: string | undefined,
  { bytes, ratio, excess }: BodyLimits,
  url: URL,
): Promise<Uint8Array> {
  const subject = `The body of ${url.href}`
  const tooLarge = new FetchError('too-large', `${subject} is larger than ${bytes} bytes.`)
  const encoding = (contentEncoding ?? 'identity').trim().toLowerCase()
  const decoder = decoders.get(encoding)
  if (decoder === undefined) {
    const known = `${acceptedEncodings} or deflate`
    const message = `${subject} has the content encoding ${quoted(encoding)}, which is not ${known}.`
    throw new FetchError('encoding', message)
  }
  const received = growingBytes(bytes)
  const isWhole = await receive(body, received)
  if (!isWhole && excess === 'fails') throw tooLarge
  const raw = received.take()
  if (decoder === 'as it is') return raw
  const most = raw.length * ratio
  const inflated = growingBytes(Math.min(bytes, most))
  const end = await inflate(raw, decoder(), inflated)
  if (end === 'whole') return inflated.take()
  if (end === 'damaged') {
    throw new FetchError('encoding', `${subject} is not complete, valid ${encoding}.`)
  }
  if (most < bytes) {
    throw new FetchError('ratio', `${subject} is more than ${ratio} times as large as it was sent.`)
  }
  if (excess === 'fails') throw tooLarge
  return inflated.take()
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

async function inflate(
  raw: Uint8Array,
  decoder: Transform,
  bytes: GrowingBytes,
): Promise<'whole' | 'too large' | 'damaged'> {
  let isTooLarge = false
  try {
    await pipeline(Readable.from([raw]), decoder, async (source: AsyncIterable<Uint8Array>) => {
      for await (const chunk of source) {
        isTooLarge ||= !bytes.add(chunk)
        if (isTooLarge) throw new Error('The body is too large.')
      }
    })
    return 'whole'
  } catch {
    return isTooLarge ? 'too large' : 'damaged'
  }
}
