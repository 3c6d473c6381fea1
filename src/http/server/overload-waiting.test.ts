import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLimits } from './limits.ts'
import { createGate } from './overload.ts'

test('answers that wait for something are counted, and one more is refused until one of them is done', async () => {
  const gate = createGate({ ...defaultLimits, underWay: 3 }, () => 0)
  const anyone = {}
  const finish: (() => void)[] = []
  const work = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    finish.push(resolve)
    return promise
  }
  const all = [gate.during(work), gate.during(work)]
  assert.equal(gate.admits(anyone), true)
  all.push(gate.during(work))
  assert.equal(gate.admits(anyone), false)
  finish[0]?.()
  await all[0]
  assert.equal(gate.admits(anyone), true)
  all.push(gate.during(() => Promise.reject(new Error('no'))))
  await assert.rejects(all[3] ?? Promise.resolve(), /no/)
  assert.equal(gate.admits(anyone), true, 'one that fails is done as well')
})
