import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lazyProperty } from './lazy-property.ts'

const made: string[] = []
const loud = lazyProperty('loud', (text: string) => {
  made.push(text)
  if (text === '') throw new Error('nothing to say')
  return text.toUpperCase()
})

test('it is worked out when it is first read, once, and what it was worked out of goes', () => {
  const one = loud.give({ name: 'one' }, 'hello')
  assert.equal(loud.sourceOf(one), 'hello')
  assert.deepEqual(made, [])
  assert.equal(one.loud, 'HELLO')
  assert.equal(one.loud, 'HELLO')
  assert.deepEqual(made, ['hello'])
  assert.equal(loud.sourceOf(one), undefined)
  assert.equal(loud.sourceOf({}), undefined)
})

test('an object with it is as one that always had it: compared, written and spread', () => {
  const one = () => loud.give({ name: 'one' }, 'hi')
  assert.deepEqual(one(), { name: 'one', loud: 'HI' })
  assert.equal(JSON.stringify(one()), '{"name":"one","loud":"HI"}')
  const { name, ...rest } = { ...one() }
  assert.deepEqual([name, rest], ['one', { loud: 'HI' }])
  assert.deepEqual(Object.keys(one()), ['name', 'loud'])
})

test('what cannot be worked out is tried, and fails, at every reading', () => {
  const one = loud.give({}, '')
  assert.throws(() => one.loud, /nothing to say/)
  assert.throws(() => one.loud, /nothing to say/)
})
