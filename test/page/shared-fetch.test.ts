import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPageClient } from '../../web/api/api.ts'

test('equal requests share a response, but one that asks for a later book is sent', async (t) => {
  // The responses stay shared for seconds; the test does not wait for that.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const positions = [10, 11]
  let sent = 0
  t.mock.method(globalThis, 'fetch', () => {
    const headers = {
      'ratebook-position': String(positions[sent++]),
      date: new Date().toUTCString(),
    }
    return Promise.resolve(Response.json([], { headers }))
  })
  const client = createPageClient({
    baseUrl: 'http://x/',
    knownAt: '',
    sampleEnd: '',
    onAnswer: () => {},
  })
  const read = async (minPosition?: number) =>
    (await client.listRateChanges({}, { ...(minPosition !== undefined && { minPosition }) }))
      .position
  assert.deepEqual([await read(), await read(), sent], [10, 10, 1])
  assert.deepEqual([await read(11), await read(11), sent], [11, 11, 2])
})
