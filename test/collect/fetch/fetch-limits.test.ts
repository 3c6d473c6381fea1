import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '../../../src/domain/instant.ts'
import { startBank } from './bank-server.ts'
import { assertHarmless, runAttacks } from './run-attacks.ts'
import { testFetcher } from './test-fetcher.ts'

test('bombs, endless and dripping responses end within the limits, and the process grows by less than 64 MB', async (t) => {
  assertHarmless(await runAttacks(t, 200))
})

test('the limit of time holds for a page with its redirects, without the pauses', async (t) => {
  const bank = await startBank(t, (request, response) => {
    const left = Number(request.url?.slice(1))
    void sleep(300).then(() =>
      left === 0
        ? response.end('page')
        : response.writeHead(302, { location: `/${left - 1}` }).end(),
    )
  })
  const url = `http://bank.example:${bank.port}`
  let paused = 0
  const slow = {
    now: () => (Date.now() + paused) as Instant,
    pause: (milliseconds: number): Promise<void> => {
      paused += milliseconds
      return Promise.resolve()
    },
  }
  const late = await testFetcher({ ...slow, limits: { total: 700 } }).fetch({ url: `${url}/3` })
  assert.ok(late.kind === 'failed' && late.code === 'timeout', late.kind)
  assert.match(late.message, /was not answered completely within 0\.7 s\.$/)
  assert.ok(late.redirects.length < 3)
  const whole = await testFetcher({ ...slow, limits: { total: 25_000 } }).fetch({ url: `${url}/2` })
  assert.equal(whole.kind, 'fetched')
  assert.ok(paused >= 20_000)
})

test('a connection that is never made, and a name that is never resolved, end within the limit', async () => {
  const limits = { connect: 200 }
  const { fetch } = testFetcher({ limits, resolve: () => {} })
  const outcome = await fetch({ url: 'http://bank.example/' })
  assert.ok(outcome.kind === 'failed' && outcome.code === 'connect', outcome.kind)
  assert.equal(outcome.message, 'There was no connection to bank.example within 0.2 s.')
})

test('a body may have exactly the limits of bytes and ratio, and not one byte more', async (t) => {
  const bank = await startBank(t, (request, response) => {
    const [, encoding = '', size = ''] = request.url?.split('/') ?? []
    const body = Buffer.alloc(Number(size), 'x')
    response.setHeader('content-encoding', encoding)
    response.end(encoding === 'gzip' ? gzipSync(body) : body)
  })
  const url = `http://bank.example:${bank.port}`
  const sent = gzipSync(Buffer.alloc(1_000, 'x')).length
  const cases: readonly (readonly [string, number, object, string])[] = [
    ['identity', 1_000, { bodyBytes: 1_000 }, 'fetched'],
    ['identity', 1_001, { bodyBytes: 1_000 }, 'too-large'],
    ['gzip', 1_000, { bodyBytes: 1_000 }, 'fetched'],
    ['gzip', 1_001, { bodyBytes: 1_000 }, 'too-large'],
    ['gzip', 1_000, { ratio: 1_000 / sent }, 'fetched'],
    ['gzip', 1_000, { ratio: 999 / sent }, 'ratio'],
    ['identity', 0, {}, 'fetched'],
  ]
  for (const [encoding, size, limits, expected] of cases) {
    const { fetch } = testFetcher({ limits })
    const outcome = await fetch({ url: `${url}/${encoding}/${size}` })
    const end = 'code' in outcome ? outcome.code : outcome.kind
    assert.equal(end, expected, `${encoding} ${size} ${JSON.stringify(limits)}`)
    if (outcome.kind === 'fetched') assert.equal(outcome.body.length, size)
    // What arrived is kept, as it was sent.
    else assert.ok('body' in outcome && (outcome.body?.length ?? 0) > 0)
  }
})

test('headers may have 32 KiB', async (t) => {
  const bank = await startBank(t, (request, response) => {
    response.setHeader('x', 'y'.repeat(Number(request.url?.slice(1))))
    response.end('page')
  })
  const url = `http://bank.example:${bank.port}`
  assert.equal((await testFetcher().fetch({ url: `${url}/30000` })).kind, 'fetched')
  const outcome = await testFetcher().fetch({ url: `${url}/40000` })
  assert.ok(outcome.kind === 'failed' && outcome.code === 'headers-too-large')
})
