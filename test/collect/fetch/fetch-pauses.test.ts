import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, dayLength, instantText } from '../../../src/domain/instant.ts'
import { until } from '../../support/cli.ts'
import { startBank } from './bank-server.ts'
import { start, testFetcher } from './test-fetcher.ts'

test('requests to one host are 10 s apart; robots.txt does not count', async (t) => {
  const bank = await startBank(t, (_, response) => response.end('page'))
  const { fetch, pauses, clock } = testFetcher()
  const url = `http://bank.example:${bank.port}/`
  await fetch({ url: `${url}1` })
  assert.deepEqual(pauses, [])
  await fetch({ url: `${url}2` })
  assert.deepEqual(pauses, [10_000])
  // Time that has passed anyway counts.
  clock.now = after(clock.now, 4_000)
  await fetch({ url: `${url}3` })
  clock.now = after(clock.now, 60_000)
  await fetch({ url: `${url}4` })
  assert.deepEqual(pauses, [10_000, 6_000])
  // The clock is set back by an hour: the pause is not longer than 10 s.
  clock.now = after(clock.now, -3_600_000)
  await fetch({ url: `${url}5` })
  assert.deepEqual(pauses, [10_000, 6_000, 10_000])
  assert.equal(bank.pages.length, 5)
})

test('a redirect to the same host waits too; other names and ports are other hosts', async (t) => {
  const bank = await startBank(t, (request, response) => {
    const to = request.url === '/same' ? '/page' : `http://www.bank.example:${bank.port}/page`
    if (request.url === '/page') response.end('page')
    else response.writeHead(302, { location: to }).end()
  })
  const other = await startBank(t, (_, response) => response.end('page'))
  const { fetch, pauses } = testFetcher()
  const url = `http://bank.example:${bank.port}`
  await fetch({ url: `${url}/same` })
  assert.deepEqual(pauses, [10_000])
  await fetch({ url: `http://bank.example:${other.port}/page` })
  assert.deepEqual(pauses, [10_000])
  await fetch({ url: `${url}/www` })
  assert.deepEqual(pauses, [10_000, 10_000])
})

test('a host gets one request at a time, and different hosts are requested together', async (t) => {
  let open = 0
  let most = 0
  const answering: (() => void)[] = []
  const bank = await startBank(t, (_, response) => {
    open++
    most = Math.max(most, open)
    answering.push(() => {
      open--
      response.end('page')
    })
  })
  const { fetch } = testFetcher()
  const fetches = (host: string): Promise<unknown>[] =>
    [1, 2, 3].map(async (page) => fetch({ url: `http://${host}:${bank.port}/${page}` }))
  const some = fetches('one.example')
  let answered = 0
  const answerAll = async (count: number): Promise<void> => {
    for (; answered < count; await sleep(5)) {
      for (const answer of answering.splice(0)) {
        await sleep(20)
        answered++
        answer()
      }
    }
  }
  await answerAll(3)
  await Promise.all(some)
  assert.equal(most, 1)
  const more = [...fetches('one.example'), ...fetches('two.example'), ...fetches('three.example')]
  assert.ok(await until(() => most === 3))
  await answerAll(12)
  await Promise.all(more)
  assert.deepEqual([most, bank.pages.length], [3, 12])
})

test('Crawl-delay makes pauses longer, never shorter', async (t) => {
  const delays: readonly (readonly [string, number])[] = [
    ['30', 30_000],
    ['2.5', 10_000],
    ['0', 10_000],
    ['-60', 10_000],
    ['soon', 10_000],
  ]
  for (const [delay, expected] of delays) {
    const bank = await startBank(t, (_, response) => response.end('page'), {
      robots: (_, response) => response.end(`User-agent: *\nCrawl-delay: ${delay}\n`),
    })
    const { fetch, pauses } = testFetcher()
    const url = `http://bank.example:${bank.port}/`
    await fetch({ url })
    await fetch({ url })
    assert.deepEqual(pauses, [expected], delay)
  }
})

