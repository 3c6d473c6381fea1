import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyRecords } from '../market/records.ts'
import { countOf, pageOf, type Page, type RowList } from './page.ts'

const records = emptyRecords()
const list = (...rows: number[]): RowList => {
  const items = Uint32Array.from(rows)
  return { records, cells: records.cells, items, first: 0, length: items.length }
}
const page = (of: RowList, asked: Page) => {
  const { items = new Uint32Array(0), start, end } = pageOf(of, asked)
  return [...items.subarray(start, end)].reverse()
}

test('a page is read from the end of a list: the newest first', () => {
  assert.deepEqual(page(list(2, 4, 6, 8), { offset: 1, limit: 2 }), [6, 4])
  assert.deepEqual(page(list(2, 4), { offset: 0, limit: 1000 }), [4, 2])
  assert.deepEqual(page(list(2, 4), { offset: 2, limit: 1 }), [])
  assert.deepEqual(page(list(2, 4), { offset: 9_007_199_254_740_991, limit: 1000 }), [])
  assert.deepEqual(page(list(), { offset: 0, limit: 1 }), [])
})

test('of what stands before the first, and after the length of the list, nothing', () => {
  assert.deepEqual(page({ ...list(2, 4, 6), first: 1 }, { offset: 0, limit: 9 }), [6, 4])
  assert.deepEqual(page({ ...list(2, 4, 6), first: 3 }, { offset: 1, limit: 9 }), [])
  assert.deepEqual(page({ ...list(2, 4, 6), length: 2 }, { offset: 0, limit: 9 }), [4, 2])
  assert.equal(countOf({ ...list(2, 4, 6), first: 1 }), 2)
})
