import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { browserTest as test, openPage } from '../page/open-page.ts'
import { until } from '../support/cli.ts'
import { givePasskey } from './software-passkey.ts'
import { startTestDesk, type TestDesk } from './test-desk.ts'

/** A page of an attacker. On another port of localhost it is of the same site, so the browser sends it the strictest cookies. */
async function startAttacker(t: TestContext, html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}

/** A browser in which ann is signed in. Attacks fail with errors in its console. */
async function signedInPage(t: TestContext, desk: TestDesk): Promise<Page> {
  const { page } = await openPage(t, { allowErrors: true, isAttacked: true })
  const passkey = await givePasskey(desk, 'ann')
  await page.goto(`${desk.origin}/sign-in`)
  const post = async (path: string, body: unknown): Promise<string> =>
    page.evaluate(
      `fetch(${JSON.stringify(path)}, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: ${JSON.stringify(JSON.stringify(body))},
      }).then((answer) => answer.text())`,
    )
  const { challenge } = JSON.parse(await post('/sign-in/options', {})) as { challenge: string }
  await post('/sign-in', passkey.assertion({ challenge, origin: desk.origin }))
  await page.goto(desk.origin)
  assert.match(await page.locator('header').innerText(), /The ann/)
  return page
}

const positionOf = async ({ store }: TestDesk): Promise<number> => (await store.head()).position

test('a page of an attacker, in a browser in which a reviewer is signed in', async (t) => {
  const desk = await startTestDesk(t, undefined, true)
  const page = await signedInPage(t, desk)

  await t.test('a form of another page, even of the same site, decides nothing', async (t) => {
    const attacker = await startAttacker(
      t,
      `<form method="post" action="${desk.origin}/hold/${desk.hold}/approve"></form>`,
    )
    await page.goto(attacker)
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/approve')),
      page.waitForURL('**/approve'),
      page.evaluate('document.forms[0].submit()'),
    ])
    const sent = await answer.request().allHeaders()
    assert.match(sent['cookie'] ?? '', /__Host-ratebook-desk=/, 'the browser sent the session')
    assert.equal(answer.status(), 403)
    assert.equal(await positionOf(desk), desk.hold)
  })

  await t.test('a script of another page neither reads the desk nor decides', async (t) => {
    await page.goto(await startAttacker(t, '<title>attack</title>'))
    const attempt = async (path: string, options: object): Promise<unknown> =>
      page.evaluate(
        `fetch(${JSON.stringify(desk.origin + path)}, ${JSON.stringify({ credentials: 'include', ...options })})
        .then(async (response) => response.type + await response.text(), (error) => error.name)`,
      )
    const approve = `/hold/${desk.hold}/approve`
    assert.equal(await attempt('/', {}), 'TypeError')
    assert.equal(await attempt('/', { mode: 'no-cors' }), 'TypeError')
    assert.equal(await attempt(approve, { method: 'POST' }), 'TypeError')
    assert.equal(await attempt(approve, { method: 'POST', mode: 'no-cors' }), 'TypeError')
    assert.equal(
      await attempt('/sign-in/options', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
      'TypeError',
    )
    assert.equal(await positionOf(desk), desk.hold)
  })

  await t.test(
    'another page cannot frame the desk (clickjacking), and loses a window of it',
    async (t) => {
      const framed = `${desk.origin}/hold/${desk.hold}`
      await page.goto(await startAttacker(t, `<iframe src="${framed}"></iframe>`))
      const isBlocked = () => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))
      assert.ok(
        await until(isBlocked),
        page
          .frames()
          .map((frame) => frame.url())
          .join(' '),
      )
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate(`void (globalThis.opened = open(${JSON.stringify(framed)}))`),
      ])
      await popup.waitForURL(framed)
      assert.match(await popup.locator('header').innerText(), /The ann/)
      assert.equal(await page.evaluate('globalThis.opened.closed'), true)
      assert.equal(await popup.evaluate('opener'), null)
    },
  )

  await t.test('the same form on the page of the desk decides', async () => {
    await page.goto(`${desk.origin}/hold/${desk.hold}`)
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/approve')),
      page.evaluate(`document.querySelector('form[action$="/approve"]').submit()`),
    ])
    assert.equal(answer.status(), 303)
    assert.equal(await positionOf(desk), desk.hold + 2)
  })
})
