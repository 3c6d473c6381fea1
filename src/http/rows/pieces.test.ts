import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import {
  addPiece,
  copyPieces,
  markOf,
  markOfText,
  markText,
  measure,
  measureRows,
  noPieces,
} from './pieces.ts'

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

test('pieces and rows have the same names on every node and after every start', () => {
  const pieces = noPieces()
  for (const text of ['a', 'bb', 'ccc']) addPiece(pieces, text)
  assert.deepEqual(markOf(pieces, 1), markOfText('bb'))
  assert.equal(markText(markOfText('bb')), '-1780784069.1674008011')
  assert.deepEqual(measure(pieces, [0, 1]), {
    length: 3,
    mark: { high: -793_159_508, low: 1_279_986_906 },
  })
  assert.deepEqual(measureRows(pieces, Int32Array.of(0, 1, 2, 2, 1, 1), 6), {
    length: 13,
    mark: { high: 109_192_294, low: 1_843_641_994 },
  })
})

test('what some pieces are called depends on each of them and on their order', () => {
  const pieces = noPieces()
  for (const text of ['a', 'b', 'c']) addPiece(pieces, text)
  const lists = [[], [0], [1], [0, 1], [1, 0], [0, 1, 2], [0, 0, 1], [0, 1, 1]]
  const marks = lists.map((list) => measure(pieces, list).mark)
  assert.equal(new Set(marks.map(({ high }) => high)).size, lists.length)
  assert.equal(new Set(marks.map(({ low }) => low)).size, lists.length)
})

test('what rows are called depends on each piece, on its place in the row, and on the order of the rows', () => {
  const pieces = noPieces()
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) addPiece(pieces, text)
  const lists = [
    [],
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
    [0, 0, 0],
    [0, 1, 2, 3, 4, 5],
    [3, 4, 5, 0, 1, 2],
    [0, 4, 2, 3, 1, 5],
    [0, 1, 5, 3, 4, 2],
  ]
  const measures = lists.map((list) => measureRows(pieces, Int32Array.from(list), list.length))
  assert.deepEqual(
    measures.map(({ length }) => length),
    lists.map((list) => list.length),
  )
  assert.equal(new Set(measures.map(({ mark }) => mark.high)).size, lists.length)
  assert.equal(new Set(measures.map(({ mark }) => mark.low)).size, lists.length)
})
