import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  constants,
  crc32,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { FetchError } from './fetch-outcome.ts'
import { quoted } from '../../domain/text.ts'

/** The content encodings that the fetcher offers to servers. */
export const acceptedEncodings = 'gzip, br, zstd'

/** RFC 9659 limits the window of zstd in HTTP to 8 MiB. Without a limit, a frame may ask for 128 MiB. */
const zstdWindowLog = 23

const createZstd = (): Transform =>
  createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } })

/** Some servers send deflate without being offered it. */
const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['zstd', createZstd],
  ['deflate', createInflate],
])

/**
 * Decompresses a body. As in browsers, a body with a content coding that nobody knows, such as `none` or `utf-8`, is left as it
 * is. Throws a `FetchError` if the body exceeds a limit or is damaged.
 */
export async function decodeBody(
  raw: Uint8Array,
  contentEncoding: string,
  { bytes, ratio, excess }: BodyLimits,
  url: URL,
): Promise<Uint8Array> {
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const [coding = '', ...others] = codings
  const decoder = decoders.get(coding)
  if (decoder === undefined || !others.every((other) => decoders.has(other))) return raw
  const subject = `The body of ${url.href}`
  if (others.length > 0) {
    const message = `${subject} has several content codings, ${quoted(contentEncoding)}; one is read.`
    throw new FetchError('encoding', message)
  }
  const most = raw.length * ratio
  const limit = Math.min(bytes, most)
  let inflated = growingBytes(limit)
  let end = await inflate(raw, decoder(), inflated)
  if (end === 'damaged' && decoder === createGunzip) {
    inflated = growingBytes(limit)
    end = await inflateFirstMember(raw, inflated)
  }
  if (end === 'whole') return inflated.take()
  if (end === 'damaged') {
    throw new FetchError('encoding', `${subject} is not complete, valid ${coding}.`)
  }
  if (most < bytes) {
    throw new FetchError('ratio', `${subject} is more than ${ratio} times as large as it was sent.`)
  }
  if (excess === 'fails') throw tooLarge(url, bytes)
  return inflated.take()
}

type Inflated = 'whole' | 'too large' | 'damaged'

async function inflate(
  raw: Uint8Array,
  decoder: Transform,
  bytes: GrowingBytes,
): Promise<Inflated> {
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

/**
 * Inflates the first member of a gzip body. Browsers ignore bytes after it, Node refuses them. Another member after it is no such
 * rest: a damaged one would be lost.
 */
async function inflateFirstMember(raw: Uint8Array, bytes: GrowingBytes): Promise<Inflated> {
  const start = gzipDataStart(raw)
  if (start === undefined) return 'damaged'
  const decoder = createInflateRaw()
  const end = await inflate(raw.subarray(start), decoder, bytes)
  if (end !== 'whole') return end
  const trailer = raw.subarray(start + decoder.bytesWritten)
  if (trailer.length < 8 || gzipDataStart(trailer.subarray(8)) !== undefined) return 'damaged'
  const checksum = new DataView(trailer.buffer, trailer.byteOffset).getUint32(0, true)
  return checksum === crc32(bytes.view()) ? 'whole' : 'damaged'
}

/** Where the deflate data of a gzip member begins (RFC 1952, 2.3); `undefined` if the header is not whole. */
function gzipDataStart(bytes: Uint8Array): number | undefined {
  const [first, second, method, flags = 0] = bytes
  if (first !== 0x1f || second !== 0x8b || method !== 8) return undefined
  let at = 10
  const skipText = (): void => {
    const end = bytes.indexOf(0, at)
    at = end === -1 ? bytes.length : end + 1
  }
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256
  if ((flags & 8) !== 0) skipText()
  if ((flags & 16) !== 0) skipText()
  if ((flags & 2) !== 0) at += 2
  return at < bytes.length ? at : undefined
}

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

function tooLarge(url: URL, bytes: number): FetchError {
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

/** Bytes that are received one chunk after another, up to a limit. */
export type GrowingBytes = {
  /** The bytes so far, for as long as nothing is added. */
  readonly view: () => Uint8Array
  /** False if the chunk exceeds the limit; what fits is kept. */
  readonly add: (chunk: Uint8Array) => boolean
  /** The bytes; nothing can be added or read after it. */
  readonly take: () => Uint8Array
}

/**
 * Makes an empty buffer that grows in place. Chunks are copied, because a tiny one would keep the whole buffer alive that it was
 * received in.
 */
export function growingBytes(limit: number): GrowingBytes {
  const buffer = new ArrayBuffer(0, { maxByteLength: limit })
  const view = new Uint8Array(buffer)
  let size = 0
  return {
    view: () => view.subarray(0, size),
    add(chunk) {
      const fitting = chunk.subarray(0, limit - size)
      const needed = size + fitting.length
      if (needed > buffer.byteLength) {
        buffer.resize(Math.min(limit, Math.max(needed, buffer.byteLength * 2, 65_536)))
      }
      view.set(fitting, size)
      size = needed
      return fitting.length === chunk.length
    },
    take: () => new Uint8Array(buffer.transferToFixedLength(size)),
  }
}
