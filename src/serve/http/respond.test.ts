import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodings } from './formats/format.ts'
import { compress } from './respond.ts'

const bodies = [0, 1, 900, 40_000, 200_000].map((length) =>
  Buffer.from('„ü“,{"rate_pa":"8.500"},'.repeat(length / 20 + 1).slice(0, length)),
)

test('a body for the cache keeps no larger block in memory', async () => {
  for (const body of bodies) {
    for (const encoding of encodings) {
      const { buffer, length } = await compress(body, encoding)
      assert.equal(buffer.byteLength, length)
    }
  }
})
