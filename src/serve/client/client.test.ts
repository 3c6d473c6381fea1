import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClientCache } from './client.ts'

test('the cache evicts the least recently used value and never exceeds its size', () => {
  const cache = createClientCache<{ size: number }>(10)
  const [a, b, c] = [{ size: 4 }, { size: 4 }, { size: 4 }]
  cache.set('a', a)
  cache.set('b', b)
  assert.equal(cache.get('a'), a)
  cache.set('c', c)
  assert.equal(cache.get('b'), undefined)
  assert.equal(cache.get('a'), a)
  assert.equal(cache.get('c'), c)
})

test('a value that replaces another counts once', () => {
  const cache = createClientCache<{ size: number }>(10)
  for (let round = 0; round < 5; round++) cache.set('a', { size: 6 })
  cache.set('b', { size: 4 })
  assert.deepEqual([cache.get('a'), cache.get('b')], [{ size: 6 }, { size: 4 }])
})

test('a value larger than the cache is not stored, and the old value of its address is removed', () => {
  const cache = createClientCache<{ size: number }>(10)
  cache.set('a', { size: 1 })
  cache.set('a', { size: 11 })
  assert.equal(cache.get('a'), undefined)
  cache.set('b', { size: 10 })
  assert.deepEqual(cache.get('b'), { size: 10 })
  const disabled = createClientCache<{ size: number }>(0)
  disabled.set('a', { size: 1 })
  assert.equal(disabled.get('a'), undefined)
})
