import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { after, dayLength } from '../../../src/domain/instant.ts'
import type { FetchOutcome } from '../../../src/collect/fetch/fetch-outcome.ts'
import { startBank, type BankServer } from './bank-server.ts'
import { start, testFetcher } from './test-fetcher.ts'

/** Starts a server whose robots.txt is answered by a function, and whose pages are all `page`. */
async function bankWith(
  t: TestContext,
  robots: (response: ServerResponse) => void,
): Promise<BankServer> {
  return startBank(t, (_, response) => response.end('page'), {
    robots: (_, response) => robots(response),
  })
}

const endOf = (outcome: FetchOutcome): string =>
  'code' in outcome ? `${outcome.kind} ${outcome.code}` : outcome.kind

/** Rules of robots.txt, and the paths that they allow and disallow. */
const cases: Readonly<
  Record<string, { rules: string; allowed: readonly string[]; disallowed: readonly string[] }>
> = {
  'the group of Ratebook': {
    rules: 'User-agent: *\nAllow: /\n\nUser-agent: ratebook\nDisallow: /rates\n',
    allowed: ['/', '/other'],
    disallowed: ['/rates', '/rates/fixed?a=1'],
  },
  'the group of everybody': {
    rules: 'User-agent: *\r\nDisallow: /private\r\n',
    allowed: ['/', '/rates'],
    disallowed: ['/private/rates'],
  },
  'Ratebook is allowed where everybody else is not': {
    rules: 'User-agent: Ratebook/1.0\nDisallow:\n\nUser-agent: *\nDisallow: /\n',
    allowed: ['/', '/rates'],
    disallowed: [],
  },
  'the longest rule counts, with wildcards and an end': {
    rules: 'User-agent: *\nDisallow: /*.pdf$\nAllow: /public/\nDisallow: /public/old\n',
    allowed: ['/rates.pdf?x', '/public/rates'],
    disallowed: ['/rates.pdf', '/public/old/rates'],
  },
  'a byte order mark, comments, several names for a group': {
    rules: '\ufeffUser-agent: * # all\nUser-agent: Googlebot\nDisallow: / # nothing\n',
    allowed: [],
    disallowed: ['/', '/rates'],
  },
  'encoded paths': {
    rules: 'User-agent: *\nDisallow: /taux/dépôt\nDisallow: /a%3cb\n',
    allowed: ['/taux'],
    disallowed: ['/taux/d%C3%A9p%C3%B4t', '/a%3Cb'],
  },
  'a page instead of rules (a soft 404)': {
    rules: '<!doctype html><title>Welcome</title><p>User-agent</p>',
    allowed: ['/rates'],
    disallowed: [],
  },
  'an empty file': { rules: '', allowed: ['/rates'], disallowed: [] },
}

for (const [name, { rules, allowed, disallowed }] of Object.entries(cases)) {
  test(`robots.txt is obeyed: ${name}`, async (t) => {
    const bank = await bankWith(t, (response) => response.end(rules))
    const { fetch } = testFetcher()
    const url = `http://bank.example:${bank.port}`
    for (const path of allowed) {
      assert.equal(endOf(await fetch({ url: url + path })), 'fetched', path)
    }
    for (const path of disallowed) {
      const outcome = await fetch({ url: url + path })
      assert.equal(endOf(outcome), 'refused robots', path)
      const message = 'message' in outcome ? outcome.message : ''
      assert.match(message, /^http:\S+ was not requested: \S+\/robots\.txt disallows it\.$/)
    }
    assert.deepEqual(
      bank.pages.map(({ path }) => path),
      allowed,
    )
  })
}

test('no robots.txt (404 and other 4xx, also 401 and 403) means that everything is allowed', async (t) => {
  for (const status of [400, 401, 403, 404, 410, 451]) {
    const bank = await bankWith(t, (response) => response.writeHead(status).end('Disallow: /'))
    const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
    assert.equal(endOf(outcome), 'fetched', String(status))
  }
})

