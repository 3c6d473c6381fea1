import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inSteps } from './in-steps.ts'

test('three in a turn of the event loop, in the order in which they came, and none before the turn is over', async () => {
  const done: number[] = []
  const later = inSteps(3)
  for (let i = 0; i < 7; i++) later(() => done.push(i))
  const after = [done.length]
  for (let turns = 0; turns < 4; turns++) {
    await turn()
    after.push(done.length)
    if (turns === 1) later(() => done.push(7))
  }
  assert.deepEqual(after, [0, 3, 6, 8, 8])
  assert.deepEqual(done, [0, 1, 2, 3, 4, 5, 6, 7])
})

test('what comes while others are done waits for its turn, and hastens nobody', async () => {
  const done: string[] = []
  const later = inSteps(1)
  later(() => {
    done.push('first')
    later(() => done.push('third'))
  })
  later(() => done.push('second'))
  for (const all of [['first'], ['first', 'second'], ['first', 'second', 'third']]) {
    await turn()
    assert.deepEqual(done, all)
  }
})
