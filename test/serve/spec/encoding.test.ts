import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { appOf } from '../../support/ask.ts'
import { marketOf, sampleEntries } from '../../support/sample-market.ts'

const app = appOf(marketOf(sampleEntries()))
const long = '/rates/current'
const short = '/rates/changes?limit=1'

/** The bytes of a response and the headers that depend on its encoding. */
async function bytes(target: string, acceptEncoding?: string, accept = '*/*') {
  const headers = {
    accept,
    ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
  }
  const { headers: received, rawPayload } = await app.inject({ url: target, headers })
  assert.equal(received['content-length'], String(rawPayload.length), target)
  return {
    encoding: received['content-encoding'],
    vary: received['vary'],
    etag: received['etag'],
    payload: rawPayload,
  }
}

test('brotli and gzip, as the client prefers, decode to the bytes of identity', async () => {
  const plain = await bytes(long)
  const brotli = await bytes(long, 'gzip, deflate, br, zstd')
  const gzip = await bytes(long, 'gzip')
  assert.deepEqual([plain.encoding, brotli.encoding, gzip.encoding], [undefined, 'br', 'gzip'])
  assert.ok(plain.payload.equals(brotliDecompressSync(brotli.payload)))
  assert.ok(plain.payload.equals(gunzipSync(gzip.payload)))
  assert.ok(
    brotli.payload.length < gzip.payload.length && gzip.payload.length < plain.payload.length / 4,
  )
})

test('the preferred encoding is used; unknown encodings get an uncompressed response', async () => {
  const expected = [
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0, gzip; q=0.1', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0, br;q=0', undefined],
    ['identity', undefined],
    ['*;q=0', undefined],
    ['zstd', undefined],
    ['', undefined],
    [', ;;q=x', undefined],
  ] as const
  for (const [acceptEncoding, encoding] of expected)
    assert.equal((await bytes(long, acceptEncoding)).encoding, encoding, acceptEncoding)
})

test('a small response is not compressed', async () => {
  const { encoding, vary } = await bytes(short, 'br, gzip')
  assert.deepEqual([encoding, vary], [undefined, 'Accept, Accept-Encoding'])
})

test('every representation has Vary and a strong ETag of its own', async () => {
  const representations = await Promise.all([
    bytes(long),
    bytes(long, 'br'),
    bytes(long, 'gzip'),
    bytes(long, undefined, 'text/csv'),
    bytes(long, 'gzip', 'text/csv'),
    bytes(long, undefined, 'application/x-ndjson'),
  ])
  for (const { vary, etag } of representations) {
    assert.equal(vary, 'Accept, Accept-Encoding')
    assert.match(String(etag), /^"[\w.-]+"$/)
  }
  assert.equal(new Set(representations.map(({ etag }) => etag)).size, representations.length)
})

test('a path that names a format varies by encoding only', async () => {
  for (const format of ['csv', 'ndjson']) {
    for (const path of ['/rates/current', '/rates/history/peoples-bank', '/rates/changes'])
      for (const acceptEncoding of ['br', 'identity'])
        assert.equal((await bytes(`${path}.${format}`, acceptEncoding)).vary, 'Accept-Encoding')
  }
})
