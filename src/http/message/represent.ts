import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Body, Payload } from './body.ts'
import type { Encoding } from './encodings.ts'
import { bytesOf, payloadOf } from './payload.ts'

/** A body in one encoding. */
export type Representation = {
  readonly encoding: Encoding
  /** Strong: it names these bytes and no others. */
  readonly etag: string
  readonly payload: Payload
}

/** Below this many bytes, compression makes nothing smaller that a packet would notice. */
const leastCompressed = 860
/** Above this many bytes, another thread compresses; below, to ask it costs more than to do it. */
const mostAtOnce = 65_536

/**
 * The most bytes of a gzip form that was had for next to nothing, by those of the body: pages of rates take about 300 bytes and a
 * seventh at the most. What takes more than this has in it what only zlib finds, some long names for one, and takes zlib a fraction.
 */
const mostReady = (length: number): number => 400 + (length >> 2)

/** Whether compressing a body is of any use. */
export function isWorthCompressing(body: Body): boolean {
  return body.least >= leastCompressed || body.payload().length >= leastCompressed
}

/** The body in an encoding that can be had at once: as it is, or, of what is made each time, compressed a little. */
export function representNow(body: Body, encoding: Encoding): Representation | undefined {
  const payload = body.payload()
  const ready = encoding === 'gzip' ? body.gzip?.() : undefined
  // Other bytes than zlib's, which servers without WebAssembly send: another name.
  if (ready !== undefined && ready.length <= mostReady(payload.length))
    return { encoding, etag: `"${body.digest()}-rows"`, payload: ready }
  if (encoding === 'identity') return { encoding, etag: `"${body.digest()}"`, payload }
  if (body.isMadeEachTime !== true || payload.length > mostAtOnce) return undefined
  return coded(body, encoding, payloadOf(quick[encoding](bytesOf(payload))))
}

/** The body compressed, by a thread that answers nothing meanwhile. */
export async function compress(body: Body, encoding: Encoding): Promise<Representation> {
  if (encoding === 'identity' || body.gzip !== undefined) {
    const now = representNow(body, encoding)
    if (now !== undefined) return now
  }
  const compressors = body.isMadeEachTime === true ? light : thorough
  const bytes = await compressors[encoding as Coding](bytesOf(body.payload()))
  return coded(body, encoding as Coding, payloadOf(bytes))
}

type Coding = Exclude<Encoding, 'identity'>

function coded(body: Body, encoding: Coding, payload: Payload): Representation {
  return { encoding, etag: `"${body.digest()}-${encoding}"`, payload }
}

const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)]

/** For what is sent many times. Brotli's quality 5 costs about what gzip costs, and is smaller. */
const thorough = {
  br: (bytes: Buffer) => brotli(bytes, ofQuality(5)),
  gzip: (bytes: Buffer) => gzip(bytes),
}

/** For what is sent once: a page of 200 records takes 30 to 40 µs, and is a third larger. */
const lightly = { br: ofQuality(1), gzip: { level: 1, windowBits: 14 } }
const light = {
  br: (bytes: Buffer) => brotli(bytes, lightly.br),
  gzip: (bytes: Buffer) => gzip(bytes, lightly.gzip),
}
const quick = {
  br: (bytes: Buffer) => zlib.brotliCompressSync(bytes, lightly.br),
  gzip: (bytes: Buffer) => zlib.gzipSync(bytes, lightly.gzip),
}

function ofQuality(quality: number): zlib.BrotliOptions {
  return { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } }
}
