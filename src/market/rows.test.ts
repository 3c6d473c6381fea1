import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countBefore, countBelow, grown, growingRows, push } from './rows.ts'

test('a list grows without an end, and whoever holds its old array goes on seeing what it saw', () => {
  const rows = growingRows(2)
  push(rows, 1)
  push(rows, 4)
  const before = { ...rows }
  for (let row = 5; row < 1_000; row++) push(rows, row)
  assert.deepEqual([...before.items.subarray(0, before.length)], [1, 4])
  assert.equal(rows.length, 997)
  assert.deepEqual([rows.items[0], rows.items[2], rows.items[996]], [1, 5, 999])
  assert.ok(rows.items.length < 3 * rows.length, 'room for twice as many, and no more')
})

test('an empty array grows too', () => {
  assert.ok(grown(new Uint32Array(0)).length > 0)
})

test('how many come before a border', () => {
  for (let length = 0; length < 20; length++) {
    for (let border = 0; border <= length; border++) {
      assert.equal(
        countBefore(length, (index) => index < border),
        border,
      )
    }
  }
})

test('how many rows are below a number, of those that the list has', () => {
  const rows = { items: Uint32Array.from([2, 3, 7, 0, 0]), length: 3 }
  const counts = [0, 2, 3, 4, 7, 8, 1_000].map((row) => countBelow(rows, row))
  assert.deepEqual(counts, [0, 0, 1, 2, 2, 3, 3])
})

test('a border among a million is found with a look at twenty-one of them', () => {
  let looks = 0
  const found = countBefore(1_000_000, (index) => {
    looks++
    return index < 777_777
  })
  assert.equal(found, 777_777)
  assert.ok(looks <= 21, `${looks} looks`)
})
