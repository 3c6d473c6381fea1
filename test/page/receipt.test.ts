import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkLayouts } from './check-layouts.ts'
import {
  browserTest as test,
  headline,
  openChartData,
  openPage,
  settled,
  show,
} from './open-page.ts'
import { defaultSettings } from '../../src/domain/book-settings.ts'
import { openBook } from '../support/book.ts'
import { receiptBook } from './receipt-book.ts'
import { sharedMarket } from './shared-market.ts'

const now = '2026-03-10T00:00:00Z'
const book = receiptBook()
const server = sharedMarket(book, now)
const settings = { ...defaultSettings, operator: { contact: 'rates@example.org' } }
const captures = { get: () => Promise.resolve(new TextEncoder().encode('<script>')) }
const mailServer = sharedMarket(book, now, { settings, captures, basePath: '/rates/lk' })
const languages = ['en', 'si', 'ta']
const translatedServer = sharedMarket(book, now, { country: { languages } })
const silentServer = sharedMarket(book, now, { settings: defaultSettings })
const unsignedServer = sharedMarket(book, now, { checkpointSigner: undefined })
const leftOut = openBook()
leftOut.register('2026-01-01T00:00:00Z', 'alpha')
leftOut.publish('2026-02-01T00:00:00Z', 'alpha', ['general 6 maturity 8', 'general 12 maturity 9'])
leftOut.publish('2026-02-02T00:00:00Z', 'alpha', ['general 6 maturity 8'])
leftOut.correct('2026-02-03T00:00:00Z', 3, 'general 12 maturity 9')
const leftOutServer = sharedMarket(leftOut, now)
const retracted = openBook()
retracted.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
for (const day of ['01', '02'])
  retracted.publish(`2026-02-${day}T00:00:00Z`, 'alpha', ['general 12 maturity 9'])
const reason = { cause: 'wrong-page', note: 'Of another branch.', by: 'A. Perera' } as const
retracted.retract('2026-02-03T00:00:00Z', 3, reason)
const retractedServer = sharedMarket(retracted, now)
const repeated = openBook()
repeated.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
for (const day of ['01', '02', '03'])
  repeated.publish(`2026-02-${day}T00:00:00Z`, 'alpha', [
    'general 6 maturity 8',
    `general 12 maturity 9.${day}`,
  ])
const repeatedServer = sharedMarket(repeated, now)
const back = openBook()
back.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
back.publish('2026-02-01T00:00:00Z', 'alpha', ['general 6 maturity 11.00', 'general 12 maturity 9'])
back.correct('2026-02-02T00:00:00Z', 2, 'general 6 maturity 10.00')
back.correct('2026-02-03T00:00:00Z', 2, 'general 12 maturity none')
back.correct('2026-02-04T00:00:00Z', 2, 'general 6 maturity 11.0')
back.correct('2026-02-05T00:00:00Z', 2, 'general 12 maturity 9.00')
const backServer = sharedMarket(back, now)
const typed = openBook()
typed.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
typed.register('2026-01-01T00:00:00Z', 'beta', { name: 'Beta Bank' })
typed.publish('2026-01-03T00:00:00Z', 'alpha', ['general 12 maturity 4.7'], {
  source_url: 'https://www.news.example/who-pays-most',
})
typed.publish('2026-03-04T00:00:00Z', 'beta', ['general 12 maturity 4'])
const sample = openBook()
for (const entry of typed.market().entries)
  if (entry.kind === 'sheet-published') sample.enter({ ...entry, sample: true })
  else if (entry.kind === 'institution-registered') sample.enter(entry)
const sampleServer = sharedMarket(sample, '2026-11-28T00:00:00Z')

/** The facts of the receipt by name. */
async function factsOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const facts = await page.locator('.record > div').all()
  const texts = facts.map(async (fact) => [
    await fact.locator('dt').innerText(),
    (await fact.locator('dd').innerText()).replaceAll(/\s+/g, ' '),
  ])
  return Object.fromEntries(await Promise.all(texts)) as Readonly<Record<string, string>>
}

