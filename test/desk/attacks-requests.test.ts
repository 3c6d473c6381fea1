import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { postJson, send, signIn } from './desk-client.ts'
import { givePasskey } from './software-passkey.ts'
import { startTestDesk, type TestDesk } from './test-desk.ts'

async function signedIn(t: TestContext): Promise<{ desk: TestDesk; cookie: string }> {
  const desk = await startTestDesk(t)
  return { desk, cookie: await signIn(desk, await givePasskey(desk, 'ann')) }
}

test('a name of another site that resolves to this machine reaches nothing (DNS rebinding)', async (t) => {
  const { desk, cookie } = await signedIn(t)
  const hosts = [
    'evil.example',
    `evil.example:${desk.port}`,
    `127.0.0.1:${desk.port}`,
    `[::1]:${desk.port}`,
    'localhost',
    `localhost.:${desk.port}`,
    `localhost:${desk.port}@evil.example`,
    '',
  ]
  for (const host of hosts) {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/sign-in'],
      ['GET', '/assets/desk.css'],
      ['POST', '/sign-in/options'],
    ] as const) {
      const origin = `http://${host}`
      const answer = await send(desk, method, path, { headers: { host, cookie, origin } })
      assert.equal(answer.status, 421, `${method} ${path} for ${host}`)
      assert.equal(answer.headers['set-cookie'], undefined)
    }
  }
})

test('a change is accepted only from a page of the desk (cross-site request forgery)', async (t) => {
  const { desk, cookie } = await signedIn(t)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const foreign: readonly Readonly<Record<string, string>>[] = [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: `http://localhost:${desk.port + 1}` },
    { origin: `http://127.0.0.1:${desk.port}` },
    { origin: `${desk.origin}/` },
    { origin: `${desk.origin}.evil.example` },
    { origin: desk.origin, 'sec-fetch-site': 'cross-site' },
    { origin: desk.origin, 'sec-fetch-site': 'same-site' },
    { origin: desk.origin, 'sec-fetch-site': 'none' },
  ]
  const paths = [`/hold/${desk.hold}/approve`, '/sign-out', '/sign-in/options', '/no-such-page']
  for (const headers of foreign) {
    for (const path of paths) {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await send(desk, method, path, {
          headers: { cookie, ...form, ...headers },
          body: 'note=x',
        })
        const what = `${method} ${path} with ${JSON.stringify(headers)}`
        assert.equal(answer.status, 403, what)
      }
    }
  }
  assert.equal((await desk.store.head()).position, desk.hold)
  assert.equal((await send(desk, 'GET', '/', { headers: { cookie } })).status, 200)
})

test('every answer has the headers that keep other sites out', async (t) => {
  const { desk, cookie } = await signedIn(t)
  const answers = [
    await send(desk, 'GET', '/', { headers: { cookie } }),
    await send(desk, 'GET', '/'),
    await send(desk, 'GET', '/sign-in'),
    await send(desk, 'GET', '/invitation'),
    await send(desk, 'GET', '/no-such-page', { headers: { cookie } }),
    await send(desk, 'GET', '/%', { headers: { cookie } }),
    await send(desk, 'GET', '/', { headers: { host: 'evil.example' } }),
    await send(desk, 'POST', '/sign-in'),
    await postJson(desk, '/sign-in', {}),
    await send(desk, 'OPTIONS', '/', { headers: { origin: 'https://evil.example' } }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 303, 200, 200, 404, 400, 421, 403, 400, 403],
  )
  for (const { headers, status } of answers) {
    const policy = String(headers['content-security-policy'])
    for (const part of ["default-src 'none'", "script-src 'self'", "form-action 'self'"])
      assert.ok(policy.includes(part), `${status}: ${policy}`)
    assert.match(policy, /base-uri 'none'; frame-ancestors 'none'$/)
    assert.doesNotMatch(policy, /unsafe|\*|data:|https?:/)
    const { 'access-control-allow-origin': cors, server, 'x-powered-by': powered } = headers
    assert.deepEqual([cors, server, powered], [undefined, undefined, undefined])
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
    assert.equal(headers['referrer-policy'], 'same-origin')
    assert.equal(headers['cache-control'], 'no-store')
  }
})

test('a body that is too large, or of a type that no page of the desk sends, is refused', async (t) => {
  const { desk, cookie } = await signedIn(t)
  const post = async (path: string, type: string, body: string): Promise<number> => {
    const headers = { origin: desk.origin, cookie, 'content-type': type }
    return (await send(desk, 'POST', path, { headers, body })).status
  }
  const large = JSON.stringify({ id: 'x'.repeat(70_000) })
  assert.equal(await post('/sign-in', 'application/json', large), 413)
  assert.equal(await post('/sign-in', 'application/json', '{"__proto__":{"id":1}}'), 400)
  assert.equal(await post('/sign-in', 'application/json', '{'), 400)
  assert.equal(await post('/sign-in', 'text/plain', '{}'), 415)
  assert.equal(await post('/sign-in', 'multipart/form-data; boundary=x', '--x--'), 415)
})

test('a trusted header admits a registered reviewer, and nobody else', async (t) => {
  const desk = await startTestDesk(t, () => ({ kind: 'trusted-header', header: 'X-Remote-User' }))
  const statusFor = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await send(desk, 'GET', '/', { headers })).status
  assert.equal(await statusFor({ 'x-remote-user': 'ann' }), 200)
  for (const name of ['', 'Ann', 'ann, ben', 'zoe', '<script>alert(1)</script>'])
    assert.equal(await statusFor({ 'x-remote-user': name }), 403, name)
  assert.equal(await statusFor({}), 403)
  const hostile = await send(desk, 'GET', '/', { headers: { 'x-remote-user': '<b>x</b>' } })
  assert.match(hostile.body, /&lt;b&gt;x&lt;\/b&gt;/)
  const foreign = { 'x-remote-user': 'ann', origin: 'https://evil.example' }
  assert.equal((await send(desk, 'POST', '/', { headers: foreign })).status, 403)
  assert.equal(
    (await send(desk, 'GET', '/sign-in', { headers: { 'x-remote-user': 'ann' } })).status,
    404,
  )
})
