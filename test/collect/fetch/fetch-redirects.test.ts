import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBank } from './bank-server.ts'
import { testFetcher } from './test-fetcher.ts'

test('at most three redirects are followed, and each is listed', async (t) => {
  const bank = await startBank(t, (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('page')
    else response.writeHead(301 + (left % 2), { location: String(left - 1) }).end('moved')
  })
  const url = `http://bank.example:${bank.port}`
  const { fetch } = testFetcher()
  const followed = await fetch({ url: `${url}/3` })
  assert.equal(followed.kind, 'fetched')
  assert.equal(followed.url, `${url}/0`)
  assert.deepEqual(followed.redirects, [
    { url: `${url}/3`, status: 302 },
    { url: `${url}/2`, status: 301 },
    { url: `${url}/1`, status: 302 },
  ])
  const refused = await fetch({ url: `${url}/4` })
  assert.ok(refused.kind === 'refused' && refused.code === 'redirect')
  assert.match(refused.message, /\/4 was redirected more than 3 times\.$/)
  assert.deepEqual([refused.redirects.length, refused.url, bank.pages.length], [4, `${url}/1`, 8])
})

test('a redirect loop ends', async (t) => {
  const bank = await startBank(t, (_, response) => response.writeHead(307, { location: '/' }).end())
  const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
  assert.equal('code' in outcome && outcome.code, 'redirect')
  assert.equal(bank.pages.length, 4)
})

test('redirects lead only to the same registrable domain, or to a host of the source', async (t) => {
  const last = await startBank(t, (_, response) => response.end('page'))
  let target = ''
  const first = await startBank(t, (_, response) =>
    response.writeHead(302, { location: `http://${target}:${last.port}/` }).end(),
  )
  const cases: readonly (readonly [string, string, boolean, ...string[]])[] = [
    ['bank.example', 'www.bank.example', true],
    ['www.bank.example', 'bank.example', true],
    ['a.bank.com.lk', 'b.c.bank.com.lk', true],
    ['bank.com.lk', 'other.com.lk', false],
    ['bank.example', 'bank.test', false],
    ['bank.example', 'evilbank.example', false],
    ['bank.example', 'bank.example.evil.test', false],
    // Each customer of a hosting service has a domain of its own.
    ['bank.github.io', 'other.github.io', false],
    ['localhost', 'bank.localhost', false],
    ['bank.example', '127.0.0.1', false],
    ['127.0.0.1', 'bank.example', false],
    ['bank.example', 'cdn.test', true, 'cdn.test'],
    ['bank.example', 'x.cdn.test', false, 'cdn.test'],
    ['bank.example', '127.0.0.1', true, '127.0.0.1'],
  ]
  for (const [from, to, isFollowed, ...hosts] of cases) {
    target = to
    const outcome = await testFetcher().fetch({ url: `http://${from}:${first.port}/`, hosts })
    const expected = isFollowed ? 'fetched' : 'redirect'
    assert.equal('code' in outcome ? outcome.code : outcome.kind, expected, `${from} ${to}`)
  }
})

test('a redirect from https to http, to another scheme, or to no URL is not followed', async (t) => {
  const onlyHttp = 'was not requested: only http and https are.'
  const targets: readonly (readonly [string, string, string])[] = [
    ['file:///etc/passwd', 'url', `: "file:///etc/passwd" ${onlyHttp}`],
    ['ftp://bank.example/', 'url', `: "ftp://bank.example/" ${onlyHttp}`],
    ['javascript:alert(1)', 'url', `: "javascript:alert(1)" ${onlyHttp}`],
    ['http://user:password@bank.example/', 'url', 'it has a user name or a password.'],
    [`/${'a'.repeat(2_000)}`, 'url', 'characters.'],
    ['http://', 'redirect', ' to something that is not a URL.'],
    ['http://[::1', 'redirect', ' to something that is not a URL.'],
  ]
  for (const [location, code, end] of targets) {
    const bank = await startBank(t, (_, response) => response.writeHead(302, { location }).end())
    const url = `http://bank.example:${bank.port}/`
    const outcome = await testFetcher().fetch({ url })
    assert.ok(outcome.kind === 'refused' && outcome.code === code, location)
    assert.ok(outcome.message.startsWith(`${url} was redirected`), outcome.message)
    assert.ok(outcome.message.endsWith(end), outcome.message)
    assert.equal(bank.pages.length, 1)
  }
})

test('a redirect without Location, and other statuses of 3xx, are failures', async (t) => {
  for (const status of [300, 301, 302, 303, 304, 305, 306, 307, 308]) {
    const bank = await startBank(t, (_, response) => response.writeHead(status).end())
    const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
    assert.ok(outcome.kind === 'failed' && outcome.code === 'status', String(status))
    assert.equal(outcome.status, status)
  }
})

test('a Location in raw UTF-8, or in Latin-1, is percent-encoded byte by byte', async (t) => {
  for (const [bytes, path] of [
    [Buffer.from('/පොලී?q=é'), '/%E0%B6%B4%E0%B7%9C%E0%B6%BD%E0%B7%93?q=%C3%A9'],
    [Buffer.from('/caf\xe9', 'latin1'), '/caf%E9'],
  ] as const) {
    const bank = await startBank(t, (request, response) => {
      if (request.url === '/') {
        response.writeHead(302, { location: bytes.toString('latin1') }).end()
      } else response.end('page')
    })
    const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
    assert.equal(outcome.kind, 'fetched')
    assert.equal(new URL(outcome.url).pathname + new URL(outcome.url).search, path)
    assert.equal(bank.pages.at(-1)?.path, path)
  }
})
