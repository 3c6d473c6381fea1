import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { read, type CellObject } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { createClient } from '../../src/serve/client/client.ts'
import { dayLength } from '../../src/domain/instant.ts'
import { allRows } from '../../web/take-along/export-table.ts'
import { openBook } from '../support/book.ts'
import { at } from '../support/sample-market.ts'
import { browserTest, openPage } from './open-page.ts'
import { cellsOf, openPart, rowsOfCsv } from './saved-file.ts'
import { sharedMarket } from './shared-market.ts'

const changes = 1100
const book = openBook()
book.register('2022-01-01T00:00:00Z', 'gamma')
for (let day = 0; day <= changes; day++) {
  const when = new Date(at('2022-01-02T00:00:00Z') + day * dayLength).toISOString()
  book.publish(`${when.slice(0, 19)}Z`, 'gamma', [`senior_citizen 6 maturity ${7 + (day % 2)}.00`])
}
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'අල්ෆා "Bank", PLC' })
book.register('2026-01-01T00:00:00Z', 'beta', { name: '=HYPERLINK("x")', type: 'nbfi' })
book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9.500 250000.00'])
book.publish('2026-01-02T00:00:00Z', 'beta', ['general 12 maturity 10.25'])
book.publish('2026-01-20T00:00:00Z', 'beta', ['general 12 maturity 10.50'])
book.verify('2026-01-20T08:30:00Z', 'alpha')
const { position } = book.market()
const address = sharedMarket(book, '2026-01-22T06:00:00Z')

const title = 'Headline rates: 12 months, paid at maturity, for everyone'
const name = /^ratebook-headline-rates-12-months-paid-at-maturity-for-everyone-\d{4}-\d\d-\d\d\./

/** Opens the market, and what its reader can do with a part. */
function openChoices(page: Page, part: string, query = '?tenure=12') {
  return openPart(page, `${address()}/${query}`, part)
}

