import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDerived } from '../../src/http/derived.ts'
import { defaultLimits } from '../../src/http/server/limits.ts'
import { createMcp } from '../../src/http/mcp/mcp.ts'
import { emptyMarket } from '../../src/market/market.ts'
import { callText } from '../support/mcp.ts'
import { at } from '../support/sample-market.ts'

test('an SDK that could not be loaded is loaded when it is asked for again', async () => {
  const view = () => ({
    market: emptyMarket,
    isHealthy: true,
    now: at('2026-03-01T00:00:00Z'),
    derived: createDerived(),
  })
  let times = 0
  const bring = () =>
    times++ === 0
      ? Promise.reject(new Error('EMFILE: too many open files'))
      : import('@modelcontextprotocol/server')
  const mcp = createMcp(view, defaultLimits, () => assert.fail('an error of ours'), bring)
  const ask = () =>
    mcp({ 'content-type': 'application/json' }, Buffer.from(callText('list_current_offers')))
  await assert.rejects(ask(), /EMFILE/)
  assert.equal((await ask()).status, 200)
  assert.equal((await ask()).status, 200)
  assert.equal(times, 2, 'once it is there it stays')
})
