import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '@e965/xlsx'
import { fileNameOf } from '../../web/take-along/use-export-source.ts'
import { csvOf } from '../../web/take-along/formats/csv.ts'
import { openBook } from '../support/book.ts'
import { pageTest, show } from './open-page.ts'
import { cellsOf, openPart, rowsOfCsv } from './saved-file.ts'
import { insuredUpTo } from '../support/source.ts'
import { sharedMarket } from './shared-market.ts'

const book = openBook()
book.register('2025-01-01T00:00:00Z', 'alpha')
book.register('2025-01-01T00:00:00Z', 'beta')
book.register('2025-01-01T00:00:00Z', 'gamma', { type: 'nbfi' })
book.publish('2025-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9.500 250000.00'])
book.verify('2025-03-10T00:00:00Z', 'alpha')
book.publish('2025-03-11T00:00:00Z', 'alpha', ['general 12 maturity 9.50 100000.00'])
book.verify('2025-03-20T00:00:00Z', 'alpha')
const address = sharedMarket(book, '2025-03-24T06:00:00Z', {
  settings: insuredUpTo('1100000'),
})

test('a CSV prints instants to the second, and no apostrophe before a negative number', () => {
  const columns = [
    { head: 'Text', kind: 'text' },
    { head: 'Change, bp', kind: 'decimal' },
    { head: 'At', kind: 'instant' },
  ] as const
  const rows = [
    ['=1+1', '-25', '2025-03-24T06:00:00.000Z'],
    ['\u00A0=1', null, '2025-03-24T06:00:00Z'],
    ['a "b"', null, '2025-03-24T06:00:00Z'],
  ]
  assert.equal(
    csvOf(columns, rows),
    '\uFEFFText,"Change, bp",At\r\n' +
      `'=1+1,-25,2025-03-24T06:00:00Z\r\n'\u00A0=1,,2025-03-24T06:00:00Z\r\n"a ""b""",,2025-03-24T06:00:00Z\r\n`,
  )
})

test('the name of a file keeps the words of every script, and has a limit', () => {
  const named = (title: string) => fileNameOf(title, '2026-11-25T00:00:00Z')
  assert.equal(named('Rates: 12 months'), 'ratebook-rates-12-months-2026-11-25')
  assert.equal(named('மாதங்கள் 12, (AER)'), 'ratebook-மாதங்கள்-12-aer-2026-11-25')
  assert.equal(named('අප්\u200Dරේල්: මාස 12'), 'ratebook-අප්රේල්-මාස-12-2026-11-25')
  // A file system takes 255 bytes, of which the browser may need some for another number and the extension.
  const longest = Buffer.byteLength(named('லட்ச '.repeat(99)))
  assert.ok(longest > 200 && longest <= 245, String(longest))
})

pageTest('a workbook groups the digits of money, but not those of rates', async (page) => {
  const { save } = await openPart(page, `${address()}/deposit?amount=1500000`, 'deposits')
  const { Sheets } = read((await save('Excel')).file, { cellText: true, cellStyles: true })
  const [heads = [], row = []] = cellsOf(Sheets['Table'])
  const column = (head: string): number => heads.findIndex((cell) => cell?.v === head)
  const shown = (head: string): string | undefined => row[column(head)]?.w
  assert.equal(shown('Minimum deposit'), '100,000.00')
  assert.equal(shown('Paid back'), '1,642,500.00')
  assert.equal(shown('Rate, % a year'), '9.500')
  const width = Sheets['Table']?.['!cols']?.[column('Paid back')]?.wch ?? 0
  assert.ok(width >= '1,642,500.00'.length, String(width))
})

