// `npm run docs -- screenshots` writes docs/screenshots. `npm run docs -- screenshots FOLDER [NAME]` writes every view there with four books, at
// three widths, light and dark; only the pictures whose names contain NAME, if it is given.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { readWebPage } from '../../src/serve/http/web-page.ts'
import { openBook, type Book } from '../support/book.ts'
import { startServer } from '../support/cli.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { at } from '../support/sample-market.ts'
import { createTestApp, insuredUpTo } from '../support/source.ts'
import { browserPath } from './browser.ts'
import { largeBook, largeNow } from './large-book.ts'
import { countRequests, show } from './open-page.ts'

type Shot = {
  readonly name: string
  readonly address: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
  readonly height: number
}

/** An instant at which most rates of the sample are fresh. Later all are stale. */
const freshSample = '2026-07-21T00:00:00Z'

const views = [
  ['market', '/'],
  ['deposit', '/deposit?tenure=any&payout=any'],
  ['large-deposit', '/deposit?amount=5000000&split=yes'],
  ['matrix', '/matrix'],
  ['comparison', '/comparison?institutions=INSTITUTIONS'],
  ['institutions', '/institution'],
  ['institution', '/institution/INSTITUTION'],
  ['changes', '/changes'],
  ['corrections', '/correction'],
  ['sources', '/source'],
  ['receipt', '/receipt/p69-3'],
  ['wrong', '/?variant=golden&tenure=11'],
  ['sinhala', '/?lang=si'],
  ['tamil', '/deposit?lang=ta'],
  ['embed', '/embed?part=history'],
] as const

const [folder, wanted = ''] = process.argv.slice(2)
const files = mkdtempSync(join(tmpdir(), 'ratebook-screenshots-'))
await makeSampleBook(files)
const cleanups: (() => void | Promise<void>)[] = []
const server = await startServer({ after: (cleanup: () => void) => cleanups.push(cleanup) }, [], {
  cwd: files,
})
const browser = await chromium.launch({ executablePath: browserPath(), chromiumSandbox: false })
for (const shot of folder === undefined ? docsShots(server.address) : await allShots()) {
  if (!shot.name.includes(wanted)) continue
  const { name, address, width, height, scheme } = shot
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme })
  await page.addInitScript(countRequests)
  await show(page, address)
  await loadFonts(page)
  await page.screenshot({ path: join(folder ?? 'docs/screenshots', `${name}.png`) })
  await page.close()
}
await browser.close()
for (const cleanup of cleanups) await cleanup()
rmSync(files, { recursive: true })

async function loadFonts(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => 1)')
}

function docsShots(sample: string): readonly Shot[] {
  const pinned = `at=${freshSample}`
  const shots = [
    ['market', `/?${pinned}`, 1280, 'light', 1420],
    ['deposit', `/deposit?tenure=any&${pinned}`, 1280, 'light', 1000],
    ['institution', `/institution/sampath-bank?${pinned}`, 1280, 'dark', 1300],
    ['changes-narrow', `/changes?${pinned}`, 360, 'light', 1000],
  ] as const
  return shots.map(([name, path, width, scheme, height]) => ({
    name,
    address: sample + path,
    width,
    scheme,
    height,
  }))
}

/** Every view with the sample, with the sample when all of it is stale, with 300 institutions and with an empty book. */
async function allShots(): Promise<readonly Shot[]> {
  const large = await serve(largeBook(), largeNow)
  const empty = await serve(openBook(), largeNow)
  const books = [
    ['sample', server.address, freshSample, ['sampath-bank', 'bank-of-ceylon', 'peoples-bank']],
    ['stale', server.address, '', ['sampath-bank', 'bank-of-ceylon', 'peoples-bank']],
    ['large', large.address, '', large.ids],
    ['empty', empty.address, '', ['nobody']],
  ] as const
  return books.flatMap(([book, base, instant, ids]) =>
    views.flatMap(([view, path]) =>
      [360, 768, 1280].flatMap((width) =>
        (['light', 'dark'] as const).map((scheme) => {
          const address = new URL(
            base + path.replace('INSTITUTIONS', ids.join(',')).replace('INSTITUTION', ids[0] ?? ''),
          )
          if (instant !== '') address.searchParams.set('at', instant)
          const name = `${book}-${view}-${width}-${scheme}`
          return { name, address: address.href, width, scheme, height: 2400 }
        }),
      ),
    ),
  )
}

async function serve(book: Book, now: string) {
  const page = readWebPage(fileURLToPath(new URL('../../web/dist/', import.meta.url)))
  const app = createTestApp(
    { market: book.market, isHealthy: () => true, now: () => at(now) },
    { settings: insuredUpTo('1100000'), ...(page !== undefined && { page }) },
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  cleanups.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const ids = [...book.market().institutions.keys()].slice(0, 3)
  return { address: `http://127.0.0.1:${port}`, ids }
}
