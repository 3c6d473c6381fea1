import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measure, measureRows } from './measure.ts'
import { addPiece, noPieces } from './pieces.ts'

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
