import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemory } from './memory.ts'

test('the least recently used is forgotten first, and never more is kept than the bound', () => {
  const memory = createMemory<{ size: number }>(10)
  const [a, b, c] = [{ size: 4 }, { size: 4 }, { size: 4 }]
  memory.set('a', a)
  memory.set('b', b)
  assert.equal(memory.get('a'), a)
  memory.set('c', c)
  assert.equal(memory.get('b'), undefined)
  assert.equal(memory.get('a'), a)
  assert.equal(memory.get('c'), c)
})

test('what takes the place of another value counts once', () => {
  const memory = createMemory<{ size: number }>(10)
  for (let round = 0; round < 5; round++) memory.set('a', { size: 6 })
  memory.set('b', { size: 4 })
  assert.deepEqual([memory.get('a'), memory.get('b')], [{ size: 6 }, { size: 4 }])
})

test('what is larger than the bound is not kept, and takes the place of what was there', () => {
  const memory = createMemory<{ size: number }>(10)
  memory.set('a', { size: 1 })
  memory.set('a', { size: 11 })
  assert.equal(memory.get('a'), undefined)
  memory.set('b', { size: 10 })
  assert.deepEqual(memory.get('b'), { size: 10 })
  const none = createMemory<{ size: number }>(0)
  none.set('a', { size: 1 })
  assert.equal(none.get('a'), undefined)
})
