import assert from 'node:assert/strict'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readWebPage } from '../../src/serve/http/web-page.ts'
import { openBook } from '../support/book.ts'
import { until } from '../support/cli.ts'
import { at } from '../support/sample-market.ts'
import { createTestApp } from '../support/source.ts'
import { browserTest as test, headline, openPage, settled, show } from './open-page.ts'
import { sampleServer } from './shared-server.ts'

const server = sampleServer()

test('an error of the API shows a message with advice, and a retry succeeds', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  const problem = { title: 'Server Error', status: 500, detail: 'x' }
  await page.route('**/evidence?*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem }),
  )
  await show(page, `${server()}/`)
  assert.match(await page.innerText('[role=alert]'), /has an internal error\. Try again/)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.ranking').waitFor()
  await settled(page)
  assert.match(await headline(page), /is 10\.00 %$/)
  assert.equal(await page.locator('[role=alert]').count(), 0)
})

test('if the server is unreachable, the page shows a message and keeps the previous answer', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await show(page, `${server()}/?stale=yes`)
  await page.route('**/evidence?*', (route) => route.abort())
  await page.getByLabel('Tenure').selectOption('24')
  await page.locator('[role=alert]').waitFor()
  assert.match(await page.innerText('[role=alert]'), /cannot be reached\. Check your connection/)
  assert.match(await page.innerText('[role=alert]'), /still shows the previous answer/)
  assert.equal(await page.locator('.ranking tbody tr').count(), 18)
  assert.match(await headline(page), /^The best 12.month headline rate is 13\.50 %/)
  assert.match(await page.innerText('.kicker'), /^12 months/i)
})

test('if a request for other terms fails, the previous figures keep their own labels', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await show(page, `${server()}/deposit?tenure=60`)
  await page.route('**/evidence?*', (route) => route.abort())
  await page.getByLabel('Interest paid').selectOption('monthly')
  await page.locator('[role=alert]').waitFor()
  assert.match(await page.innerText('.deposits thead'), /At maturity/)
  assert.match(await page.innerText('.kicker'), /paid at maturity/i)
  await page.unrouteAll()
  await show(page, `${server()}/institution/sampath-bank`)
  await page.route('**/rates/history/**', (route) => route.abort())
  await page.getByLabel('Interest paid').selectOption('monthly')
  await page.locator('[role=alert]').waitFor()
  assert.equal(await page.locator('.multiples').count(), 0)
  await page.unrouteAll()
  await show(page, `${server()}/`)
  await page.route('**/summary/history?*', (route) => route.abort())
  await page.getByLabel('Tenure').selectOption('24')
  await page.locator('[role=alert]').waitFor()
  await settled(page)
  assert.match(await headline(page), /24.month/)
  assert.equal(await page.locator('.panels').count(), 0)
})

test('a view that throws shows a message, and works again with other filters', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await show(page, `${server()}/`)
  await page.route('**/evidence?*', (route) =>
    route.fulfill({
      json: [{ institution_id: 'sampath-bank', rate_pa: 5 }],
      headers: { 'ratebook-position': '1' },
    }),
  )
  await page.getByLabel('Tenure').selectOption('24')
  await page.getByText('This view cannot be shown').waitFor()
  await page.unrouteAll()
  await page.goBack()
  await page.locator('.ranking').waitFor()
  assert.match(await headline(page), /12.month/)
})

test('an overloaded server shows when to try again', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await page.route('**/rates/changes?*', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '5' }, body: '' }),
  )
  await show(page, `${server()}/changes`)
  assert.match(await page.innerText('[role=alert]'), /is busy\. Try again in 5 s/)
})

test('the page retries while the server asks for a wait of one second, and shows no error', async (t) => {
  const { page } = await openPage(t)
  let requests = 0
  await page.route('**/evidence?*', (route) =>
    requests++ < 2
      ? route.fulfill({ status: 503, headers: { 'retry-after': '1' } })
      : route.continue(),
  )
  await page.clock.install()
  await page.goto(`${server()}/`)
  for (const attempt of [1, 2]) {
    assert.ok(await until(() => requests === attempt))
    await page.clock.fastForward(1_000)
  }
  await page.locator('.ranking').waitFor()
  assert.ok(requests >= 3, String(requests))
  assert.equal(await page.locator('[role=alert]').count(), 0)
})

test('if one of two requests fails, the page does not claim that there are no offers', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await page.route('**/summary*', (route) => route.fulfill({ status: 500, body: '' }))
  for (const view of ['', 'deposit', '?tenure=11']) {
    await show(page, `${server()}/${view}`)
    assert.doesNotMatch(await page.innerText('main'), /Nothing has been published/)
    assert.match(await page.innerText('[role=alert]'), /Try again/)
  }
})

test('the first load is at most 120 KB with fonts, answers and headers', async (t) => {
  const { page } = await openPage(t)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await show(page, `${server()}/`)
  await page.evaluate('document.fonts.ready.then(() => 1)')
  t.diagnostic(`${Math.round(bytes / 1024)} KB`)
  assert.ok(bytes > 40_000 && bytes <= 120 * 1024, String(bytes))
})

