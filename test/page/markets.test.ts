import assert from 'node:assert/strict'
import { read } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { readSettingsFile } from '../../src/cli/settings/read-settings-file.ts'
import { marketOf, sampleEntries, samplesOf } from '../support/sample-market.ts'
import { overflow } from './check-layouts.ts'
import { browserTest, headline, openPage, settled, show } from './open-page.ts'
import { cellsOf, openPart, rowsOfCsv } from './saved-file.ts'
import { sharedMarket } from './shared-market.ts'

/** The texts of the page for a country's samples, where they differ from those of Sri Lanka, which other tests show. */
type Expected = {
  /** The last day of the samples. */
  readonly now: string
  readonly time: string
  /** The languages that readers can choose. */
  readonly languages: readonly string[]
  /** An amount as people write it, and how the field shows it after they have left it. */
  readonly amounts: Readonly<Record<string, string>>
  readonly refused: Readonly<Record<string, RegExp>>
  /** How the field shows the amount of the deposit in other languages. */
  readonly amountIn: Readonly<Record<string, string>>
  /** The best offer for an amount: its institution, and what it pays back on the page, in CSV and in Excel. */
  readonly deposit: {
    readonly amount: string
    readonly institution: string
    readonly shown: string
    readonly csv: string
    readonly excel: string
  }
  /** An institution with many tenures or tiers, and some of its tenures or minimum deposits. */
  readonly institution: string
  readonly offers: readonly string[]
}

const markets: Readonly<Record<'india' | 'vietnam', Expected>> = {
  india: {
    now: '2026-09-25T06:00:00Z',
    time: '25 September 2026, 05:30, Kolkata time.',
    languages: [],
    amounts: { '₹ 2 crore': '2,00,00,000' },
    refused: { 'LKR 500': /currency/, '1.000.000': /not an amount/ },
    amountIn: {},
    deposit: {
      amount: '1000000',
      institution: 'Bajaj Finance Limited',
      shown: '10,74,000.00',
      csv: '1074000.00',
      excel: '1,074,000.00',
    },
    institution: 'au-small-finance-bank',
    offers: ['7 to 45 days', 'above 6 to 12 months', '60 to 120 months', '1,00,01,000'],
  },
  vietnam: {
    now: '2026-03-04T06:00:00Z',
    time: '4 March 2026, 07:00, Ho Chi Minh time.',
    languages: ['English', 'Tiếng Việt'],
    amounts: { '500 triệu': '500,000,000' },
    refused: { '5 lakhs': /lakhs/ },
    amountIn: { vi: '500.000.000' },
    deposit: {
      amount: '500000000',
      institution: 'Ngân hàng TMCP Nam Á (Nam A Bank)',
      shown: '532,000,000',
      csv: '532000000',
      excel: '532,000,000',
    },
    institution: 'techcombank',
    offers: ['12 months', '12 to 36 months', '3,000,000,000'],
  },
}

for (const [market, expected] of Object.entries(markets) as [keyof typeof markets, Expected][]) {
  const entries = sampleEntries(market)
  const settings = settingsOf(market)
  const address = sharedMarket({ market: () => marketOf(entries) }, expected.now, {
    settings,
  })
  const test = (name: string, run: (page: Page) => Promise<void>): void =>
    browserTest(`${market}: ${name}`, async (t) => run((await openPage(t)).page))

  test('every view fits a phone and a desktop', async (page) => {
    const own = `institution/${expected.institution}`
    for (const path of [
      '?stale=yes',
      'matrix?stale=yes',
      'institution',
      own,
      'changes',
      'source',
    ]) {
      await show(page, `${address()}/${path}`)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await settled(page)
        assert.equal(await overflow(page), 0, `${path}, ${width} px`)
      }
    }
  })

  test('amounts are read and shown as people there write them', async (page) => {
    await show(page, `${address()}/deposit?stale=yes`)
    const field = page.getByLabel('Amount')
    for (const [typed, shown] of Object.entries(expected.amounts)) {
      await field.fill(typed)
      await field.blur()
      assert.equal(await field.inputValue(), shown, typed)
    }
    for (const [typed, why] of Object.entries(expected.refused)) {
      await field.fill(typed)
      assert.match(await page.innerText('.field-error'), why, typed)
    }
    for (const [language, shown] of Object.entries(expected.amountIn)) {
      await show(page, `${address()}/deposit?amount=${expected.deposit.amount}&lang=${language}`)
      assert.equal(await page.locator('.amount input').inputValue(), shown, language)
    }
  })

  test('times, languages, tenures and minimum deposits', async (page) => {
    await show(page, `${address()}/institution/${expected.institution}`)
    assert.match(await page.innerText('.as-of'), new RegExp(`^As of ${expected.time}`))
    assert.deepEqual(await page.locator('.languages > *').allInnerTexts(), expected.languages)
    const offers = await page.locator('#part-offers').innerText()
    for (const text of expected.offers) assert.ok(offers.includes(text), text)
  })

  test('what a deposit brings, on the page, as CSV and as Excel, and a chart as SVG', async (page) => {
    const { amount, institution, shown, csv, excel } = expected.deposit
    const { save } = await openPart(
      page,
      `${address()}/deposit?stale=yes&amount=${amount}`,
      'deposits',
    )
    assert.match(
      await headline(page),
      new RegExp(`from ${institution.replaceAll(/[()]/g, '\\$&')}$`),
    )
    assert.ok((await page.innerText('#part-deposits tbody tr')).includes(shown))
    const [row] = rowsOfCsv((await save('CSV')).file)
    assert.deepEqual([row?.['Institution'], row?.['Paid back']], [institution, csv])
    const { Sheets } = read((await save('Excel')).file, { cellText: true })
    const [heads = [], cells = []] = cellsOf(Sheets['Table'])
    assert.equal(cells[heads.findIndex((cell) => cell?.v === 'Paid back')]?.w, excel)
    const chart = await openPart(page, `${address()}/?stale=yes`, 'history')
    const svg = (await chart.save('SVG')).file.toString('utf8')
    assert.ok(svg.replaceAll(/\s+/g, ' ').includes(expected.time.slice(0, -1)))
  })
}

function settingsOf(market: keyof typeof markets) {
  const read = readSettingsFile(`${samplesOf(market)}ratebook.yaml`)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.settings
}
