import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { encodings } from './formats/format.ts'
import { compress, isWorthCompressing } from './respond.ts'

const decompress = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
}
const bodies = [0, 1, 900, 40_000, 200_000].map((length) =>
  Buffer.from('„ü“,{"rate_pa":"8.500"},'.repeat(length / 20 + 1).slice(0, length)),
)

test('every encoding decompresses to the body', async () => {
  for (const body of bodies) {
    for (const encoding of encodings) {
      assert.ok(decompress[encoding](await compress(body, encoding)).equals(body))
    }
  }
})

test('a body for the cache keeps no larger block in memory', async () => {
  for (const body of bodies) {
    for (const encoding of encodings) {
      const { buffer, length } = await compress(body, encoding)
      assert.equal(buffer.byteLength, length)
    }
  }
})

test('bodies below the size of a packet are not worth compressing', () => {
  assert.deepEqual([0, 859, 860, 100_000].map(isWorthCompressing), [false, false, true, true])
})
