import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import { createRowAtoms } from './row-atoms.ts'

test('pieces are cut until their room is full, and nothing around it is touched', () => {
  const text = fc.oneof(
    fc.string({ minLength: 1, unit: 'binary', maxLength: 300 }),
    fc.constant('"1","2":"3"'),
  )
  fc.assert(
    fc.property(fc.array(text, { minLength: 40, maxLength: 60 }), fc.nat(20_000), (texts, size) => {
      const bytes = new Uint8Array(40_000).fill(0xff)
      const memory = { bytes, numbers: new Int32Array(bytes.buffer) }
      // What is known of each piece stands at the beginning, 16 bytes each.
      const [start, end] = [1_024, 1_024 + 4 * (size >> 2)]
      const atoms = createRowAtoms()
      atoms.begin(start, end)
      let done = 0
      while (done < texts.length && atoms.cut(memory, 16 * done, Buffer.from(texts[done] ?? '')))
        done++
      assert.ok(done > 0 || size < 4_000)
      assert.ok(bytes.subarray(16 * done, start).every((byte) => byte === 0xff))
      assert.ok(bytes.subarray(end).every((byte) => byte === 0xff))
      for (let piece = 0; piece < done; piece++) {
        const [, list = 0] = memory.numbers.subarray(4 * piece)
        const [count = 0, ...places] = memory.numbers.subarray(list / 4)
        const cut = places.slice(0, count).map((place) => memory.numbers[place / 4 + 1] ?? 0)
        assert.equal(
          cut.reduce((sum, length) => sum + length, 0),
          Buffer.byteLength(texts[piece] ?? ''),
        )
      }
    }),
    runs(200),
  )
})
