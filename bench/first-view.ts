// The web page with 300 institutions in Chromium: the time until its first view has its figures, and until it answers a key.
import { chromium, type BrowserContext } from 'playwright-core'
import { browserPath } from '../test/page/browser.ts'
import { largeBook } from '../test/page/large-book.ts'
import { makeSampleBook } from '../test/support/sample-book.ts'
import { figure, median, table, withTarget } from './page.ts'
import { startRatebook, type Bench, type BenchServer } from './servers.ts'

/** Runs in the page: notes when the first view is complete, and how long the answer to a key takes to be drawn. */
const observer = `{
  const look = () => {
    const isComplete = document.querySelector('tbody tr') !== null &&
      document.querySelector('.skeleton, [aria-busy=true]') === null
    if (isComplete) globalThis.figuresAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  addEventListener('keydown', (event) => {
    const drawn = () => {
      if (document.querySelector('.chosen-filters')?.ariaExpanded !== 'true') requestAnimationFrame(drawn)
      else globalThis.keyTook = performance.now() - event.timeStamp
    }
    requestAnimationFrame(drawn)
  })
}`

type View = {
  readonly figures: number
  readonly key: number
  /** Processor time of the server's main thread. */
  readonly server: number
}

export async function firstView(bench: Bench): Promise<string> {
  const entries = [...largeBook().market().entries]
  const file = await makeSampleBook(bench.folder, 'page.db', entries)
  const server = await startRatebook(bench, { changes: 0, folder: bench.folder, file })
  const browser = await chromium.launch({ executablePath: browserPath(), chromiumSandbox: false })
  bench.cleanup.after(() => browser.close())
  const cold: View[] = []
  const warm: View[] = []
  // The first visit compiles the code of the server and of the browser, so it is not counted.
  for (let round = 0; round <= (bench.isQuick ? 2 : 7); round++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await context.addInitScript(observer)
    const [first, second] = [await visit(context, server), await visit(context, server)]
    if (round > 0) {
      cold.push(first)
      warm.push(second)
    }
    await context.close()
  }
  const row = (name: string, views: readonly View[]) => [
    name,
    figure(median(views.map((view) => view.figures))),
    figure(median(views.map((view) => view.key))),
    figure(median(views.map((view) => view.server))),
    withTarget(median(views.map((view) => view.figures + view.key)), '≤', 300),
  ]
  return `The front page with 300 institutions in Chromium, with a window of 390 × 844, from the start of the navigation. The first view is complete when it has rows and waits for no answer; Enter then opens the filters. A cold browser has no copy of any file; a warm one has been on the page before. Medians in milliseconds.

${table(['browser', 'first view complete', 'answer to a key', 'processor of the server', 'both'], [row('cold', cold), row('warm', warm)])}`
}

/** Opens the front page in a new tab, and presses a key as soon as the view is complete. */
async function visit(context: BrowserContext, { url, probe }: BenchServer): Promise<View> {
  const page = await context.newPage()
  await probe('reset')
  await page.goto(`${url}/`)
  const read = async (name: string): Promise<number> => {
    for (;;) {
      const value: unknown = await page.evaluate(`globalThis.${name} ?? 0`)
      if (typeof value === 'number' && value > 0) return value
    }
  }
  const figures = await read('figuresAt')
  const { spent: server } = await probe('read')
  await page.locator('.chosen-filters').press('Enter')
  const key = await read('keyTook')
  await page.close()
  return { figures, key, server }
}