test('a receipt has the proof of its figure to download, if the server has one', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${mailServer()}/receipt/p16-2`)
  const link = page.getByRole('link', { name: 'Download the proof' })
  assert.equal(await link.getAttribute('href'), '/rates/lk/evidence/p16-2/proof')
  assert.equal(await link.getAttribute('download'), 'p16-2.tlog-proof')
  const { page: unsigned } = await openPage(t)
  await show(unsigned, `${unsignedServer()}/receipt/p16-2`)
  const text = await unsigned.locator('.receipt').innerText()
  assert.match(text, /Check it yourself/)
  assert.doesNotMatch(text, /Download the proof/)
})

test('a collected figure: the cell as printed, the capture, the source, and who approved it', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/receipt/p16-2`)
  await checkLayouts(page, async (where) => {
    assert.equal(await headline(page), '10.00 % from Gamma <b>Finance</b>', where)
    assert.equal(
      await page.innerText('.deck'),
      '12 months, paid at maturity, for everyone, from 100,000.',
    )
    const [provenance = ''] = await page.locator('.provenance').allInnerTexts()
    assert.match(provenance, /^A program read this figure[^.]*, and a person approved it\.\n/)
    assert.match(provenance, /It is the current rate: confirmed 5 days ago, on 4 March 2026\.$/)
    const printed = await page.locator('.printed').innerText()
    assert.match(
      printed,
      /Interest at maturity <script>\s+12 Months\s+10\.00% p\.a\. \(AER 10\.00%\)/,
    )
    assert.equal(await page.innerText('mark'), '10.00')
  })
  const facts = await factsOf(page)
  assert.match(
    facts['Captured'] ?? '',
    /^4 March 2026, 09:20, Colombo time as HTML SHA-256 (ab){32}$/,
  )
  assert.equal(facts['Place in the page'], '#char=1204,1232')
  assert.equal(
    facts['Minimum deposit'],
    'Wealth By the source definition, this means: from 100,000',
  )
  assert.equal(facts['Source definition'], `lk/gamma.yaml SHA-256 ${'5'.repeat(64)}`)
  assert.match(
    facts['Published'] ?? '',
    /^4 March 2026, 13:45, Colombo time Position 16 of the book$/,
  )
  assert.deepEqual(
    [facts['Approved by'], facts['Reason given']],
    ['Ann Perera 4 March 2026, 13:45, Colombo time', undefined],
  )
  assert.match(facts['Checks that objected'] ?? '', /moves by 150 basis points/)
  const source = page.locator('.record a[href^="https://gamma.example/"]')
  assert.equal(await source.getAttribute('href'), 'https://gamma.example/rates?kind=fixed')
  const json = page.getByRole('link', { name: '/evidence/p16-2' })
  const answer = await fetch(server() + (await json.getAttribute('href')))
  assert.match(await answer.text(), /^\{"id":"p16-2",/)
})

test('a mapped label and a decimal comma: what the source definition makes of them', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/receipt/p16-1`)
  assert.match(await page.locator('.printed').innerText(), /Special\s+7,25 %/)
  assert.equal(await page.innerText('mark'), '7,25')
  const facts = await factsOf(page)
  assert.equal(
    facts['Tenure on the page'],
    'Special By the source definition, this means: 100 days',
  )
  assert.equal(facts['Place in the page'], '#char=1204,1210 The page prints a decimal comma.')
})

test('a figure that no person approved, its verification, and the receipt of the last rate', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/receipt/p11-2`)
  assert.match(await page.innerText('.provenance'), /so no person had to approve it/)
  const { 'Read again': readAgain } = await factsOf(page)
  assert.match(
    readAgain ?? '',
    /^found unchanged on 3 March 2026, 21:20, Colombo time by the program/,
  )
  await page.getByRole('link', { name: 'The receipt of the last rate' }).click()
  await page.waitForURL('**/receipt/p16-2')
})

test('a typed figure says so at the top, and a corrected one what is right', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/receipt/p8-2`)
  await checkLayouts(page, async (where) => {
    const [wrong = '', typed = ''] = await page.locator('.provenance').allInnerTexts()
    assert.match(wrong, /^This figure was corrected on 2 March 2026: 9\.50 % is right\.\n/, where)
    assert.match(typed, /^A person entered this figure by hand\.\n[^]*No page was captured/, where)
    assert.match(
      typed,
      /The corrected rate is the last one in this book: last confirmed 10 days ago, on 28 February 2026\. That is longer ago than the limit of 7 days/,
    )
    assert.equal(await headline(page), '9.25 % from Alpha Bank: a figure that was wrong', where)
  })
  assert.match((await factsOf(page))['Corrected'] ?? '', /^9\.25 % 9\.50 %/)
  await show(page, `${server()}/receipt/p5-1`)
  assert.match(
    await page.innerText('.provenance'),
    /^The rate sheet of this figure was retracted on 2 March 2026\. The rate before it was 9\.00 %\./,
  )
  await page.getByRole('link', { name: 'All corrections of this institution' }).click()
  await page.waitForURL('**/correction?institution=alpha')
})

test('a figure that a later sheet left out by mistake was not wrong', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${leftOutServer()}/receipt/p2-2`)
  assert.equal(await page.innerText('.kicker'), 'Receipt p2-2')
  const [title = ''] = await page.locator('.provenance .title').allInnerTexts()
  assert.equal(
    title,
    'A later rate sheet left this offer out. That was corrected on 3 February 2026: 9.00 % is right.',
  )
})

