import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import * as fc from 'fast-check'
import { runs } from '../../test/support/generators.ts'
import {
  addLiterals,
  addMatch,
  beginBlock,
  endBlock,
  mostDeflated,
  window,
  type Deflated,
} from './deflate.ts'

/** Bytes that are written out, or how far back those stand that follow, and how many. */
type Token = Uint8Array | { readonly distance: number; readonly length: number }

/** What zlib makes of some tokens that were deflated, and what they stand for. */
function bothWays(tokens: readonly Token[]): readonly [got: Buffer, expected: Buffer] {
  const expected: number[] = []
  for (const token of tokens) {
    if (token instanceof Uint8Array) expected.push(...token)
    else {
      for (let i = 0; i < token.length; i++) expected.push(expected.at(-token.distance) as number)
    }
  }
  const bytes = new Uint8Array(mostDeflated(expected.length))
  const out: Deflated = { bytes: new DataView(bytes.buffer), length: 0, bits: 0, bitCount: 0 }
  beginBlock(out)
  for (const token of tokens) {
    if (token instanceof Uint8Array) addLiterals(out, token, 0, token.length)
    else addMatch(out, token.distance, token.length)
  }
  endBlock(out)
  assert.ok(out.length <= bytes.length)
  return [inflateRawSync(bytes.subarray(0, out.length)), Buffer.from(expected)]
}

test('every byte, and every length of a match, inflates to itself', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const matches = Array.from({ length: 1_100 }, (_, i) => ({
    distance: 1 + (i % 256),
    length: 3 + i,
  }))
  const [got, expected] = bothWays([all, ...matches])
  assert.ok(got.equals(expected))
})

test('every distance inflates to itself', () => {
  const noise = Uint8Array.from(
    { length: window },
    (_, i) => (Math.imul(i, 0x9e3779b1) >>> 13) & 255,
  )
  const matches = Array.from({ length: window }, (_, i) => ({ distance: 1 + i, length: 3 }))
  const [got, expected] = bothWays([noise, ...matches])
  assert.ok(got.equals(expected))
})

test('any row of literals and matches inflates to what it stands for', () => {
  const literals = fc.uint8Array({ minLength: 1, maxLength: 40 })
  const match = fc.record({ distance: fc.nat(), length: fc.integer({ min: 3, max: 600 }) })
  fc.assert(
    fc.property(literals, fc.array(fc.oneof(literals, match), { maxLength: 40 }), (first, rest) => {
      let length = 0
      const tokens = [first, ...rest].map((token) => {
        const before = length
        length += token.length
        return token instanceof Uint8Array
          ? token
          : { ...token, distance: 1 + (token.distance % Math.min(before, window)) }
      })
      const [got, expected] = bothWays(tokens)
      assert.ok(got.equals(expected))
    }),
    runs(200),
  )
})
