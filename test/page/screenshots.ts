// `npm run screenshots` writes docs/screenshots. `npm run screenshots -- FOLDER` writes every view there, at two widths, light and dark.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { startServer } from '../support/cli.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { bringBrowser } from './browser.ts'
import { show } from './open-page.ts'

type Shot = readonly [
  name: string,
  path: string,
  width: number,
  colorScheme: 'light' | 'dark',
  height: number,
]

const docsShots: readonly Shot[] = [
  ['market', '/', 1280, 'light', 1420],
  ['deposit', '/deposit?tenure=any', 1280, 'light', 1000],
  ['institution', '/institution/sampath-bank', 1280, 'dark', 1300],
  ['market-narrow', '/', 360, 'dark', 1000],
  ['changes-narrow', '/changes', 360, 'light', 1000],
]
const views = [
  ['market', '/'],
  ['deposit', '/deposit?tenure=any'],
  ['small-deposit', '/deposit?amount=4000'],
  ['institutions', '/institution'],
  ['institution', '/institution/sampath-bank'],
  ['institution-of-many', '/institution/bank-of-ceylon'],
  ['unknown', '/institution/nobody'],
  ['changes', '/changes'],
  ['corrections', '/correction'],
  ['sources', '/source'],
  ['receipt', '/receipt/69.3'],
  ['wrong', '/?variant=golden&tenure=11'],
] as const
const allShots = views.flatMap(([name, path]) =>
  [360, 1280].flatMap((width) =>
    (['light', 'dark'] as const).map((scheme): Shot => [
      `${name}-${width}-${scheme}`,
      path,
      width,
      scheme,
      2400,
    ]),
  ),
)

const folder = process.argv[2]
const book = mkdtempSync(join(tmpdir(), 'ratebook-screenshots-'))
await makeSampleBook(book)
const cleanups: (() => void)[] = []
const server = await startServer({ after: (cleanup: () => void) => cleanups.push(cleanup) }, [], {
  cwd: book,
})
const browser = await chromium.launch({ executablePath: bringBrowser(), chromiumSandbox: false })
for (const [name, path, width, colorScheme, height] of folder === undefined
  ? docsShots
  : allShots) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme })
  await show(page, server.address + path)
  await page.evaluate('document.fonts.ready.then(() => 1)')
  await page.screenshot({ path: join(folder ?? 'docs/screenshots', `${name}.png`) })
  await page.close()
}
await browser.close()
for (const cleanup of cleanups) cleanup()
rmSync(book, { recursive: true })