test('a figure that was corrected and corrected back was right', async (t) => {
  const { page } = await openPage(t)
  for (const [id, rate, day] of [
    ['p2-1', '11.00', '4'],
    ['p2-2', '9.00', '5'],
  ]) {
    await show(page, `${backServer()}/receipt/${id}`)
    assert.equal(await headline(page), `${rate} % from Alpha Bank`)
    assert.deepEqual(await page.locator('.provenance .title').allInnerTexts(), [
      `This figure was corrected, and on ${day} February 2026 corrected back: ${rate} % was right after all.`,
      'A person entered this figure by hand.',
    ])
    assert.match(
      await page.locator('.provenance').nth(1).innerText(),
      /It is the last rate in this book: last confirmed 37 days ago, on 1 February 2026\. That is longer ago than the limit of 7 days, so it may be out of date\.$/,
    )
  }
  await show(page, `${backServer()}/institution/alpha`)
  await openChartData(page)
  assert.deepEqual(await page.locator('.chart-data .corrected').evaluateAll(labelsOf), [
    'corrected: 10.00 % of 2 Feb 2026',
    'corrected: 9.00 % of 1 Feb 2026',
    'corrected: 11.00 % of 1 Feb 2026',
  ])
})

test('a right figure of a retracted sheet says when, by whom and why the sheet was retracted', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${retractedServer()}/receipt/p3-1`)
  assert.equal(await headline(page), '9.00 % from Alpha Bank: its rate sheet was retracted')
  const [top = ''] = await page.locator('.provenance').allInnerTexts()
  assert.match(
    top.replaceAll(/\s+/g, ' '),
    /^The rate sheet of this figure was retracted on 3 February 2026\. The rate before it was 9\.00 %\. It came from another page, such as that of another institution\. Of another branch\. By A\. Perera\./,
  )
  assert.match(
    (await factsOf(page))['Retracted'] ?? '',
    /^9\.00 %; before it 9\.00 % 3 February 2026/,
  )
  await page.getByRole('link', { name: 'All corrections of this institution' }).click()
  await page.waitForURL('**/correction?institution=alpha')
  await settled(page)
  const [, row = ''] = await page.locator('.corrections tbody tr').allInnerTexts()
  assert.equal(row.replaceAll(/\s+/g, ' ').trim(), '12 months, at maturity 9.00 9.00')
  assert.equal(await page.locator('.corrections del').count(), 0)
})

test('an edited sheet and a typed one with a captured page say so at the top', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/receipt/p21-2`)
  assert.match(
    await page.innerText('.provenance'),
    /^A program read the rate sheet from gamma\.example, and a person edited it\.\n+It was read on gamma\.example, which is not the institution’s own site\. Edited by Ann Perera\./,
  )
  const edited = await factsOf(page)
  assert.equal(edited['Edited by'], 'Ann Perera')
  assert.equal(edited['Reason given'], undefined)
  assert.equal(await page.innerText('mark'), '8.25')
  await show(page, `${server()}/receipt/p24-2`)
  assert.match(
    await page.innerText('.provenance'),
    /^A person entered this figure by hand\.\n+Entered by Ann Perera\. The person named a captured PDF, which no program could read\.[^]* It was read on gamma\.example, which is not/,
  )
  const typed = await factsOf(page)
  assert.match(typed['Captured'] ?? '', /SHA-256 (ab){32}$/)
  assert.equal(typed['Note'], 'The page is an image.')
  assert.equal(typed['Place in the page'], undefined)
  for (const [row, proof] of [
    [1, 'The person named a captured page; no program read the figure from it.'],
    [2, 'The person named a captured page, and a program did not find the figure on it.'],
  ] as const) {
    await show(page, `${server()}/receipt/p25-${row}`)
    assert.ok((await page.innerText('.provenance')).includes(proof), proof)
    const { 'Checks that objected': objection = '' } = await factsOf(page)
    assert.equal(objection.includes('no number 8.10, the rate of general 12 months'), row === 2)
  }
})

