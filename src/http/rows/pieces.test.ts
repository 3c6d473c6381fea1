import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import { measure } from './measure.ts'
import { addPiece, copyPieces, noPieces } from './pieces.ts'

const texts = fc.array(fc.string({ unit: 'binary', maxLength: 90 }), {
  minLength: 1,
  maxLength: 12,
})

test('pieces are copied one behind the other, and nothing before or behind them is touched', () => {
  fc.assert(
    fc.property(
      texts,
      fc.array(fc.nat(), { maxLength: 12 }),
      fc.nat(40),
      fc.nat(40),
      (all, some, before, behind) => {
        const pieces = noPieces()
        for (const text of all) addPiece(pieces, text)
        const numbers = Int32Array.from(some, (number) => number % all.length)
        const expected = Buffer.from(Array.from(numbers, (number) => all[number]).join(''))
        const { length } = measure(pieces, [...numbers])
        assert.equal(length, expected.length)
        const memory = Buffer.alloc(before + length + behind, 0xff)
        assert.equal(copyPieces(pieces, numbers, numbers.length, memory, before), before + length)
        assert.ok(memory.subarray(before, before + length).equals(expected))
        const around = [...memory.subarray(0, before), ...memory.subarray(before + length)]
        assert.ok(around.every((byte) => byte === 0xff))
      },
    ),
    runs(1_000),
  )
})
