// `node test/desk/support/take-screenshots.ts FOLDER [NAME]` writes every state of the desk there, at two widths, light and dark.
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { queuePage } from '../../../src/desk/queue-page.ts'
import { refusalPage } from '../../../src/desk/requests.ts'
import { invitationPage, signInPage } from '../../../src/desk/sign-in/sign-in-routes.ts'
import { browserPath } from '../../page/browser.ts'
import { deskNow, rowsWith, type HeldBank } from './desk-book.ts'
import type { PageRow } from './desk-pages.ts'
import { startDesk } from './desk-server.ts'

/** As many rows as a large bank lists; the rates of the last ones are `rate`. */
function manyRows(rate: string): readonly PageRow[] {
  return Array.from({ length: 48 }, (_, index) => {
    const printed = `${index < 40 ? '9.00' : rate}%`
    return [`${index + 1} Months`, printed, printed]
  })
}

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
  {
    id: 'epsilon-bank',
    name: 'Epsilon Bank',
    age: 2,
    stood: manyRows('9.00'),
    rows: manyRows('6.75'),
    notes: Buffer.from('<h1>Notes</h1><p>Rates of pensioners are 0.50 higher.</p>'),
  },
  {
    id: 'zeta-bank',
    name: 'Zeta Bank',
    age: 1,
    stood: rowsWith('9.00'),
    rows: rowsWith('6.75'),
  },
]

type Shot = readonly [name: string, path: string, act?: (page: Page) => Promise<void>]

/** Pages that need no book. */
const ann = { id: 'ann', name: 'The ann' }
const bookless: Readonly<Record<string, string>> = {
  'sign-in': signInPage(),
  invitation: invitationPage(),
  'empty-queue': queuePage({ market: emptyMarket, reviewer: ann, now: deskNow }),
  'refused-401': refusalPage(
    'You are signed out',
    'Nothing was changed. Sign in in another tab, then reload this page: it sends the form again, with all that you typed.',
    { way: '/sign-in' },
  ),
  'refused-403': refusalPage(
    'You are not a reviewer',
    'The proxy signed you in as dan, who is not registered.',
    {},
  ),
  'refused-500': refusalPage(
    'The desk failed',
    'This is a bug in Ratebook; the log of the desk says more.',
    { reviewer: ann },
  ),
}

/** Clicks a button, and waits for the page that answers. */
async function press(page: Page, name: string): Promise<void> {
  const answered = page.waitForEvent('load')
  await page.getByRole('button', { name }).first().click()
  await answered
}

async function fillRates(page: Page, rates: readonly string[]): Promise<void> {
  for (const [row, rate] of rates.entries())
    await page.getByLabel(`Rate, row ${row + 1}`, { exact: true }).fill(rate)
}

async function fillEdit(page: Page): Promise<void> {
  await page.getByLabel('Rate: General, 12').fill('9.50')
  await page.locator('[data-address]', { hasText: '9.50%' }).click()
  await page.getByLabel('Why do you change them').fill('the rate of 24 months')
}