test('every figure leads to its receipt, also one of the past', async (t) => {
  const { page } = await openPage(t)
  const alpha = /^9\.50 %, Alpha Bank, 12 months, at maturity/
  for (const [path, name, receipt, place] of [
    ['/', alpha, 'p8-2', '.ranking'],
    ['/deposit', alpha, 'p8-2', '.deposits'],
    ['/institution', alpha, 'p8-2', '.halves'],
    ['/institution/alpha', alpha, 'p8-2', '.grid'],
    ['/institution/alpha', /^11\.50 %, Alpha Bank/, 'p5-1', '.chart-data'],
    ['/changes', /^11\.50 %, Beta Finance/, 'p7-1', '.changes'],
    ['/correction', /^11\.50 %, Alpha Bank/, 'p5-1', '.corrections'],
  ] as const) {
    await show(page, server() + path)
    for (const summary of await page.locator('summary').all()) await summary.press('Enter')
    await page.locator(place).getByRole('link', { name }).first().click()
    await page.waitForURL(`**/receipt/${receipt}`)
    await settled(page)
    await page.goBack()
    await page.waitForURL(server() + path)
  }
})

test('a rate of a pinned view leads to the receipt that stood then, which keeps the moment and the language for later links', async (t) => {
  const { page } = await openPage(t)
  const pinned = 'at=2026-03-01T12%3A00%3A00Z&lang=en'
  await show(page, `${server()}/institution/alpha?${pinned}`)
  await page
    .locator('.grid')
    .getByRole('link', { name: /^11\.50 %, Alpha Bank/ })
    .first()
    .click()
  await page.waitForURL(`**/receipt/p5-1?${pinned}`)
  await settled(page)
  assert.match(
    await page.innerText('.as-of'),
    /^What was known on 1 March 2026, 17:30, Colombo time/,
  )
  const text = await page.innerText('.receipt')
  assert.match(text, /It was the current rate on that day, confirmed on 1 March 2026\./)
  assert.match(text, /\/evidence\/p5-1\?known_at=2026-03-01T12/)
  // What was corrected later is said, though it was not known then.
  await page.getByRole('link', { name: 'See the receipt as it is now' }).click()
  await page.waitForURL('**/receipt/p5-1?lang=en')
  await settled(page)
  assert.match(
    await page.innerText('.provenance.wrong'),
    /The rate sheet of this figure was retracted/,
  )
  const { page: early } = await openPage(t, { allowErrors: true })
  await show(early, `${server()}/receipt/p8-2?${pinned}`)
  assert.match(await early.innerText('.empty'), /At that time, no published figure had the receipt/)
  await show(page, `${server()}/changes?lang=en`)
  await page.getByRole('link', { name: /^11\.50 %, Beta Finance/ }).click()
  await page.waitForURL('**/receipt/p7-1?lang=en')
})

test('a receipt of a past day says what was current on that day, in each language', async (t) => {
  for (const [address, sentence] of [
    [
      `${server()}/receipt/p16-2?at=2026-03-07T00:00:00Z`,
      'It was the current rate on that day, confirmed on 4 March 2026.',
    ],
    [
      `${translatedServer()}/receipt/p16-2?at=2026-03-07T00:00:00Z&lang=si`,
      'එය එදින වත්මන් අනුපාතය විය; 2026 මාර්තු 4 දින තහවුරු කරන ලදී.',
    ],
    [
      `${translatedServer()}/receipt/p16-2?at=2026-03-07T00:00:00Z&lang=ta`,
      'அந்த நாளில் இதுவே தற்போதைய வீதமாக இருந்தது; 4 மார்ச், 2026 அன்று உறுதி செய்யப்பட்டது.',
    ],
    [
      `${server()}/receipt/p8-2?at=2026-03-03T00:00:00Z`,
      'The corrected rate was the current one on that day, confirmed on 28 February 2026.',
    ],
    [
      `${repeatedServer()}/receipt/p4-1?at=2026-02-20T00:00:00Z`,
      'It was the last rate in this book on that day, last confirmed on 3 February 2026. That was longer before than the limit of 7 days, so it may have been out of date.',
    ],
    [
      `${repeatedServer()}/receipt/p2-2?at=2026-02-02T12:00:00Z`,
      'It was not the last rate any more on that day. The receipt of the last rate',
    ],
    [
      `${leftOutServer()}/receipt/p2-2?at=2026-02-02T12:00:00Z`,
      'On that day, no current offer had these terms and this minimum deposit. What the institution offered on that day',
    ],
  ] as const) {
    const { page } = await openPage(t)
    await show(page, address)
    assert.equal(await page.locator('.provenance p').last().innerText(), sentence)
  }
})

