import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { createInvitation } from '../../src/desk/database/passkeys.ts'
import { findReviewer } from '../../src/desk/database/registered-reviewer.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { browserTest as test, headline, openPage } from '../page/open-page.ts'
import { runAlone, startDesk, until } from '../support/cli.ts'
import { makeReviewedBook } from '../support/reviewed-book.ts'
import { checkPage } from './support/check-page.ts'
import { startTestDesk } from './test-desk.ts'
import { addAuthenticator, passwordManagerScript } from './virtual-authenticator.ts'

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

const status = (page: Page) => page.locator('[data-status]')

/** Waits for a sentence of the script. */
async function says(page: Page, sentence: RegExp): Promise<void> {
  const isSaid = async () => sentence.test(await status(page).innerText())
  assert.ok(await until(isSaid), await status(page).innerText())
}

test('a reviewer is invited, makes a passkey, signs in, out and in again, and is out once removed', async (t) => {
  const cwd = dirname(await makeReviewedBook(temporaryDirectory(t)))
  const desk = await startDesk(t, ['--port', '0'], { cwd })
  const origin = desk.address
  assert.match(origin, /^http:\/\/localhost:\d+$/)
  const ratebook = async (...args: readonly string[]): Promise<string> => {
    // Invitations expire, so the commands and the desk need the same clock: that of this machine.
    const { code, stdout, stderr } = await runAlone(args, { cwd })
    assert.equal(code, 0, stderr)
    return stdout
  }
  const add = ['reviewer', 'add', 'zoe', '--name', 'Zoë <b>', '--invite', '--origin', origin]
  const added = await ratebook(...add, '--clock-is-right')
  const [link = ''] = /http:\S+$/m.exec(added) ?? []
  assert.ok(link.startsWith(`${origin}/invitation#`), added)
  assert.equal(statSync(join(cwd, 'desk.db')).mode & 0o777, 0o600)

  // The refusals of the server are failed requests, which the browser logs as errors.
  const { page, requests } = await openPage(t, { allowErrors: true })
  const authenticator = await addAuthenticator(page)

  await page.goto(`${origin}/hold/1`)
  assert.equal(page.url(), `${origin}/sign-in?next=%2Fhold%2F1`)
  await checkPage(page)
  await press(page, 'Sign in with a passkey')
  await says(page, /Nothing was done/)

  await page.goto(`${origin}/invitation#invented`)
  await press(page, 'Make a passkey')
  await says(page, /This is no invitation/)
  await checkPage(page)

  await page.goto(link)
  await page.reload()
  assert.equal(await headline(page), 'You are invited to the review desk')
  await press(page, 'Make a passkey')
  await page.waitForURL(`${origin}/sign-in#made`)
  await says(page, /Your passkey is made/)
  assert.equal(await authenticator.passkeys(), 1)
  await page.goto(link)
  await press(page, 'Make a passkey')
  await says(page, /This invitation was used already/)

  const asked = `${origin}/enter?institution_id=none`
  await page.goto(asked)
  assert.equal(new URL(page.url()).pathname, '/sign-in')
  await press(page, 'Sign in with a passkey')
  await page.waitForURL(asked)
  assert.match(await page.locator('header').innerText(), /Zoë <b>\s+zoe/)
  const cookies = await page.context().cookies()
  const sessions = cookies.filter(({ name }) => name === '__Host-ratebook-desk')
  assert.deepEqual(
    sessions.map(({ secure, httpOnly, sameSite, path }) => [secure, httpOnly, sameSite, path]),
    [[true, true, 'Strict', '/']],
  )
  assert.equal(await page.evaluate('document.cookie'), '')

  // A link of another site brings no cookie, so the desk sends a reviewer who is signed in to this page.
  // It leads on even if the answer there is 404.
  await page.goto(`${origin}/sign-in?next=%2Fhold%2F1`)
  await page.waitForURL(`${origin}/hold/1`)

  await press(page, 'Sign out')
  await page.waitForURL(`${origin}/sign-in`)
  await page.goto(`${origin}/`)
  assert.equal(page.url(), `${origin}/sign-in`)

  await authenticator.setVerified(false)
  await press(page, 'Sign in with a passkey')
  await says(page, /Nothing was done/)
  await authenticator.setVerified(true)
  for (const next of ['//evil.example/', '/\\evil.example', 'https://evil.example']) {
    await page.goto(`${origin}/sign-in?next=${encodeURIComponent(next)}`)
    await press(page, 'Sign in with a passkey')
    await page.waitForURL(`${origin}/`)
    await press(page, 'Sign out')
    await page.waitForURL(`${origin}/sign-in`)
  }
  await press(page, 'Sign in with a passkey')
  await page.waitForURL(`${origin}/`)

  const again = await ratebook('reviewer', 'invite', 'zoe', '--origin', origin)
  const [secondLink = ''] = /http:\S+$/m.exec(again) ?? []
  await page.goto(secondLink)
  await press(page, 'Make a passkey')
  await says(page, /This device has a passkey of yours already/)
  const other = await openPage(t, { allowErrors: true })
  await addAuthenticator(other.page)
  await other.page.goto(secondLink)
  await press(other.page, 'Make a passkey')
  await other.page.waitForURL(`${origin}/sign-in#made`)
  await press(other.page, 'Sign in with a passkey')
  await other.page.waitForURL(`${origin}/`)

  await ratebook('reviewer', 'remove', 'zoe')
  await page.goto(`${origin}/`)
  assert.equal(page.url(), `${origin}/sign-in`)
  await press(page, 'Sign in with a passkey')
  await says(page, /This passkey was not accepted/)
  await other.page.reload()
  assert.equal(other.page.url(), `${origin}/sign-in`)

  assert.ok(requests.length > 0)
  assert.ok(!desk.stderr().includes(link.split('#')[1] ?? ''), 'the log has the invitation')
  assert.match(desk.stderr(), /zoe has a new passkey\./)
  assert.match(desk.stderr(), /zoe signed in\./)
  const { code } = await desk.stop()
  assert.equal(code, 0, desk.stderr())
})

test('a passkey in the extension of a password manager is made and signs in', async (t) => {
  const desk = await startTestDesk(t, undefined, true)
  const { origin: address } = desk
  const { registration = 0 } = (await findReviewer(desk.store, 'ann')) ?? {}
  const token = createInvitation(desk.db, { reviewerId: 'ann', registration }, desk.now())
  const link = `${address}/invitation#${token}`
  const { page } = await openPage(t, { allowErrors: true })
  await addAuthenticator(page)
  await page.addInitScript(passwordManagerScript)
  await page.goto(link)
  await press(page, 'Make a passkey')
  await page.waitForURL(`${address}/sign-in#made`)
  await press(page, 'Sign in with a passkey')
  await page.waitForURL(`${address}/`)
  await press(page, 'Sign out')

  await page.goto(`${address}/sign-in?unreadable`)
  await press(page, 'Sign in with a passkey')
  await says(page, /password manager in it, did not give a passkey that the desk can read/)
  await page.route('**/sign-in/options', (route) => route.abort())
  await press(page, 'Sign in with a passkey')
  await says(page, /^The desk cannot be reached/)
  await page.evaluate('delete PublicKeyCredential.parseCreationOptionsFromJSON')
  await press(page, 'Sign in with a passkey')
  await says(page, /^This browser is too old for passkeys/)
})