test('a robots.txt that cannot be read (5xx, 429, and others) means: not today', async (t) => {
  const answers: readonly ((response: ServerResponse) => void)[] = [
    ...[500, 502, 503, 429, 304, 300].map(
      (status) => (response: ServerResponse) => void response.writeHead(status).end(),
    ),
    // More redirects than are followed, a redirect to another domain, a damaged body.
    (response) => response.writeHead(302, { location: '/robots.txt' }).end(),
    (response) => response.writeHead(302, { location: 'http://other.test/robots.txt' }).end(),
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
  ]
  for (const [index, answer] of answers.entries()) {
    const bank = await bankWith(t, answer)
    const { fetch, clock } = testFetcher()
    const url = `http://bank.example:${bank.port}/rates`
    const outcome = await fetch({ url })
    assert.equal(endOf(outcome), 'refused robots-unreachable', String(index))
    assert.ok(outcome.kind === 'refused' && outcome.message.includes('/robots.txt '))
    assert.equal(outcome.retryAt, after(start, dayLength))
    const asked = bank.requests.length
    // It is not asked again before the next day.
    clock.now = after(start, dayLength - 1)
    assert.equal(endOf(await fetch({ url })), 'refused robots-unreachable')
    assert.equal(bank.requests.length, asked)
    clock.now = after(start, dayLength)
    await fetch({ url })
    assert.ok(bank.requests.length > asked)
    assert.deepEqual(bank.pages, [])
  }
})

test('without any response to the request for robots.txt nothing is requested, and the next fetch asks again', async (t) => {
  let isBroken = true
  const bank = await bankWith(t, (response) => {
    if (isBroken) response.destroy()
    else response.end()
  })
  const { fetch } = testFetcher()
  const url = `http://bank.example:${bank.port}/rates`
  assert.equal(endOf(await fetch({ url })), 'failed protocol')
  assert.deepEqual(bank.pages, [])
  isBroken = false
  assert.equal(endOf(await fetch({ url })), 'fetched')
})

test('the rules are kept for a day', async (t) => {
  let rules = ''
  const bank = await bankWith(t, (response) => response.end(rules))
  const { fetch, clock } = testFetcher()
  const url = `http://bank.example:${bank.port}/rates`
  assert.equal(endOf(await fetch({ url })), 'fetched')
  rules = 'User-agent: *\nDisallow: /\n'
  clock.now = after(start, dayLength - 1)
  assert.equal(endOf(await fetch({ url })), 'fetched')
  clock.now = after(start, dayLength)
  assert.equal(endOf(await fetch({ url })), 'refused robots')
  assert.equal(bank.requests.length, 4)
})

test('each port has a robots.txt of its own, and so has the host of a redirect', async (t) => {
  const closed = await bankWith(t, (response) => response.end('User-agent: *\nDisallow: /\n'))
  const open = await startBank(t, (_, response) =>
    response.writeHead(302, { location: `http://www.bank.example:${closed.port}/rates` }).end(),
  )
  const { fetch } = testFetcher()
  const outcome = await fetch({ url: `http://bank.example:${open.port}/rates` })
  assert.equal(endOf(outcome), 'refused robots')
  assert.equal(outcome.url, `http://www.bank.example:${closed.port}/rates`)
  assert.deepEqual([open.pages.length, closed.pages.length], [1, 0])
})

test('redirects of robots.txt are followed under the same rules as those of pages', async (t) => {
  const bank = await startBank(
    t,
    (request, response) =>
      response.end(request.url === '/rules' ? 'User-agent: *\nDisallow: /x\n' : 'page'),
    { robots: (_, response) => response.writeHead(301, { location: '/rules' }).end() },
  )
  const { fetch } = testFetcher()
  assert.equal(endOf(await fetch({ url: `http://bank.example:${bank.port}/x` })), 'refused robots')
  assert.equal(endOf(await fetch({ url: `http://bank.example:${bank.port}/y` })), 'fetched')
})

test('only the beginning of a long robots.txt is read', async (t) => {
  const bank = await bankWith(t, (response) => {
    response.write('User-agent: *\nDisallow: /rates\n')
    response.write('Allow: /other\n'.repeat(50_000))
    response.end('Disallow: /\n')
  })
  const { fetch } = testFetcher()
  const url = `http://bank.example:${bank.port}/`
  assert.equal(endOf(await fetch({ url: `${url}rates` })), 'refused robots')
  assert.equal(endOf(await fetch({ url })), 'fetched')
})

test('many rules with many wildcards are matched', async (t) => {
  const rules = `User-agent: *\n${`Disallow: /${'*a'.repeat(400)}b\n`.repeat(600)}`
  const bank = await bankWith(t, (response) => response.end(rules))
  const { fetch } = testFetcher()
  const url = `http://bank.example:${bank.port}/`
  assert.equal(endOf(await fetch({ url: url + 'a'.repeat(1_900) })), 'fetched')
  assert.equal(endOf(await fetch({ url: `${url}${'a'.repeat(1_900)}b` })), 'refused robots')
})
