import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { appOf } from '../support/ask.ts'
import { marketOf, sampleEntries } from '../support/sample-market.ts'

const app = appOf(marketOf(sampleEntries()))
const long = '/rates/current'
const short = '/rates/changes?limit=1'

/** The bytes of an answer, whose encoding the client may choose. */
async function bytes(target: string, acceptEncoding?: string) {
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }
  const { headers: received, rawPayload } = await app.inject({ url: target, headers })
  assert.equal(received['content-length'], String(rawPayload.length), target)
  return {
    encoding: received['content-encoding'],
    vary: received['vary'],
    etag: received['etag'],
    payload: rawPayload,
  }
}

test('design 4, HTTP: brotli and gzip, as the client prefers, decode to the bytes of identity', async () => {
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

test('design 4, HTTP: the preference of the client is obeyed, and what we lack is answered plain', async () => {
  const expected = [
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0, br;q=0', undefined],
    ['identity', undefined],
    ['*;q=0', undefined],
    ['zstd', undefined],
    ['', undefined],
    [', ;;q=x', undefined],
  ] as const
  for (const [wish, encoding] of expected)
    assert.equal((await bytes(long, wish)).encoding, encoding, wish)
})

test('design 4, HTTP: a small answer is not compressed', async () => {
  const { encoding, vary } = await bytes(short, 'br, gzip')
  assert.deepEqual([encoding, vary], [undefined, 'Accept, Accept-Encoding'])
})

test('design 4, HTTP: Vary and a strong ETag on every representation, one ETag for each encoding', async () => {
  const answers = await Promise.all([bytes(long), bytes(long, 'br'), bytes(long, 'gzip')])
  for (const { vary, etag } of answers) {
    assert.equal(vary, 'Accept, Accept-Encoding')
    assert.match(String(etag), /^"[\w-]+"$/)
  }
  assert.equal(new Set(answers.map(({ etag }) => etag)).size, 3)
  assert.notEqual((await bytes(short)).etag, (await bytes('/rates/changes?limit=2')).etag)
})
