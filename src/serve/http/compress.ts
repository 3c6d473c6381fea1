import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Encoding } from './negotiate.ts'

/** Smaller bodies fit into one network packet uncompressed. */
const smallestCompressed = 860

/** Whether to compress a body of this many bytes. */
export function isWorthCompressing(bytes: number): boolean {
  return bytes >= smallestCompressed
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const quick = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }
const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compresses a body on another thread. The result has memory of its own, so that it can be cached. */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return ownCopy(await brotli(body, quality))
    case 'gzip':
      return ownCopy(await gzip(body))
    case 'identity':
      return ownCopy(body)
    default:
      throw encoding satisfies never
  }
}

/** Creates a stream that compresses what passes through it, quickly, as nothing is cached; `undefined` for `identity`. */
export function createCompressor(encoding: Encoding): Transform | undefined {
  if (encoding === 'identity') return undefined
  return encoding === 'br' ? zlib.createBrotliCompress(quick) : zlib.createGzip({ level: 1 })
}

/** zlib and `Buffer.from` return parts of larger blocks, which a cached part would keep in memory. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
