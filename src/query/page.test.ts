import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newestFirst, pageOf } from './page.ts'

const list = (...items: number[]) => ({ items: Uint32Array.from(items), length: items.length })
const page = (...given: Parameters<typeof pageOf>) => [...newestFirst(pageOf(...given))]

test('a page is read from the end of a list: the newest first', () => {
  assert.deepEqual(page(list(2, 4, 6, 8), { offset: 1, limit: 2 }), [6, 4])
  assert.deepEqual(page(list(2, 4), { offset: 0, limit: 1000 }), [4, 2])
  assert.deepEqual(page(list(2, 4), { offset: 2, limit: 1 }), [])
  assert.deepEqual(page(list(2, 4), { offset: 9_007_199_254_740_991, limit: 1000 }), [])
  assert.deepEqual(page(list(), { offset: 0, limit: 1 }), [])
})

test('of what stands before the first, and after the length of the list, nothing', () => {
  assert.deepEqual(page(list(2, 4, 6), { offset: 0, limit: 9 }, 1), [6, 4])
  assert.deepEqual(page(list(2, 4, 6), { offset: 1, limit: 9 }, 3), [])
  assert.deepEqual(page({ ...list(2, 4, 6), length: 2 }, { offset: 0, limit: 9 }), [4, 2])
})
