import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askChallenge, cookiesOf, postJson, send, signIn } from './desk-client.ts'
import {
  backupFlags,
  givePasskey,
  verified,
  type Asked,
  type SoftwarePasskey,
} from './software-passkey.ts'
import { startTestDesk } from './test-desk.ts'

const refusal = /This passkey was not accepted/

test('a right assertion signs in, with a cookie that no script reads and no other site sends', async (t) => {
  const desk = await startTestDesk(t)
  const passkey = await givePasskey(desk, 'ann')
  const { challenge, cookie } = await askChallenge(desk)
  const answer = await postJson(
    desk,
    '/sign-in',
    passkey.assertion({ challenge, origin: desk.origin }),
    cookie,
  )
  assert.equal(answer.status, 200, answer.body)
  const [set = ''] = [answer.headers['set-cookie'] ?? []].flat()
  const [pair, ...flags] = set.split('; ')
  assert.match(pair ?? '', /^__Host-ratebook-desk=[\w-]{43}$/)
  assert.deepEqual(flags.toSorted(), [
    'HttpOnly',
    'Max-Age=43200',
    'Path=/',
    'SameSite=Strict',
    'Secure',
  ])
  const queue = await send(desk, 'GET', '/', { headers: { cookie: cookiesOf(answer) } })
  assert.equal(queue.status, 200)
  assert.match(queue.body, /The ann/)
})

test('a replayed assertion is refused, with the old cookie and with that of a new challenge', async (t) => {
  const desk = await startTestDesk(t)
  const passkey = await givePasskey(desk, 'ann')
  const { challenge, cookie } = await askChallenge(desk)
  const assertion = passkey.assertion({ challenge, origin: desk.origin })
  assert.equal((await postJson(desk, '/sign-in', assertion, cookie)).status, 200)
  const again = await postJson(desk, '/sign-in', assertion, cookie)
  assert.deepEqual([again.status, cookiesOf(again)], [400, ''])
  const other = await askChallenge(desk)
  const replayed = await postJson(desk, '/sign-in', assertion, other.cookie)
  assert.deepEqual([replayed.status, cookiesOf(replayed)], [403, ''])
  assert.match(replayed.body, refusal)
})

test('a challenge answers only the browser that asked for it, for five minutes, and for signing in', async (t) => {
  const desk = await startTestDesk(t)
  const passkey = await givePasskey(desk, 'ann')
  const [mine, other] = [await askChallenge(desk), await askChallenge(desk)]
  const assertion = passkey.assertion({ challenge: mine.challenge, origin: desk.origin })
  assert.equal((await postJson(desk, '/sign-in', assertion, other.cookie)).status, 403)
  assert.equal((await postJson(desk, '/sign-in', assertion)).status, 400)
  desk.wait(5 * 60_000)
  assert.equal((await postJson(desk, '/sign-in', assertion, mine.cookie)).status, 400)
  const late = await askChallenge(desk)
  const registration = await postJson(desk, '/invitation', { token: 'x' }, late.cookie)
  assert.equal(registration.status, 400)
})

const wrong: readonly (readonly [string, Partial<Asked>])[] = [
  ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['for another origin', { origin: 'https://evil.example' }],
  ['for another port of this machine', { origin: 'http://localhost:1' }],
  ['without a verified user', { flags: 0b001 }],
  ['without a present user', { flags: 0b100 }],
  ['that is a registration', { type: 'webauthn.create' }],
  ['that names another user', { userHandle: 'AAAA' }],
]

test('an assertion with one wrong part is refused', async (t) => {
  const desk = await startTestDesk(t)
  const passkey = await givePasskey(desk, 'ann')
  for (const [name, changed] of wrong) {
    const { challenge, cookie } = await askChallenge(desk)
    const assertion = passkey.assertion({ challenge, origin: desk.origin, ...changed })
    const answer = await postJson(desk, '/sign-in', assertion, cookie)
    assert.deepEqual([answer.status, cookiesOf(answer)], [403, ''], name)
    const { message } = JSON.parse(answer.body) as { readonly message: string }
    // Every refusal says why, in whole sentences.
    assert.match(
      message,
      /^This passkey was not accepted: \S.+[^.]\. Try again, or ask the operator/,
      name,
    )
  }
  await signIn(desk, passkey)
})

