import assert from 'node:assert/strict'
import { test } from 'node:test'
import { append, emptyLog, newestFirst, oldestFirst } from './log.ts'

test('every version of a log stays as it was', () => {
  const empty = emptyLog<string>()
  const one = append(empty, ['a'])
  const two = append(one, ['b', 'c'])
  assert.deepEqual([...oldestFirst(empty)], [])
  assert.deepEqual([...oldestFirst(one)], ['a'])
  assert.deepEqual([...oldestFirst(two)], ['a', 'b', 'c'])
  assert.deepEqual([...newestFirst(two)], ['c', 'b', 'a'])
  assert.deepEqual([...newestFirst(one)], ['a'])
})

test('two futures of one version do not see each other', () => {
  const one = append(emptyLog<string>(), ['a'])
  const [left, right] = [append(one, ['left']), append(one, ['right'])]
  assert.deepEqual([...oldestFirst(left)], ['a', 'left'])
  assert.deepEqual([...oldestFirst(right)], ['a', 'right'])
  assert.deepEqual([...oldestFirst(one)], ['a'])
})

test('the newest version is continued without a copy, and an empty one never is', () => {
  const one = append(emptyLog<string>(), ['a'])
  assert.equal(append(one, ['b']).items, one.items)
  const empty = emptyLog<string>()
  append(empty, ['a'])
  assert.deepEqual(empty.items, [])
})
