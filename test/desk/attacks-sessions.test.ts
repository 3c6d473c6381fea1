import assert from 'node:assert/strict'
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from 'node:fs'
import { test } from 'node:test'
import { appendReviewer } from '../../src/book/publish/review/reviewers.ts'
import { createInvitation } from '../../src/desk/database/passkeys.ts'
import { findReviewer } from '../../src/desk/database/registered-reviewer.ts'
import { instantAt } from '../support/instant-source.ts'
import { askChallenge, cookiesOf, postJson, send, signIn } from './desk-client.ts'
import { givePasskey } from './software-passkey.ts'
import { startTestDesk, type TestDesk } from './test-desk.ts'

const hour = 3_600_000

const queueStatus = async (desk: TestDesk, cookie: string): Promise<number> =>
  (await send(desk, 'GET', '/', { headers: { cookie } })).status

async function changeReviewer(desk: TestDesk, id: string, isRemoved: boolean): Promise<void> {
  const change = isRemoved
    ? ({ kind: 'reviewer-removed', reviewer: { id } } as const)
    : ({ kind: 'reviewer-registered', reviewer: { id, name: `Another ${id}` } } as const)
  const { kind } = await appendReviewer(desk.store, change, instantAt('2026-06-04T00:00:00Z'))
  assert.equal(kind, 'entered')
}

/** Makes an invitation as `ratebook reviewer invite` does, and returns its token. */
async function inviteTo(desk: TestDesk, reviewerId: string): Promise<string> {
  const { registration = 0 } = (await findReviewer(desk.store, reviewerId)) ?? {}
  return createInvitation(desk.db, { reviewerId, registration }, desk.now())
}

test('a session ends at sign-out, for whoever has its cookie', async (t) => {
  const desk = await startTestDesk(t)
  const cookie = await signIn(desk, await givePasskey(desk, 'ann'))
  assert.equal(await queueStatus(desk, cookie), 200)
  const headers = { cookie, origin: desk.origin }
  const out = await send(desk, 'POST', '/sign-out', { headers })
  assert.deepEqual([out.status, out.headers['location']], [303, '/sign-in'])
  assert.match(String(out.headers['set-cookie']), /^__Host-ratebook-desk=; Max-Age=0/)
  assert.equal(await queueStatus(desk, cookie), 303)
})

test('a session ends after twelve hours, however much it is used', async (t) => {
  const desk = await startTestDesk(t)
  const cookie = await signIn(desk, await givePasskey(desk, 'ann'))
  desk.wait(12 * hour - 1)
  assert.equal(await queueStatus(desk, cookie), 200)
  desk.wait(1)
  assert.equal(await queueStatus(desk, cookie), 303)
})

test('a removed reviewer is out at once, and stays out when the id is registered again', async (t) => {
  const desk = await startTestDesk(t)
  const passkey = await givePasskey(desk, 'ann')
  const cookie = await signIn(desk, passkey)
  await changeReviewer(desk, 'ann', true)
  assert.equal(await queueStatus(desk, cookie), 303)
  await assert.rejects(signIn(desk, passkey, 2), /403/)
  await changeReviewer(desk, 'ann', false)
  assert.equal(await queueStatus(desk, cookie), 303)
  await assert.rejects(signIn(desk, passkey, 3), /403/)
})

test('a reviewer whose name changes stays signed in, under the new name', async (t) => {
  const desk = await startTestDesk(t)
  const cookie = await signIn(desk, await givePasskey(desk, 'ann'))
  await changeReviewer(desk, 'ann', false)
  assert.match((await send(desk, 'GET', '/', { headers: { cookie } })).body, /Another ann/)
})

test('a request without a session, or with an invented one, reads nothing and changes nothing', async (t) => {
  const desk = await startTestDesk(t)
  const invented = `__Host-ratebook-desk=${'A'.repeat(43)}`
  for (const cookie of ['', invented, '__Host-ratebook-desk=%00', 'ratebook-desk=x']) {
    for (const path of ['/', `/hold/${desk.hold}`, '/no-such-page']) {
      const answer = await send(desk, 'GET', path, { headers: { cookie } })
      const next = path === '/' ? '' : `?next=${encodeURIComponent(path)}`
      assert.deepEqual(
        [answer.status, answer.headers['location'], answer.body],
        [303, `/sign-in${next}`, ''],
      )
    }
    const headers = { cookie, origin: desk.origin, 'x-remote-user': 'ann' }
    const post = await send(desk, 'POST', `/hold/${desk.hold}/approve`, { headers })
    assert.equal(post.status, 401)
    assert.match(post.body, /Sign in in another tab, then reload this page/)
    assert.match(post.body, /<a href="\/sign-in" target="_blank">/)
  }
  assert.equal((await desk.store.head()).position, desk.hold)
})

