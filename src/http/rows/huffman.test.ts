import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import { codesFor } from './huffman.ts'

test('the codes are those of the example of RFC 1951, 3.2.2', () => {
  // A to H, whose codes have 3, 3, 3, 3, 3, 2, 4 and 4 bits; ours begin with the lowest.
  const codes = codesFor([5, 5, 5, 5, 5, 12, 2, 2], 15)
  const text = codes.map(([bits, count]) =>
    Array.from({ length: count }, (_, i) => (bits >> i) & 1).join(''),
  )
  assert.deepEqual(text, ['010', '011', '100', '101', '110', '00', '1110', '1111'])
})

test('no code begins with another, all of them together leave nothing out, and what weighs more is not longer', () => {
  const weights = fc.array(fc.oneof(fc.nat(9), fc.nat(100_000)), { minLength: 2, maxLength: 286 })
  fc.assert(
    fc.property(weights, fc.integer({ min: 9, max: 15 }), (some, most) => {
      fc.pre(some.filter((weight) => weight > 0).length > 1)
      const codes = codesFor(some, most)
      const used = codes.filter(([, count]) => count > 0)
      assert.deepEqual(
        codes.map(([, count]) => count > 0),
        some.map((weight) => weight > 0),
      )
      assert.equal(
        used.reduce((sum, [, count]) => sum + 2 ** (most - count), 0),
        2 ** most,
      )
      const ends = new Set(
        used.flatMap(([bits, count]) =>
          Array.from({ length: count }, (_, i) => `${i + 1}:${bits & ((2 << i) - 1)}`).slice(0, -1),
        ),
      )
      for (const [bits, count] of used) assert.ok(!ends.has(`${count}:${bits}`))
      for (const [i, weight] of some.entries())
        if (weight > 4 * Math.max(...some.slice(i + 1), 1))
          assert.ok((codes[i]?.[1] ?? 0) <= Math.min(...codes.slice(i + 1).map(([, c]) => c || 15)))
    }),
    runs(200),
  )
})