test('a corrected figure has a mark that leads to its correction', async (t) => {
  const { page } = await openPage(t)
  for (const path of ['/', '/deposit', '/institution/alpha']) {
    await show(page, server() + path)
    const mark = page.getByRole('link', { name: /^corrected: 9\.50 %/ })
    await mark.first().waitFor()
    assert.equal(await mark.count(), 1, path)
    await mark.click()
    await page.waitForURL('**/correction?institution=alpha')
  }
  await show(page, `${server()}/institution/alpha`)
  await openChartData(page)
  assert.deepEqual(await page.locator('.chart-data .corrected').evaluateAll(labelsOf), [
    'corrected: 9.25 % of 2 Mar 2026',
    'corrected: 11.50 % of 1 Mar 2026',
  ])
})

const labelsOf = (links: readonly { getAttribute: (name: string) => string | null }[]) =>
  links.map((link) => link.getAttribute('aria-label'))

test('the report of an error has the figure, the receipt, the time and the position filled in', async (t) => {
  const reportOf = async (address: string): Promise<URL> => {
    const { page } = await openPage(t)
    await show(page, `${address}/receipt/p16-2`)
    const link = page.getByRole('link', {
      name: /^Report an error in this figure: 10\.00 %, Gamma/,
    })
    return new URL((await link.getAttribute('href')) ?? '')
  }
  const { searchParams, pathname } = await reportOf(server())
  assert.equal(pathname, '/report')
  const { seen_at: seenAt = '', ...report } = Object.fromEntries(searchParams)
  assert.match(seenAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.deepEqual(report, {
    institution_id: 'gamma',
    institution_name: 'Gamma <b>Finance</b>',
    terms: '12 months, paid at maturity, for everyone, from 100,000',
    rate_pa: '10.00',
    source_url: 'https://gamma.example/rates?kind=fixed',
    receipt: `${server()}/receipt/p16-2`,
    position: '25',
  })
  const mail = await reportOf(mailServer())
  assert.equal(mail.protocol + mail.pathname, 'mailto:rates@example.org')
  assert.ok(
    mail.searchParams.get('body')?.includes(`\r\nReceipt: ${mailServer()}/receipt/p16-2\r\n`),
  )
  const { page } = await openPage(t)
  await show(page, `${silentServer()}/receipt/p16-2`)
  assert.match(await page.innerText('main'), /10\.00/)
  assert.equal(await page.getByText('Report an error').count(), 0)
})

test('the captured page is a download, if the operator publishes captures', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${mailServer()}/receipt/p16-2`)
  const link = page.getByRole('link', { name: 'download the captured page' })
  const answer = await fetch(new URL((await link.getAttribute('href')) ?? '', mailServer()))
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment;/)
  const { page: other } = await openPage(t)
  await show(other, `${server()}/receipt/p16-2`)
  assert.equal(await other.getByText('download the captured page').count(), 0)
})

test('an unknown receipt, and a figure that stands no more', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await show(page, `${server()}/receipt/p16-9`)
  assert.equal(await headline(page), 'There is no such receipt')
  for (const query of ['institution=alpha&tenure=12&rate=1', '']) {
    await show(page, `${server()}/receipt?${query}`)
    assert.match(await page.innerText('.empty'), /This figure does not stand any more/)
  }
  await show(page, `${server()}/receipt?institution=alpha&at=yesterday`)
  assert.match(
    await page.innerText('.notice'),
    /at “yesterday”, which is not a time that has passed/,
  )
  assert.match(await page.innerText('.empty'), /This figure does not stand any more/)
})

test('a rate that later sheets repeat leads to the receipt of the last one, and is not called past', async (t) => {
  const { page } = await openPage(t)
  const provenance = page.locator('.provenance')
  await show(page, `${repeatedServer()}/receipt/p2-1`)
  assert.match(
    await provenance.innerText(),
    /A later sheet lists the same rate; its receipt is p4-1\.$/,
  )
  assert.equal((await factsOf(page))['Read again'], 'no verification names this figure')
  await show(page, `${repeatedServer()}/receipt/p2-2`)
  assert.match(await provenance.innerText(), /It is not the last rate any more\./)
  await show(page, `${repeatedServer()}/receipt/p4-1`)
  assert.match(
    await provenance.innerText(),
    /It is the last rate in this book: last confirmed 35 days/,
  )
})

test('a retracted figure that equals the current rate is not called past either', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${retractedServer()}/receipt/p3-1`)
  assert.doesNotMatch(await page.innerText('main'), /not the last rate|A later sheet/)
  await page.getByRole('link', { name: 'The receipt of the last rate' }).click()
  await page.waitForURL('**/receipt/p2-1')
})