pageTest('the history says on which days nobody had read or confirmed the rates', async (page) => {
  const { save } = await openPart(page, `${address()}/?tenure=12`, 'history')
  const rows = rowsOfCsv((await save('CSV')).file)
  const confirmed = new Map(rows.map((row) => [row['Day (UTC)'], row['Confirmed']]))
  for (const [day, text] of [
    ['2025-01-02', 'yes'],
    ['2025-01-03', 'not read for more than 31 days'],
    ['2025-03-09', 'not read for more than 31 days'],
    ['2025-03-10', 'yes'],
    ['2025-03-20', 'yes'],
    ['2025-03-21', 'not since 20 Mar 2025'],
    ['2025-03-24', 'not since 20 Mar 2025'],
  ] as const)
    assert.equal(confirmed.get(day), text, day)
  const [first] = rows
  assert.deepEqual(
    [first?.['Type'], first?.['Saver'], first?.['Interest paid']],
    ['bank', 'everyone', 'at maturity'],
  )
})

pageTest('the rates of an institution have words, not codes', async (page) => {
  const { save } = await openPart(page, `${address()}/institution/alpha`, 'tiers')
  const rows = rowsOfCsv((await save('CSV')).file)
  assert.deepEqual(
    rows.map((row) => [
      row['Saver'],
      row['Interest paid'],
      row['Direction'],
      row['Minimum deposit'],
    ]),
    [
      ['everyone', 'at maturity', 'unchanged', '100000.00'],
      ['everyone', 'at maturity', 'first', '250000.00'],
    ],
  )
})

pageTest('the files of a split deposit name the amount and the terms', async (page) => {
  const view = `${address()}/deposit?amount=1500000&split=yes&tenure=12`
  const { save } = await openPart(page, view, 'split')
  const { name, file } = await save('CSV')
  assert.match(
    name,
    /^ratebook-lkr-1-500-000-split-into-parts-up-to-the-insured-amount-12-months-paid-at-maturity-for-everyone-\d/,
  )
  const [row] = rowsOfCsv(file)
  assert.equal(row?.['Part of the amount'], '1004566.00')
  assert.equal(
    row['Title'],
    'LKR\u00A01,500,000 split into parts up to the insured amount: 12 months, paid at maturity, for everyone',
  )
})

pageTest('an institution without a rate sheet has not been entered by hand', async (page) => {
  const { save } = await openPart(page, `${address()}/source`, 'unpublished')
  const rows = rowsOfCsv((await save('CSV')).file)
  assert.deepEqual(
    rows.map((row) => [row['Institution id'], row['Last reading']]),
    [
      ['beta', 'No rates now'],
      ['gamma', 'No rates now'],
    ],
  )
  const { save: savePublished } = await openPart(page, `${address()}/source`, 'sources')
  const [published] = rowsOfCsv((await savePublished('CSV')).file)
  assert.equal(published?.['Last reading'], 'Entered by hand')
})

pageTest('a part without rows offers no files', async (page) => {
  for (const [path, part] of [
    ['changes', 'changes'],
    ['changes?direction=up', 'changes'],
    ['correction', 'corrections'],
    ['?tenure=12&from=2025-03-22', 'history'],
    ['comparison?institutions=beta,gamma', 'compared'],
  ] as const) {
    await show(page, `${address()}/${path}`)
    assert.equal(await page.locator(`#part-${part}`).count(), 1, path)
    assert.equal(await page.locator(`#part-${part} .take-along`).count(), 0, path)
  }
})

pageTest('the entries of a legend do not touch in a file, which has other fonts', async (page) => {
  const { save } = await openPart(page, `${address()}/?tenure=12`, 'history')
  const svg = (await save('SVG')).file.toString('utf8')
  const gaps = (await page.evaluate(legendGaps(svg))) as readonly number[]
  assert.equal(gaps.length, 2)
  for (const gap of gaps) assert.ok(gap > 12, String(gaps))
})

/** A script that measures the gaps between the entries of the legend of the first chart in an SVG file. */
function legendGaps(svg: string): string {
  return `(() => {
    const parsed = new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml')
    // In a shadow root the style sheet of the page does not apply.
    const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    const root = shadow.appendChild(document.importNode(parsed.documentElement, true))
    const entries = [...root.querySelectorAll('g > text')]
      .filter((text) => /^(Median|The one|Lowest to)/.test(text.textContent))
      .map((text) => text.parentElement.getBBox())
    return entries.slice(1).map((entry, index) => entry.x - entries[index].x - entries[index].width)
  })()`
}