test('a Crawl-delay of more than five minutes ends the fetch with the time of the next one', async (t) => {
  const bank = await startBank(t, (_, response) => response.end('page'), {
    robots: (_, response) => response.end('User-agent: Ratebook\nCrawl-delay: 3600\n'),
  })
  const { fetch, pauses, clock } = testFetcher()
  const url = `http://bank.example:${bank.port}/`
  assert.equal((await fetch({ url })).kind, 'fetched')
  const outcome = await fetch({ url })
  assert.ok(outcome.kind === 'refused' && outcome.code === 'wait', outcome.kind)
  assert.equal(outcome.retryAt, after(start, 3_600_000))
  assert.match(outcome.message, /no request before 2026-06-09T10:00:00Z \(Crawl-delay\)\.$/)
  assert.deepEqual([pauses, bank.pages.length], [[], 1])
  clock.now = after(start, 3_600_000)
  assert.equal((await fetch({ url })).kind, 'fetched')
})

test('Retry-After is obeyed for the whole host, in seconds and as a date', async (t) => {
  const headers: readonly (readonly [number, string, number | undefined])[] = [
    [503, '120', 120_000],
    [429, ' 7200 ', 7_200_000],
    [429, 'Tue, 09 Jun 2026 12:00:00 GMT', 3 * 3_600_000],
    // At most a week.
    [503, '99999999999999999999', 7 * dayLength],
    [503, 'Tue, 09 Jun 2099 12:00:00 GMT', 7 * dayLength],
    // Past times, other statuses, and texts that are neither.
    [503, '0', undefined],
    [503, 'Mon, 08 Jun 2026 12:00:00 GMT', undefined],
    [503, '-5', undefined],
    [503, '1.5', undefined],
    [503, '2026-06-10', undefined],
    [500, '120', undefined],
  ]
  for (const [status, text, expected] of headers) {
    let isBusy = true
    const bank = await startBank(t, (_, response) => {
      if (isBusy) response.writeHead(status, { 'retry-after': text }).end('later')
      else response.end('page')
    })
    const { fetch, clock } = testFetcher()
    const url = `http://bank.example:${bank.port}/`
    const outcome = await fetch({ url })
    assert.equal('code' in outcome && outcome.code, 'status')
    const retryAt = expected === undefined ? undefined : after(start, expected)
    assert.equal('retryAt' in outcome ? outcome.retryAt : undefined, retryAt, text)
    isBusy = false
    if (retryAt === undefined) {
      assert.equal((await fetch({ url })).kind, 'fetched', text)
      continue
    }
    clock.now = after(retryAt, -1)
    const early = await fetch({ url: `${url}other` })
    assert.ok(early.kind === 'refused' && early.code === 'wait', text)
    assert.equal(early.retryAt, retryAt)
    assert.ok(early.message.includes(`before ${instantText(retryAt)} (Retry-After)`))
    assert.equal(bank.pages.length, 1)
    clock.now = retryAt
    assert.equal((await fetch({ url })).kind, 'fetched', text)
  }
})

test('an abort ends fetches that wait, and those that wait for their turn', async (t) => {
  const bank = await startBank(t, (_, response) => response.end('page'))
  const stop = new AbortController()
  const { signal } = stop
  const url = `http://bank.example:${bank.port}/`
  // The real pause of 10 s.
  const pause = (milliseconds: number): Promise<void> => sleep(milliseconds, undefined, { signal })
  const { fetch } = testFetcher({ signal, pause })
  await fetch({ url })
  const waiting = [fetch({ url }), fetch({ url })]
  stop.abort()
  for (const outcome of await Promise.all(waiting)) {
    assert.ok(outcome.kind === 'failed' && outcome.code === 'stopped', outcome.kind)
  }
  assert.equal(bank.pages.length, 1)
})

test('after two days a host is as new: its robots.txt is fetched again, and nothing waits', async (t) => {
  const bank = await startBank(t, (_, response) => response.end('page'))
  const { fetch, clock, pauses } = testFetcher()
  for (const name of ['one', 'two', 'three']) {
    await fetch({ url: `http://${name}.example:${bank.port}/` })
    clock.now = after(clock.now, 2 * dayLength)
  }
  await fetch({ url: `http://one.example:${bank.port}/` })
  assert.deepEqual([pauses, bank.requests.length], [[], 8])
})
