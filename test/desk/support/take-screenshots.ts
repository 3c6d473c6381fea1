// `node test/desk/support/take-screenshots.ts FOLDER [NAME]` writes every state of the desk there, at two widths, light and dark.
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { bringBrowser } from '../../page/browser.ts'
import { rowsWith, type HeldBank } from './desk-book.ts'
import { startDesk } from './desk-server.ts'

const banks: readonly HeldBank[] = [
  {
    id: 'alpha-bank',
    name: 'Alpha Bank',
    age: 50,
    stood: rowsWith('9.00', '9.00'),
    rows: rowsWith('6.90', '9.00'),
  },
  {
    id: 'beta-finance',
    name: 'Beta Finance',
    age: 30,
    format: 'pdf',
    stood: rowsWith('9.00'),
    rows: rowsWith('13.50'),
    reviewers: 2,
  },
  {
    id: 'gamma-bank',
    name: 'Gamma Bank',
    age: 20,
    format: 'json',
    stood: rowsWith('9.00'),
    rows: rowsWith('11.25'),
  },
  { id: 'delta-bank', name: 'Delta Bank', age: 3, format: 'xlsx', rows: rowsWith('9.00') },
]

type Shot = readonly [name: string, path: string, act?: (page: Page) => Promise<void>]

const shots: readonly Shot[] = [
  ['queue', '/'],
  ['keys', '/', async (page) => page.keyboard.press('?')],
  ['sheet', '/hold/12'],
  ['sheet-for-two', '/hold/13'],
  ['captured-html', '/hold/12?tab=captured'],
  ['captured-pdf', '/hold/13?tab=captured'],
  ['captured-json', '/hold/14?tab=captured'],
  ['captured-xlsx', '/hold/15?tab=captured'],
  [
    'reject-without-note',
    '/hold/12',
    async (page) => page.getByRole('button', { name: 'Reject' }).click(),
  ],
  ['edit', '/hold/12/edit'],
  [
    'edit-problem',
    '/hold/12/edit',
    async (page) => {
      await page.getByLabel('Rate: General, 12').fill('x')
      await page.getByRole('button', { name: 'Check' }).click()
    },
  ],
  [
    'edit-confirm',
    '/hold/12/edit',
    async (page) => {
      await page.getByLabel('Rate: General, 12').fill('9.50')
      await page.locator('[data-address]', { hasText: '9.50%' }).click()
      await page.getByLabel('Why do you change them').fill('the rate of 24 months')
      await page.getByRole('button', { name: 'Check' }).click()
    },
  ],
  ['enter-choose', '/enter'],
  ['enter', '/enter?institution_id=picture-bank'],
  [
    'enter-problems',
    '/enter?institution_id=alpha-bank',
    async (page) => page.getByRole('button', { name: 'Enter the sheet' }).click(),
  ],
  [
    'enter-findings',
    '/enter?institution_id=alpha-bank',
    async (page) => {
      for (const [row, rate] of ['8.00', '13.50', '9.50'].entries())
        await page.getByLabel(`Rate, row ${row + 1}`, { exact: true }).fill(rate)
      await page.getByRole('button', { name: 'Enter the sheet' }).click()
    },
  ],
  ['correct', '/correct?institution_id=alpha-bank'],
  ['missing', '/hold/1'],
]

const [, , folder = '.', only] = process.argv
const desk = await startDesk(banks)
const browser = await chromium.launch({ executablePath: bringBrowser(), chromiumSandbox: false })
for (const [name, path, act] of shots) {
  if (only !== undefined && !name.startsWith(only)) continue
  for (const width of [1280, 768])
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
      await page.goto(desk.address + path)
      await act?.(page)
      await page.screenshot({
        path: join(folder, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      })
      await page.close()
    }
}
await browser.close()
await desk.close()
