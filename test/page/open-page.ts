import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { patience, until } from '../support/cli.ts'
import { browserPath, hasBrowser } from './browser.ts'
import { sharedByFiles } from './shared.ts'

/** A page in a browser. */
export type OpenedPage = {
  readonly page: Page
  /** The address of every request that the page has sent. */
  readonly requests: readonly string[]
}

/** Chromium asks for the time so often that libfaketime would take most of its time. */
const { LD_PRELOAD: _, ...browserEnvironment } = process.env

/** How far `npm run test:days` has shifted the clock of this process, in milliseconds. */
const shift = 1_000 * Number.parseInt(process.env['FAKETIME'] ?? '0', 10)

const sharedBrowser = sharedByFiles(
  () =>
    chromium.launch({
      executablePath: browserPath(),
      chromiumSandbox: false,
      env: browserEnvironment,
    }),
  (launched) => launched.close(),
)
const opened: { browser?: () => Browser } = {}

/** The browser of all tests. Each test opens a context of its own. */
export function browser(): Browser {
  if (opened.browser === undefined) throw new Error('No browserTest has been defined.')
  return opened.browser()
}

/** A test that needs a browser: it is skipped where there is none. */
export function browserTest(name: string, run: (t: TestContext) => Promise<void>): void {
  if (hasBrowser) opened.browser ??= sharedBrowser()
  void (hasBrowser ? test : test.skip)(name, run)
}

/** A test of one page, opened as `openPage` does by default. */
export function pageTest(name: string, run: (page: Page) => Promise<void>): void {
  browserTest(name, async (t) => run((await openPage(t)).page))
}

/**
 * Opens a page, and closes it after the test. The test then fails if the page has sent a request to another host, or has
 * logged an error or a warning; `allowErrors` lets it log them, and `isAttacked` lets it leave its host.
 */
export async function openPage(
  t: TestContext,
  options: BrowserContextOptions & {
    readonly allowErrors?: boolean
    readonly isAttacked?: boolean
  } = {},
): Promise<OpenedPage> {
  const { allowErrors = false, isAttacked = false, ...contextOptions } = options
  const context = await browser().newContext({
    viewport: { width: 1280, height: 900 },
    ...contextOptions,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  await page.addInitScript(countRequests)
  if (shift !== 0) await page.addInitScript(shiftDate, shift)
  const errors: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    // The server may be overloaded while tests share the processors; the page then retries.
    if (message.text().includes('status of 503')) return
    if (['error', 'warning'].includes(message.type())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('request', (request) => requests.push(request.url()))
  t.after(async () => {
    const { origin } = new URL(page.url())
    await context.close()
    const toOtherHosts = requests.filter(
      (url) => !url.startsWith(origin) && !url.startsWith('data:'),
    )
    if (!isAttacked) assert.deepEqual(toOtherHosts, [], 'the page sent a request to another host')
    if (!allowErrors) assert.deepEqual(errors, [])
  })
  return { page, requests }
}

/** Shifts `Date` in a page. */
function shiftDate(milliseconds: number): void {
  const RealDate = Date
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, self) =>
      Reflect.construct(target, given.length === 0 ? [target.now()] : given, self) as Date,
    apply: () => new RealDate(RealDate.now()).toString(),
  })
  const now = RealDate.now.bind(RealDate)
  RealDate.now = () => now() + milliseconds
}

/** Opens an address and waits until its view is complete. */
export async function show(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settled(page)
}

/** The script that counts the requests of a page whose answers have not arrived. `settled` needs it. */
export const countRequests = `{
  const send = fetch
  globalThis.pendingRequests = 0
  globalThis.fetch = async (...args) => {
    pendingRequests += 1
    const settle = () => { pendingRequests -= 1 }
    try {
      const response = await send(...args)
      response.clone().arrayBuffer().then(settle, settle)
      return response
    } catch (error) {
      settle()
      throw error
    }
  }
}`

// A component may send a request in an effect, which runs after the next frame.
const isSettled = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(
  pendingRequests === 0 && document.querySelector('h1') !== null &&
    document.querySelector('.skeleton, [aria-busy=true]') === null,
))))`

/** Waits until the page has drawn every answer and sends no further request. */
export async function settled(page: Page): Promise<void> {
  let times = 0
  // An answer may cause another request. `page.waitForFunction` is forbidden by the content security policy.
  const isQuiet = async (): Promise<boolean> => {
    times = (await page.evaluate(isSettled)) === true ? times + 1 : 0
    return times === 2
  }
  assert.ok(await until(isQuiet), 'the page is still waiting for an answer')
}

/** Opens the figures behind the charts, which are drawn once they are open. */
export async function openChartData(page: Page): Promise<void> {
  await page.locator('.chart-data > summary').press('Enter')
  await page.locator('.chart-data tbody tr').first().waitFor()
}

/** The text of the heading, with plain spaces and hyphens. */
export async function headline(page: Page): Promise<string> {
  return (await page.locator('h1').innerText()).replaceAll('\u00A0', ' ').replaceAll('\u2011', '-')
}