test('a receipt on a mirror says that only that of the operator names the reviewers', async (t) => {
  const { page } = await openPage(t)
  await page.route('**/evidence/p21-2*', async (route) => {
    const response = await route.fetch()
    const receipt = (await response.json()) as object
    const withheld = { decisions: null, edited: null, by_name: null }
    await route.fulfill({ response, json: { ...receipt, ...withheld } })
  })
  await show(page, `${server()}/receipt/p21-2`)
  assert.match(
    await page.innerText('.provenance'),
    /a person approved it\.\n+It was read on gamma\.example[^]*\. The page was captured[^.]*\. This is a mirror of the book\. The receipt of the operator says who/,
  )
  const facts = await factsOf(page)
  assert.deepEqual(
    [facts['Edited by'], facts['Approved by'], facts['Reason given']],
    [undefined, undefined, 'approved by ann'],
  )
})

test('a receipt of a sample has the moment of the view that leads to it, and calls no rate current', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${sampleServer()}/?stale=yes`)
  const [moment = ''] = (await page.innerText('.as-of')).split('.')
  assert.match(moment, /^As of 4 March 2026/)
  await page.getByRole('link', { name: /^4\.70 %, Alpha Bank/ }).click()
  await page.waitForURL('**/receipt/p3-1')
  await settled(page)
  assert.ok((await page.innerText('.as-of')).startsWith(moment))
  const stale = await page.innerText('.provenance')
  assert.match(
    stale,
    /It is sample data, not a current rate\.\s+It is the last rate in this book: last confirmed 60 days ago, on 3 January 2026\. That is longer ago than the limit of 7 days, so it may be out of date\.$/,
  )
  await show(page, `${sampleServer()}/receipt/p4-1`)
  const fresh = await page.innerText('.provenance')
  assert.match(fresh, /It is the last rate in this book: confirmed today, on 4 March 2026\.$/)
  await show(page, `${sampleServer()}/receipt/p3-1?at=today`)
  assert.match(
    await page.innerText('.provenance'),
    /last confirmed 10 months ago, on 3 January 2026/,
  )
  assert.match(await page.innerText('.as-of'), /^As of 28 November 2026/)
})

test('a figure that was read on another site says so wherever it stands, and links to the page that was read', async (t) => {
  const { page } = await openPage(t)
  for (const [path, table] of [
    ['/?stale=yes', '.ranking'],
    ['/deposit?stale=yes', '.deposits'],
    ['/institution?stale=yes', '.ranking'],
    ['/comparison?institutions=alpha,beta', '.compared'],
  ] as const) {
    await show(page, sampleServer() + path)
    const rows = await page.locator(`${table} tbody tr`).allInnerTexts()
    const sites = rows.map((row) => /(?:read on )?\S+\.example/.exec(row)?.[0])
    assert.deepEqual(new Set(sites), new Set(['read on news.example', 'beta.example']), path)
    const link = page.locator(table).getByRole('link', { name: 'news.example' })
    assert.equal(await link.getAttribute('href'), 'https://www.news.example/who-pays-most')
    assert.equal(await page.locator(`${table} a[href="https://alpha.example/"]`).count(), 0)
  }
  await show(page, `${sampleServer()}/receipt/p3-1`)
  assert.match(
    await page.innerText('.receipt'),
    /It was read on news\.example, which is not the institution’s own site\.[^]*Compare it with the page on news\.example, which may have changed since, and with the institution’s own site\./,
  )
  assert.doesNotMatch(await page.innerText('.receipt'), /institution’s (?:own )?page/)
  await show(page, `${sampleServer()}/receipt/p4-1`)
  assert.match(await page.innerText('.receipt'), /Compare it with the institution’s own page\./)
  await show(page, `${sampleServer()}/source`)
  assert.doesNotMatch(await page.innerText('main'), /own site|alpha\.example/)
})
