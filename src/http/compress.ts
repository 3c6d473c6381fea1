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
const quality = (value: number): zlib.BrotliOptions => ({
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: value },
})

/** Compresses a body that will be cached: better, and on another thread. The result has memory of its own. */
export async function compressWell(body: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return ownCopy(await brotli(body, quality(5)))
    case 'gzip':
      return ownCopy(await gzip(body))
    case 'identity':
      return ownCopy(body)
    default:
      throw encoding satisfies never
  }
}

/** zlib and `Buffer.from` return parts of larger blocks, which a cached part would keep in memory. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** A small window is enough, because neighbouring rows are similar. */
const fastGzip = { level: 1, memLevel: 6, windowBits: 13 }

/** Compresses a body that is sent once: quickly, and on this thread. */
export function compressFast(body: Buffer, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'br':
      return zlib.brotliCompressSync(body, quality(1))
    case 'gzip':
      return zlib.gzipSync(body, fastGzip)
    case 'identity':
      return body
    default:
      throw encoding satisfies never
  }
}
