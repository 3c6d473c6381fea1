import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import { createRowValues, cutSize, textOfParts, type PieceParts } from './row-values.ts'

const text = fc.string({ unit: 'binary', maxLength: 120 })
const parts = fc.nat(4).chain((count): fc.Arbitrary<PieceParts> => {
  const some = (length: number, of = text) => fc.array(of, { minLength: length, maxLength: length })
  const gap = fc.string({ unit: 'binary', minLength: 3, maxLength: 120 })
  return fc.record({ frame: some(count + 1, gap), values: some(count) })
})

test('pieces are cut until their room is full, and nothing around it is touched', () => {
  fc.assert(
    fc.property(
      fc.array(parts, { minLength: 40, maxLength: 60 }),
      fc.nat(20_000),
      (pieces, size) => {
        const bytes = new Uint8Array(40_000).fill(0xff)
        const numbers = new Int32Array(bytes.buffer)
        // What is known of each piece stands at the beginning.
        const [start, end] = [64 * cutSize, 64 * cutSize + 4 * (size >> 2)]
        const values = createRowValues()
        values.begin(start, end)
        let done = 0
        while (done < pieces.length) {
          const piece = pieces[done]
          if (piece === undefined || !values.cut({ bytes, numbers }, cutSize * done, piece)) break
          done++
        }
        assert.ok(done > 0 || size < 4_000)
        assert.ok(bytes.subarray(cutSize * done, start).every((byte) => byte === 0xff))
        assert.ok(bytes.subarray(end).every((byte) => byte === 0xff))
        const placesOf = new Map<string, number>()
        for (let i = 0; i < done; i++) {
          const piece = pieces[i]
          assert.ok(piece)
          const [sum = 0, shift, lead, size, ...rest] = numbers.subarray(
            (i * cutSize) / 4,
            ((i + 1) * cutSize) / 4,
          )
          assert.equal(sum >>> 0, crc32(textOfParts(piece)))
          assert.notEqual(shift, 0)
          assert.equal(lead, Buffer.byteLength(piece.frame[0] ?? ''))
          assert.equal(size, 12 * piece.values.length)
          for (const [j, value] of piece.values.entries()) {
            const [place = 0, length, behind] = rest.slice(3 * j)
            assert.equal(length, Buffer.byteLength(value))
            assert.equal(behind, Buffer.byteLength(piece.frame[j + 1] ?? ''))
            assert.equal(placesOf.get(value) ?? place, place, 'one place for one text')
            placesOf.set(value, place)
          }
        }
        assert.equal(new Set(placesOf.values()).size, placesOf.size, 'and for no other')
      },
    ),
    runs(200),
  )
})

test('a piece with more values than have room is refused', () => {
  const values = createRowValues()
  values.begin(64, 4_096)
  const bytes = new Uint8Array(4_096)
  const five = { frame: ['', '', '', '', '', ''], values: ['1', '2', '3', '4', '5'] }
  assert.throws(
    () => values.cut({ bytes, numbers: new Int32Array(bytes.buffer) }, 0, five),
    /has 5 values/,
  )
})

test('a piece in which a match could be shorter than three bytes is refused', () => {
  const cut = (frame: readonly string[], values: readonly string[]): boolean => {
    const cutting = createRowValues()
    cutting.begin(64, 4_096)
    const bytes = new Uint8Array(4_096)
    return cutting.cut({ bytes, numbers: new Int32Array(bytes.buffer) }, 0, { frame, values })
  }
  assert.ok(cut(['', '":"', ''], ['1', '2']))
  assert.ok(cut(['', '', ''], ['1', 'two']))
  assert.throws(() => cut(['', '":', ''], ['1', 'two']), /Too little stands behind 1/)
  assert.throws(() => cut(['', '', ''], ['1', 'ab']), /Too little stands behind 1/)
})