test('a page from before an upgrade asks the reader to reload it', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(`${server()}/`)
  await page.locator('.startup-error').waitFor()
  assert.match(
    await page.innerText('.startup-error'),
    /reload the page: this copy may be older than the server/,
  )
  const oldAsset = await fetch(`${server()}/assets/index-of-another-build.js`)
  assert.equal(oldAsset.status, 404)
  assert.match(await oldAsset.text(), /another version of the page; reload the page/)
  await page.unrouteAll()
  await page.route('**/rates/changes?*', (route) => route.fulfill({ json: { rows: [] } }))
  await show(page, `${server()}/changes`)
  assert.match(await page.innerText('[role=alert]'), /Reload the page: this copy may be older/)
})

/** A server whose page can be replaced by one with other names of files, as a new version has them. */
async function upgradableServer(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-upgrade-'))
  cpSync(fileURLToPath(new URL('../../web/dist/', import.meta.url)), folder, { recursive: true })
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-06-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  const source = {
    market: book.market,
    isHealthy: () => true,
    now: () => at('2026-06-02T00:00:00Z'),
  }
  const start = async (port: number) => {
    const page = readWebPage(folder)
    assert.ok(page !== undefined)
    const app = createTestApp(source, { page })
    await app.listen({ host: '127.0.0.1', port })
    return app
  }
  let app = await start(0)
  const { port } = app.server.address() as AddressInfo
  t.after(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  let version = 0
  const upgrade = async (): Promise<void> => {
    await app.close()
    version += 1
    renameAssets(folder, `-v${version}`)
    app = await start(port)
  }
  return { address: `http://127.0.0.1:${port}`, upgrade }
}

/** Gives each asset another name, everywhere. The compressed copies are left out: the server needs none. */
function renameAssets(folder: string, suffix: string): void {
  const assets = join(folder, 'assets')
  const files = readdirSync(assets).filter((name) => !/\.(?:br|gz)$/.test(name))
  const renamed = files.map(
    (name) => [name, name.replace(/(?:-v\d+)?(\.\w+)$/, `${suffix}$1`)] as const,
  )
  const contents = files.map((name) => readFileSync(join(assets, name)))
  const rename = (text: string): string =>
    renamed.reduce((all, [before, after]) => all.replaceAll(before, after), text)
  rmSync(assets, { recursive: true })
  mkdirSync(assets)
  for (const [index, [, name]] of renamed.entries()) {
    const content = contents[index] ?? Buffer.of()
    const isText = /\.(?:js|css)$/.test(name)
    writeFileSync(join(assets, name), isText ? rename(content.toString()) : content)
  }
  const html = join(folder, 'index.html')
  writeFileSync(html, rename(readFileSync(html, 'utf8')))
}

const reload = 'Reload the page: this copy may be older than the server.'

test('after an upgrade of the server, a late view and each download ask the reader to reload the page', async (t) => {
  const { address, upgrade } = await upgradableServer(t)
  const { page } = await openPage(t, { allowErrors: true })
  const state = page.locator('#part-ranking .choices [role=status]').first()
  const download = async (kind: string): Promise<string> => {
    if (!(await page.locator('#part-ranking .choices').isVisible()))
      await page.locator('#part-ranking .take-along > summary').click()
    await page.locator('#part-ranking .choices').getByRole('button', { name: kind }).click()
    assert.ok(await until(async () => !/^(?:|Preparing.*)$/.test(await state.innerText())))
    return state.innerText()
  }
  await show(page, `${address}/`)
  await upgrade()
  assert.equal(await download('CSV'), `The file could not be made. ${reload}`)
  await page.getByRole('link', { name: 'What do I get' }).click()
  await page.getByText('This view cannot be shown.').waitFor()
  assert.match(await page.innerText('[role=alert]'), new RegExp(reload))
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.locator('.deposits').waitFor()
  assert.equal(await page.locator('[role=alert]').count(), 0)
  await page.getByRole('link', { name: 'Market' }).click()
  await settled(page)
  assert.match(await download('CSV'), /^Saved as /)
  await upgrade()
  assert.equal(await download('Excel'), `The file could not be made. ${reload}`)
})

test('offline, the page asks for a connection, and goes on by itself once there is one', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  const context = page.context()
  const cannotBeReached = /^The server cannot be reached\. Check your connection, then try again\./
  await show(page, `${server()}/`)
  await context.setOffline(true)
  await page.locator('#part-ranking .take-along > summary').click()
  await page.locator('#part-ranking .choices').getByRole('button', { name: 'CSV' }).click()
  await page.getByText('The file could not be made. Check your connection').waitFor()
  for (const [link, shown] of [
    ['What do I get', '.deposits'],
    ['Changes', '.changes'],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await page.locator('[role=alert]').waitFor()
    assert.match(await page.innerText('[role=alert]'), cannotBeReached)
    await context.setOffline(false)
    await page.locator(shown).first().waitFor()
    assert.equal(await page.locator('[role=alert]').count(), 0)
    await context.setOffline(true)
  }
  // A browser may keep the failed import; the page then loads itself again.
  await page.getByRole('link', { name: 'All rates' }).click()
  await page.locator('[role=alert]').waitFor()
  await page.route('**/assets/matrix-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await context.setOffline(false)
  await page.locator('.matrix').waitFor()
  await page.getByRole('link', { name: 'Changes' }).click()
  await page.locator('.changes').first().waitFor()
  await context.setOffline(true)
  await page.getByLabel('Direction').selectOption({ label: 'Cuts only' })
  await page.locator('[role=alert]').waitFor()
  assert.match(await page.innerText('[role=alert]'), cannotBeReached)
  await context.setOffline(false)
  assert.ok(await until(async () => (await page.locator('[role=alert]').count()) === 0))
  await settled(page)
})