/** The shots before anybody decides. In a path, an institution stands for the position of its held sheet. */
const undecided: readonly Shot[] = [
  ...Object.keys(bookless).map((name): Shot => [name, `/bookless/${name}`]),
  ['queue', '/'],
  ['keys', '/', async (page) => page.keyboard.press('?')],
  ['keys-of-sheet', '/hold/alpha-bank', async (page) => page.keyboard.press('?')],
  ['sheet', '/hold/alpha-bank'],
  ['sheet-long', '/hold/epsilon-bank'],
  ['sheet-for-two', '/hold/beta-finance'],
  ['sheet-json', '/hold/gamma-bank'],
  ['sheet-xlsx', '/hold/delta-bank'],
  ['captured-html', '/hold/alpha-bank?tab=captured'],
  ['captured-pdf', '/hold/beta-finance?tab=captured'],
  ['captured-json', '/hold/gamma-bank?tab=captured'],
  ['captured-xlsx', '/hold/delta-bank?tab=captured'],
  ['captured-long', '/hold/epsilon-bank?tab=captured'],
  ['captured-notes', '/hold/epsilon-bank?tab=captured&page=1'],
  [
    'reject-without-note',
    '/hold/alpha-bank',
    async (page) => {
      await page.getByLabel('Why reject').fill(' ')
      await press(page, 'Reject')
    },
  ],
  ['edit', '/hold/alpha-bank/edit'],
  ['edit-long', '/hold/epsilon-bank/edit'],
  ['edit-chosen', '/hold/alpha-bank/edit', fillEdit],
  [
    'edit-problem',
    '/hold/alpha-bank/edit',
    async (page) => {
      await page.getByLabel('Rate: General, 12').fill('x')
      await press(page, 'Check')
    },
  ],
  [
    'edit-confirm',
    '/hold/alpha-bank/edit',
    async (page) => {
      await fillEdit(page)
      await press(page, 'Check')
    },
  ],
  ['enter-choose', '/enter'],
  ['enter', '/enter?institution_id=picture-bank'],
  [
    'enter-problems',
    '/enter?institution_id=alpha-bank',
    async (page) => {
      await fillRates(page, ['8.00', 'abc'])
      await press(page, 'Enter the sheet')
    },
  ],
  [
    'enter-findings',
    '/enter?institution_id=alpha-bank',
    async (page) => {
      await fillRates(page, ['8.00', '13.50', '9.55'])
      await page.getByLabel('I typed it from the captured page').check()
      await page.getByLabel('What it lists').selectOption('yes')
      await press(page, 'Enter the sheet')
    },
  ],
  ['correct', '/correct?institution_id=alpha-bank'],
  [
    'correct-problems',
    '/correct?institution_id=alpha-bank',
    async (page) => press(page, 'Correct it'),
  ],
  [
    'correct-findings',
    '/correct?institution_id=alpha-bank',
    async (page) => {
      await page.getByLabel('General, 12 months').check()
      await page.getByLabel('Right rate').fill('4.00')
      await page.getByLabel('Cause').selectOption('misread')
      await page.getByLabel('Note').fill('a digit was lost')
      await press(page, 'Correct it')
    },
  ],
  ['missing', '/hold/1'],
]

/** The shots after ann has approved two sheets and rejected one, and a page was corrected. */
const decided: readonly Shot[] = [
  ['queue-first-approved', '/'],
  ['approved-by-me', '/hold/beta-finance'],
  ['approved', '/hold/gamma-bank'],
  ['rejected', '/hold/delta-bank'],
  ['overtaken', '/hold/zeta-bank'],
  [
    'another-was-faster',
    '/hold/alpha-bank',
    async (page) => {
      await page.setExtraHTTPHeaders({ 'x-reviewer': 'ben' })
      const form = `document.querySelector('form[action$=approve]')`
      await page.evaluate(`${form}.action = '/hold/${positionOf('gamma-bank')}/approve'`)
      await press(page, 'Approve')
    },
  ],
  ['edit-too-late', '/hold/gamma-bank/edit'],
]

const [, , folder = '.', only] = process.argv
const desk = await startDesk(banks)
const browser = await chromium.launch({ executablePath: browserPath(), chromiumSandbox: false })

function positionOf(id: string): string {
  return String(desk.holdOf(id) || id)
}

async function take([name, path, act]: Shot): Promise<void> {
  for (const width of [1280, 768])
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
      await page.route('**/bookless/*', async (route) =>
        route.fulfill({ contentType: 'text/html', body: bookless[name] ?? '' }),
      )
      await page.goto(desk.address + path.replace(/(?<=^\/hold\/)[a-z-]+/, positionOf))
      await act?.(page)
      await page.screenshot({
        path: join(folder, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      })
      await page.close()
    }
}

async function post(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { status, headers, body } = await desk.post(path, fields)
  if (status !== 303) throw new Error(`${path}: ${status} ${body}`)
  return String(headers['location'])
}

async function takeAll(shots: readonly Shot[]): Promise<void> {
  for (const shot of shots) if (only === undefined || shot[0].startsWith(only)) await take(shot)
}

await takeAll(undecided)
await post(`/hold/${positionOf('beta-finance')}/approve`, {})
const published = await post(`/hold/${positionOf('gamma-bank')}/approve`, {})
await post(`/hold/${positionOf('delta-bank')}/reject`, { note: 'the page of last month' })
const { entries } = desk.desk.market()
const stood = entries.find(
  (one) => one.kind === 'sheet-published' && one.institutionId === 'zeta-bank',
)
await post('/correct?institution_id=zeta-bank', {
  figure: 'sheet',
  of: String(stood?.position),
  cause: 'wrong-page',
  note: 'the sheet of another bank',
})
await takeAll([['published', published], ...decided])
await browser.close()
await desk.close()
