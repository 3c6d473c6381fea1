import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { runs } from '../../test/support/generators.ts'
import { createCrcJoin } from './crc.ts'

test('the checksum of two texts, from theirs, is that of both together', () => {
  const join = createCrcJoin()
  const bytes = fc.uint8Array({ maxLength: 400 })
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const both = crc32(Buffer.concat([a, b]))
      assert.equal(join(crc32(a), crc32(b), b.length) >>> 0, both)
      assert.equal(join(crc32(a) | 0, crc32(b) | 0, b.length) >>> 0, both)
    }),
    runs(500),
  )
})