browserTest('a table as CSV has its printed decimals and names, and no formulas', async (t) => {
  const { page } = await openPage(t)
  const { choices, save } = await openChoices(page, 'ranking')
  const saved = await save('CSV')
  assert.match(saved.name, name)
  assert.match(
    await choices.getByRole('status').first().innerText(),
    /^Saved as ratebook-.*\.csv\.$/,
  )
  const text = saved.file.toString('utf8')
  assert.ok(text.startsWith('\uFEFF'))
  assert.doesNotMatch(text, /[^\r]\n/)
  const rows = rowsOfCsv(saved.file)
  assert.deepEqual(
    rows.map((row) => [row['Institution'], row['Rate, % a year'], row['Minimum deposit']]),
    [
      [`'=HYPERLINK("x")`, '10.500', '0.00'],
      ['අල්ෆා "Bank", PLC', '9.500', '250000.00'],
    ],
  )
  for (const row of rows) {
    assert.equal(row['Title'], title)
    assert.equal(row['Published by'], 'Ratebook')
    assert.match(row['Address'] ?? '', /^http:.*\?tenure=12&at=\d{4}-\d\d-\d\dT/)
    assert.match(row['As of (UTC)'] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.equal(row['Position of the book'], String(position))
  }
})

browserTest(
  'a table as Excel workbook has numbers with their printed decimals, dates, and its source',
  async (t) => {
    const { page, requests } = await openPage(t)
    const { save } = await openChoices(page, 'ranking')
    const isLibrary = (url: string): boolean => url.includes('/assets/workbook-')
    assert.equal(requests.some(isLibrary), false)
    const saved = await save('Excel')
    assert.equal(requests.some(isLibrary), true)
    assert.match(saved.name, name)
    const { Sheets, SheetNames } = read(saved.file, { cellNF: true, cellText: true })
    assert.deepEqual(SheetNames, ['Table', 'Source'])
    const [table, source] = SheetNames.map((sheet) => cellsOf(Sheets[sheet]))
    const cell = (head: string): CellObject | undefined =>
      table?.[2]?.[table[0]?.findIndex((one) => one?.v === head) ?? -1]
    assert.deepEqual(shown(cell('Institution')), ['s', 'අල්ෆා "Bank", PLC'])
    assert.deepEqual(shown(table?.[1]?.[1]), ['s', '=HYPERLINK("x")'])
    assert.deepEqual(shown(cell('Rate, % a year')), ['n', '9.500'])
    assert.equal(cell('Rate, % a year')?.v, 9.5)
    assert.deepEqual(shown(cell('Minimum deposit')), ['n', '250,000.00'])
    assert.deepEqual(shown(cell('Last confirmed at')), ['n', '2026-01-20 08:30'])
    assert.equal(cell('Last confirmed at')?.z, 'yyyy-mm-dd hh:mm')
    const details = new Map(source?.map(([label, value]) => [label?.v, value?.w ?? value?.v]))
    assert.equal(details.get('Title'), title)
    assert.equal(details.get('Published by'), 'Ratebook')
    assert.match(String(details.get('Address')), /\?tenure=12&at=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.equal(details.get('Position of the book'), String(position))
  },
)

browserTest('a chart as SVG and PNG has its title and source, in light colours', async (t) => {
  const viewport = { width: 360, height: 900 }
  const { page } = await openPage(t, { colorScheme: 'dark', viewport })
  const { save } = await openChoices(page, 'history')
  const svg = await save('SVG')
  assert.match(svg.name, /^ratebook-.*12-months.*\.svg$/)
  const text = svg.file.toString('utf8')
  const picture = (await page.evaluate(describing(text))) as DescribedPicture
  assert.equal(picture.isValid, true)
  assert.equal(picture.charts, 2)
  assert.match(picture.texts[0] ?? '', /12 months/)
  assert.match(picture.texts.join('\n'), /Source: Ratebook, as of .* Colombo time/)
  assert.match(picture.texts.join(''), /http:.*[?&]at=/)
  assert.ok(picture.right <= (picture.size[0] ?? 0), 'a line is cut')
  assert.doesNotMatch(text, /var\(|light-dark/)
  const { file: png } = await save('PNG')
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n')
  assert.deepEqual(
    [png.readUInt32BE(16), png.readUInt32BE(20)],
    picture.size.map((length) => Math.floor(length * 2)),
  )
})

browserTest(
  'a citation has title, pinned address and time; the pinned address keeps its moment',
  async (t) => {
    const { page } = await openPage(t, {
      permissions: ['clipboard-write', 'clipboard-read'],
    })
    const { choices } = await openChoices(page, 'ranking')
    const text = await choices.getByLabel('Cite this').inputValue()
    assert.ok(text.startsWith(`Ratebook: “${title}”. ${address()}/?tenure=12&at=`), text)
    assert.match(text, / As of .* Colombo time\.$/)
    await choices.getByRole('button', { name: 'Copy' }).first().click()
    await choices.getByText('Copied.').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), text)
    const pinned = '2026-01-21T00:00:00Z'
    const later = await openChoices(page, 'ranking', `?tenure=12&at=${pinned}`)
    assert.match(
      await later.choices.getByLabel('Cite this').inputValue(),
      new RegExp(`&at=${pinned}\\.`),
    )
  },
)

browserTest('without the right to copy, the text is selected', async (t) => {
  const { page } = await openPage(t)
  await page.addInitScript(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`)
  const { choices } = await openChoices(page, 'ranking')
  await choices.getByRole('button', { name: 'Copy' }).first().click()
  await choices.getByText('Copy the selected text.').waitFor()
  const text = await choices.getByLabel('Cite this').inputValue()
  assert.equal(await page.evaluate('getSelection().toString()'), text)
})

browserTest('the HTML of a frame shows only its part on another site, at present', async (t) => {
  const { page } = await openPage(t, { allowErrors: true, isAttacked: true })
  const { choices } = await openChoices(page, 'ranking')
  const html = await choices.getByLabel('Show it on another site').inputValue()
  assert.doesNotMatch(html, /[?;]at=/)
  await page.goto(await siteWith(t, html))
  const frame = page.frameLocator(`iframe[title="${title}"]`)
  await frame.locator('#part-ranking tbody tr').first().waitFor()
  assert.equal(await frame.locator('.part').count(), 1)
  assert.equal(await frame.locator('.take-along').count(), 0)
})

browserTest(
  'a file of rows that are loaded on request has those of the moment that it names',
  async (t) => {
    const { page, requests } = await openPage(t)
    for (const [view, part, path] of [
      ['changes?institution=beta', 'changes', '/rates/changes?'],
      ['?tenure=12', 'history', '/summary/history?'],
    ] as const) {
      const { save } = await openPart(page, `${address()}/${view}`, part)
      const before = requests.length
      const [row] = rowsOfCsv((await save('CSV')).file)
      const loaded = requests.slice(before).filter((url) => url.includes(path))
      assert.ok(loaded.length > 0)
      for (const url of loaded)
        assert.equal(new URL(url).searchParams.get('known_at'), row?.['As of (UTC)'])
    }
  },
)

browserTest('a file that cannot be made says so', async (t) => {
  const { page } = await openPage(t, { allowErrors: true })
  await page.route('**/assets/workbook-*', (route) => route.abort())
  const { choices } = await openChoices(page, 'ranking')
  await choices.getByRole('button', { name: 'Excel' }).click()
  await choices.getByText('The file could not be made.').waitFor()
})

test('a list of more than 1,000 rows is complete', async () => {
  const client = createClient({ baseUrl: `${address()}/` })
  const rows = await allRows(client.pagesOfRateChanges({ institution_id: 'gamma' }))
  assert.equal(rows.length, changes)
  assert.equal(new Set(rows.map((row) => row.changed_at)).size, changes)
})

type DescribedPicture = {
  readonly isValid: boolean
  readonly charts: number
  readonly texts: readonly string[]
  /** The right end of the longest line of text. */
  readonly right: number
  readonly size: readonly number[]
}

/** A script that reads an SVG file in the browser and describes it. */
function describing(svg: string): string {
  return `(() => {
    const parsed = new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml')
    const root = document.body.appendChild(document.importNode(parsed.documentElement, true))
    const texts = [...root.querySelectorAll(':scope > text')]
    return {
      isValid: parsed.querySelector('parsererror') === null,
      charts: root.querySelectorAll(':scope > svg').length,
      texts: texts.map((one) => one.textContent),
      right: Math.max(...texts.map((one) => one.getBBox().x + one.getBBox().width)),
      size: ['width', 'height'].map((name) => Number(root.getAttribute(name))),
    }
  })()`
}

/** The type of a cell, and what a spreadsheet shows in it. */
function shown(cell: CellObject | undefined): readonly unknown[] {
  return [cell?.t, cell?.w ?? cell?.v]
}

/** The address of another site on this machine, whose page is this HTML. */
async function siteWith(t: TestContext, html: string): Promise<string> {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html)
  })
  await new Promise<void>((done) => {
    site.listen(0, '127.0.0.1', done)
  })
  t.after(() => site.close())
  return `http://localhost:${(site.address() as AddressInfo).port}/`
}
