import assert from 'node:assert/strict'
import { after, before, type TestContext } from 'node:test'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { until } from '../support/cli.ts'
import { bringBrowser } from './browser.ts'

/** A page in a browser, and what went wrong in it. */
export type Opened = {
  readonly page: Page
  /** What the console said that is an error or a warning, and what was thrown. */
  readonly complaints: readonly string[]
  /** Every address that was asked for. */
  readonly asked: readonly string[]
}

/** One browser for all tests of a file; each test opens a context of its own. */
export function sharedBrowser(): () => Browser {
  let browser: Browser | undefined
  before(async () => {
    browser = await chromium.launch({ executablePath: bringBrowser(), chromiumSandbox: false })
  })
  after(async () => {
    await browser?.close()
  })
  return () => {
    if (browser === undefined) throw new Error('The browser is not open yet.')
    return browser
  }
}

/** A page of its own, closed with the test. At the end nothing has complained and nobody else was asked, unless a test says so. */
export async function openPage(
  t: TestContext,
  browser: Browser,
  options: BrowserContextOptions & { readonly mayComplain?: boolean } = {},
): Promise<Opened> {
  const { mayComplain = false, ...how } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...how })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  const asked: string[] = []
  page.on('console', (message) => {
    // Where tests share two processors the server may find that it is overloaded; the page asks again.
    if (message.text().includes('status of 503')) return
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => asked.push(request.url()))
  t.after(async () => {
    const own = new URL(page.url()).origin
    await context.close()
    const others = asked.filter((url) => !url.startsWith(own) && !url.startsWith('data:'))
    assert.deepEqual(others, [], 'another host was asked')
    if (!mayComplain) assert.deepEqual(complaints, [])
  })
  return { page, complaints, asked }
}

/** Opens an address and waits until it shows its answer. */
export async function show(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settled(page)
}

const isSettled = `document.querySelector('h1') !== null && document.querySelector('.waiting, [aria-busy=true]') === null`

/** Waits until nothing is being asked any more. */
export async function settled(page: Page): Promise<void> {
  // What a pick leads to is asked behind the next frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  // Not the library's own waiting: it evaluates text in the page, which the page's policy forbids.
  assert.ok(await until(async () => (await page.evaluate(isSettled)) === true, 20_000))
}

/** What the page says in its headline. */
export async function headline(page: Page): Promise<string> {
  return page.locator('h1').innerText()
}
