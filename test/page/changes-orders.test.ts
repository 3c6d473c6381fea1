import assert from 'node:assert/strict'
import { compareText } from '../../src/domain/decimal.ts'
import { openBook } from '../support/book.ts'
import { until } from '../support/cli.ts'
import { checkLayouts } from './check-layouts.ts'
import { browserTest as test, openPage, show } from './open-page.ts'
import { openPart, rowsOfCsv } from './saved-file.ts'
import { sharedMarket } from './shared-market.ts'
import { sampleServer } from './shared-server.ts'

const server = sampleServer()

/** A rate that fell by more than it rose again. */
const fallen = openBook()
fallen.register('2026-01-01T00:00:00Z', 'alpha')
for (const [day, rate] of [
  ['01', '11.5'],
  ['02', '12'],
  ['03', '7'],
  ['04', '7.5'],
] as const)
  fallen.publish(`2026-01-${day}T06:00:00Z`, 'alpha', [`general 12 maturity ${rate}`])
const fallenServer = sharedMarket(fallen, '2026-01-05T00:00:00Z')

test('changes are sorted by size, or grouped by institution with the net move of each rate', async (t) => {
  const { page } = await openPage(t)
  const days = 'from=2026-06-01&until=2026-06-30'
  await show(page, `${server()}/changes?${days}`)
  await page.getByRole('link', { name: 'By institution' }).click()
  await page.waitForURL(`**/changes?${days}&order=institution`)
  await page.locator('h2 .note').first().waitFor()
  assert.deepEqual(
    (await page.locator('.feed h2').allInnerTexts()).map((text) => text.split(/\n+/).slice(0, 3)),
    [
      [
        'Bank of Ceylon',
        'net +50 to +175 bp',
        '8 came more than 31 days after the previous rate was last seen.',
      ],
      [
        "People's Bank",
        'net +40 to +260 bp',
        '15 came more than 31 days after the previous rate was last seen.',
      ],
      [
        'Sampath Bank PLC',
        'net −650 to −15 bp',
        'last seen 30 Jan 2019, not read for 7 years and 4 months',
      ],
    ],
  )
  // 6.50 rose to 7.00 on 4 June and to 7.50 on 8 June.
  const twice = page.locator('.changes tr', { hasText: '6 months, at maturity' }).first()
  assert.match(
    (await twice.innerText()).replaceAll(/\s+/g, ' '),
    /2 changes, 1 of them more than 31 days after the previous rate was last seen 6\.50 7\.50 ▲ ?up 100 bp$/,
  )
  await checkLayouts(page, async () => {})
  await page.getByRole('link', { name: 'By size' }).click()
  await page.waitForURL(`**/changes?${days}&order=size`)
  const sizes = async () =>
    (await page.locator('.move').allInnerTexts()).map((text) => /\d+/.exec(text)?.[0])
  assert.ok(await until(async () => (await sizes()).length === 43))
  const [counted, unseen] = [
    page.locator('.changes tbody').first(),
    page.locator('.changes .older'),
  ]
  assert.equal(
    await unseen.locator('th[scope=rowgroup]').innerText(),
    'More than 31 days after the previous rate was last seen: 37',
  )
  // The rates that were seen within 31 days are ranked first.
  assert.equal(await counted.locator('.move').count(), 6)
  assert.deepEqual((await sizes()).slice(0, 8), [
    '190',
    '125',
    '50',
    '50',
    '50',
    '50',
    '650',
    '500',
  ])
  assert.equal((await sizes()).at(-1), '15')
  assert.doesNotMatch(await counted.innerText(), /last seen/)
  const marks = await unseen.locator('.note').allInnerTexts()
  assert.equal(marks.filter((mark) => /last seen .*, (not read|withdrawn)/.test(mark)).length, 37)
  assert.ok(marks.includes('10 Jun 2026, last seen 10 Jun 2022, not read for 4 years'))
  // A frame of another site has no sentence below its heading, so its rows and groups must say it.
  await show(page, `${server()}/embed/changes?${days}&order=size`)
  assert.match(
    await unseen.innerText(),
    /^More than 31 days after[^]*last seen 10 Jun 2022, not read/,
  )
})

test('the rows of a file have the order of the view that its address names', async (t) => {
  const { page } = await openPage(t)
  for (const [query, moves] of [
    ['', ['50', '-500', '50']],
    ['?order=size', ['-500', '50', '50']],
  ] as const) {
    const { save } = await openPart(page, `${fallenServer()}/changes${query}`, 'changes')
    const rows = rowsOfCsv((await save('CSV')).file)
    assert.deepEqual(
      rows.map((row) => row['Basis points']),
      moves,
    )
  }
  const { page: other } = await openPage(t)
  const rowsOf = async (order: string) => {
    const view = `${server()}/changes?from=2026-06-01&until=2026-06-30&order=${order}`
    return rowsOfCsv((await (await openPart(other, view, 'changes')).save('CSV')).file)
  }
  // Rates that nobody had seen for more than 31 days stand after the others.
  const bySize = await rowsOf('size')
  const places = bySize.map(
    (row) => (row['Warning'] === '' ? 0 : 1e6) - Math.abs(Number(row['Basis points'])),
  )
  assert.equal(places.length, 43)
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  const names = (await rowsOf('institution')).map((row) => row['Institution'] ?? '')
  assert.deepEqual([names.length, names], [43, names.toSorted(compareText)])
})

test('the sentence counts the rows that are marked, also those of offers that returned', async (t) => {
  const { page } = await openPage(t)
  for (const [query, sentence, marked] of [
    ['', / 138 came more than 31 days after the previous rate was last seen/, 138],
    ['&institution=bank-of-ceylon&tenure=12', / All came more than 31 days/, 11],
  ] as const) {
    await show(page, `${server()}/changes?order=size${query}`)
    assert.match(await page.innerText('.deck'), sentence)
    assert.ok(
      await until(async () => {
        await page.mouse.wheel(0, 3_000)
        return page.getByText('There are no older changes').or(page.locator('.end p')).isVisible()
      }),
    )
    assert.equal(await page.locator('.older .move').count(), marked)
    assert.equal(await page.locator('.older .note', { hasText: 'last seen' }).count(), marked)
  }
})

test('the raises of an institution are listed one by one, because a net move would hide the cuts between them', async (t) => {
  const { page } = await openPage(t)
  const texts = async (query: string): Promise<readonly string[]> => {
    await show(page, `${fallenServer()}/changes?order=institution${query}`)
    return (await page.locator('.kicker, .feed h2, .changes tbody tr').allInnerTexts()).map(
      (text) => text.replaceAll(/\s+/g, ' ').trim(),
    )
  }
  assert.deepEqual(await texts('&direction=up'), [
    'Raises',
    'The alpha',
    '12 months, at maturity 4 Jan 2026 7.00 7.50 ▲ up 50 bp',
    '12 months, at maturity 2 Jan 2026 11.50 12.00 ▲ up 50 bp',
  ])
  assert.deepEqual(await texts(''), [
    'Raises and cuts',
    'The alpha net −400 bp',
    '12 months, at maturity 3 changes 11.50 7.50 ▼ down 400 bp',
  ])
})