test('an assertion is refused with the key of another passkey, an unknown id, or a counter that does not rise', async (t) => {
  const desk = await startTestDesk(t)
  const [ann, ben] = [await givePasskey(desk, 'ann'), await givePasskey(desk, 'ben')]
  const attempt = async (change: (assertion: Record<string, unknown>) => unknown, counter = 1) => {
    const { challenge, cookie } = await askChallenge(desk)
    const assertion = ann.assertion({ challenge, origin: desk.origin, counter })
    return (await postJson(desk, '/sign-in', change(assertion), cookie)).status
  }
  assert.equal(await attempt((own) => ({ ...own, id: ben.id, rawId: ben.id })), 403)
  assert.equal(await attempt((own) => ({ ...own, id: 'unknown', rawId: 'unknown' })), 403)
  assert.equal(await attempt(() => ['not an object']), 403)
  assert.equal(await attempt((own) => ({ id: own['id'] })), 403)
  assert.equal(await attempt((own) => own, 5), 200)
  assert.equal(await attempt((own) => own, 5), 403)
  assert.equal(await attempt((own) => own, 6), 200)
})

test('the counter of a backed-up passkey may go back, and that of another one may not', async (t) => {
  const desk = await startTestDesk(t)
  const { eligible, backedUp } = backupFlags
  const signsIn = (passkey: SoftwarePasskey) => async (counter: number, flags: number) => {
    const { challenge, cookie } = await askChallenge(desk)
    const asked = { challenge, origin: desk.origin, counter, flags: verified | flags }
    const { status, body } = await postJson(desk, '/sign-in', passkey.assertion(asked), cookie)
    const { message } = JSON.parse(body) as { readonly message?: string }
    return message ?? status
  }
  const withCounter = signsIn(await givePasskey(desk, 'ann', true))
  for (const counter of [9, 4, 4, 0, 0, 7]) assert.equal(await withCounter(counter, backedUp), 200)
  assert.match(String(await withCounter(7, eligible)), /Its counter is 7, and was 7 before/)
  assert.match(String(await withCounter(8, 0)), /something else than before about whether/)
  assert.equal(await withCounter(8, eligible), 200)
  const bound = signsIn(await givePasskey(desk, 'ann', false))
  assert.equal(await bound(9, 0), 200)
  const refusals = [await bound(9, 0), await bound(0, 0)]
  for (const refused of refusals)
    assert.match(
      String(refused),
      /^This passkey was not accepted: Its counter is [90], and was 9 before, as if a copy of it had been used\. Try again, or ask/,
    )
  // A copy of the key may claim what it likes.
  assert.match(String(await bound(4, backedUp)), /something else than before about whether/)
  assert.equal(await bound(10, 0), 200)
})

test('a browser that signs in gets a new session, and the one before it ends', async (t) => {
  const desk = await startTestDesk(t)
  const passkey = await givePasskey(desk, 'ann')
  const first = await signIn(desk, passkey, 1)
  const { challenge, cookie } = await askChallenge(desk)
  const assertion = passkey.assertion({ challenge, origin: desk.origin, counter: 2 })
  const answer = await postJson(desk, '/sign-in', assertion, `${cookie}; ${first}`)
  assert.equal(answer.status, 200)
  assert.notEqual(cookiesOf(answer), first)
  const queue = await send(desk, 'GET', '/', { headers: { cookie: first } })
  assert.deepEqual([queue.status, queue.headers['location']], [303, '/sign-in'])
})

test('one address may send sixty requests for signing in a minute', async (t) => {
  const desk = await startTestDesk(t)
  const statuses: number[] = []
  for (let count = 0; count < 61; count++)
    statuses.push((await postJson(desk, '/sign-in', {})).status)
  assert.deepEqual(statuses, [...Array.from({ length: 60 }, () => 400), 429])
})