test('an invitation is used once, within 48 hours, by the reviewer for whom it was made', async (t) => {
  const desk = await startTestDesk(t)
  const refusalOf = async (token: unknown) => {
    const { status, body, ...answer } = await postJson(desk, '/invitation/options', { token })
    return [status, status === 200 ? cookiesOf({ ...answer, status, body }) !== '' : body]
  }
  const message = (text: string) => [403, JSON.stringify({ message: text })]
  const unknown = message('This is no invitation. Open the whole link that you were given.')
  for (const token of ['', 'A'.repeat(43), undefined, 7, { $ne: '' }])
    assert.deepEqual(await refusalOf(token), unknown)

  const expiring = await inviteTo(desk, 'ann')
  desk.wait(48 * hour - 1)
  assert.deepEqual(await refusalOf(expiring), [200, true])
  desk.wait(1)
  assert.deepEqual(
    await refusalOf(expiring),
    message('This invitation has expired. Ask the operator of the desk for a new one.'),
  )

  const removed = await inviteTo(desk, 'ben')
  await changeReviewer(desk, 'ben', true)
  const forRemoved = message('This invitation is for a reviewer who was removed.')
  assert.deepEqual(await refusalOf(removed), forRemoved)
  await changeReviewer(desk, 'ben', false)
  assert.deepEqual(await refusalOf(removed), forRemoved)
  const answer = await postJson(desk, '/invitation', { token: removed })
  assert.equal(answer.status, 400)
})

test('a desk whose database was lost signs everybody out, and takes new invitations or a backup without a restart', async (t) => {
  const desk = await startTestDesk(t)
  const path = desk.db.location() ?? ''
  const passkey = await givePasskey(desk, 'ann')
  const old = await signIn(desk, passkey)
  const token = await inviteTo(desk, 'ben')
  const { challenge, cookie: browser } = await askChallenge(desk)
  const assertion = passkey.assertion({ challenge, origin: desk.origin, counter: 2 })
  copyFileSync(path, `${path}.backup`)
  assert.equal(await queueStatus(desk, old), 200)

  rmSync(path)
  assert.equal(await queueStatus(desk, old), 303)
  const entries = (await desk.store.head()).position
  const refused = [
    await postJson(desk, '/sign-in', assertion, browser),
    await postJson(desk, '/invitation/options', { token }),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [400, 403],
  )
  assert.equal(statSync(path).mode & 0o777, 0o600)
  const invited = await postJson(desk, '/invitation/options', {
    token: await inviteTo(desk, 'ben'),
  })
  assert.equal(invited.status, 200)
  assert.equal(await queueStatus(desk, await signIn(desk, await givePasskey(desk, 'ann'))), 200)

  rmSync(path)
  mkdirSync(path)
  const page = await send(desk, 'GET', '/', { headers: { cookie: old } })
  assert.equal(page.status, 503)
  assert.match(page.body, /desk\.db is not a file\. Name another one with --desk-database\./)
  const anonymous = await postJson(desk, '/sign-in/options', {})
  assert.equal(anonymous.status, 503)
  assert.match(anonymous.body, /not possible now, and nothing was changed\. The operator/)

  rmdirSync(path)
  renameSync(`${path}.backup`, path)
  assert.equal(await queueStatus(desk, old), 200)
  await signIn(desk, passkey, 3)
  assert.equal((await desk.store.head()).position, entries)
})

test('the database of the desk contains no token that signs anybody in', async (t) => {
  const desk = await startTestDesk(t)
  const token = await inviteTo(desk, 'ben')
  const cookie = await signIn(desk, await givePasskey(desk, 'ann'))
  const [, session = ''] = cookie.split('=')
  const path = desk.db.location() ?? ''
  const bytes = readFileSync(path, 'latin1')
  assert.ok(bytes.includes('ann'))
  for (const secret of [token, session]) {
    assert.equal(secret.length, 43)
    assert.ok(!bytes.includes(secret))
  }
})
