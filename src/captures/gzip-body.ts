import { promisify } from 'node:util'
import { crc32, deflateRaw, gunzip } from 'node:zlib'
import { bodyLimit } from './captures.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(gunzip)

/** A body as it was decompressed, and whether every bit of the file is as it was written. */
export type GunzippedBody = { readonly body: Uint8Array; readonly isAsWritten: boolean }

/**
 * Compresses a body with gzip. An extra field of the header (RFC 1952) has the CRC-32 of the compressed bytes: some bits of a
 * compressed file do not change the body, and `captures verify` finds these too.
 */
export async function gzipBody(body: Uint8Array): Promise<Uint8Array> {
  const compressed = await deflate(body)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(body))
  trailer.writeUInt32LE(body.byteLength, 4)
  return Buffer.concat([headerOf(compressed), compressed, trailer])
}

/** Decompresses a file up to the size limit; `undefined` if it is no whole gzip file. The caller verifies the digest. */
export async function gunzipBody(file: Uint8Array): Promise<GunzippedBody | undefined> {
  try {
    const body = await inflate(file, { maxOutputLength: bodyLimit })
    const header = headerOf(file.subarray(headerLength, -trailerLength))
    return { body, isAsWritten: header.equals(file.subarray(0, headerLength)) }
  } catch {
    return undefined
  }
}

const headerLength = 20
const trailerLength = 8

/** The header: deflate, one extra field, no time, unknown system; then the field `RB` of four bytes. */
function headerOf(compressed: Uint8Array): Buffer {
  const header = Buffer.from(
    '1f8b080400000000 00ff 0800 5242 0400 00000000'.replaceAll(' ', ''),
    'hex',
  )
  header.writeUInt32LE(crc32(compressed), headerLength - 4)
  return header
}
