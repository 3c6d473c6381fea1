import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { RateHistoryRow } from '../../web/api/api.ts'
import { clipSegments, readingsOf, segmentsOf } from '../../web/chart/readings.ts'
import { until } from '../support/cli.ts'
import { openBook } from '../support/book.ts'
import { browserTest, openChartData, openPage, show } from './open-page.ts'
import { sharedMarket } from './shared-market.ts'

/**
 * Alpha and beta are there throughout; gamma is a newcomer that raises the median. Nobody read alpha's page for months before
 * its rise, and nobody confirmed anything in the last three weeks.
 */
const book = openBook()
for (const id of ['alpha', 'beta', 'gamma']) book.register('2025-01-01T00:00:00Z', id)
book.publish('2025-01-10T00:00:00Z', 'alpha', ['general 12 maturity 9.00'])
book.publish('2025-01-10T00:00:00Z', 'beta', ['general 12 maturity 8.00'])
book.verify('2025-01-20T00:00:00Z', 'alpha')
book.publish('2025-06-01T00:00:00Z', 'alpha', ['general 12 maturity 10.00'])
book.publish(
  '2025-06-05T00:00:00Z',
  'gamma',
  Array.from({ length: 20 }, (_, index) => `general ${index + 12} maturity 12.00`),
)
book.verify('2025-06-10T00:00:00Z', 'alpha')
book.verify('2025-06-20T00:00:00Z', 'alpha')
// Delta offers these terms until epsilon does.
for (const id of ['delta', 'epsilon']) book.register('2025-06-20T00:00:00Z', id)
book.publish('2025-06-20T00:00:00Z', 'delta', ['women 12 maturity 9.00'])
book.publish('2025-06-22T00:00:00Z', 'epsilon', ['women 12 maturity 9.25'])
book.publish('2025-06-24T00:00:00Z', 'delta', ['women 24 maturity 9.50'])
const server = sharedMarket(book, '2025-07-10T12:00:00Z')

browserTest(
  'a chart says in its name what it shows, and the arrow keys walk through its points',
  async (t) => {
    const { page } = await openPage(t)
    await show(page, `${server()}/`)
    const chart = page.getByRole('img', { name: /^Chart: Banks/ })
    const name = (await chart.getAttribute('aria-label')) ?? ''
    assert.match(
      name,
      /12 months, paid at maturity, for everyone\. From 10 January 2025 to 20 June 2025\./,
    )
    assert.match(
      name,
      /Median, older rates included: lowest 8\.50 %, highest 10\.00 %, last 10\.00 %, /,
    )
    assert.match(name, /Median of the 2 there throughout: lowest 8\.50 %, highest 9\.00 %/)
    assert.match(name, /4 points; the arrow keys move through them\.$/)
    await chart.focus()
    const read = async (key: string): Promise<string> => {
      await page.keyboard.press(key)
      return page.locator('.panels [aria-live=polite]').innerText()
    }
    assert.equal(
      await read('Home'),
      '10 Jan 2025: median 8.50, 8.00 to 9.00, 2 institutions, older rates included; 8.50 of those there throughout',
    )
    assert.match(
      await read('ArrowRight'),
      /^1 Jun 2025: median 9\.00, .* 2 institutions, .*; 9\.00 of/,
    )
    assert.match(
      await read('ArrowRight'),
      /^5 Jun 2025: median 10\.00, .* 3 institutions, .*; 9\.00 of/,
    )
    assert.match(await read('End'), /^20 Jun 2025: median 10\.00/)
    assert.match(await read('ArrowLeft'), /^5 Jun 2025/)
    assert.equal(await page.locator('.panels .cursor').count(), 1)
    assert.equal(await read('Escape'), '')
  },
)

browserTest(
  'the line of the market ends at the last confirmation, and says so after it',
  async (t) => {
    const { page } = await openPage(t)
    await show(page, `${server()}/`)
    const chart = page.locator('.panels svg').first()
    const [line, axis] = [chart.locator('.line').nth(2), chart.locator('.grid line').first()]
    const [end, right] = await Promise.all([rightOf(line), rightOf(axis)])
    assert.ok(end < right - 20, `${end} ${right}`)
    await chart.scrollIntoViewIfNeeded()
    const box = await chart.boundingBox()
    assert.ok(box !== null)
    await page.mouse.move(right - 1, box.y + box.height / 2)
    await page.getByText('10 Jul 2025: nothing was confirmed after 20 Jun 2025').waitFor()
    // A drag to the right edge ends today.
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
    await page.mouse.up()
    assert.ok(
      await until(() => /from=2025-0[345]-\d\d&until=2025-07-10$/.test(page.url())),
      page.url(),
    )
  },
)

browserTest(
  'the legend counts those there throughout; a type without offers and days after the last confirmation have no chart',
  async (t) => {
    const { page } = await openPage(t)
    await show(page, `${server()}/?tenure=13`)
    assert.match(await chartText(page), /The one there throughout/)
    await show(page, `${server()}/?tenure=12&variant=women`)
    assert.match(
      await page.innerText('.history'),
      /No institution had an offer on every day shown\./,
    )
    await show(page, `${server()}/?type=nbfi`)
    assert.equal(await page.locator('.panels').count(), 0)
    await show(page, `${server()}/?from=2025-07-01`)
    assert.match(
      await page.innerText('.history'),
      /Banks: nothing was confirmed after 20 June 2025/,
    )
  },
)

browserTest(
  'each reading is a mark, and the line is dashed where the page was not read for long',
  async (t) => {
    const { page } = await openPage(t)
    await show(page, `${server()}/institution/alpha`)
    const chart = page.getByRole('img', { name: /^Chart: 12 months, / })
    const answer = await fetch(`${server()}/rates/history/alpha?readings=true`)
    const records = (await answer.json()) as readonly RateHistoryRow[]
    const readings = readingsOf(records)
    assert.match(
      (await chart.getAttribute('aria-label')) ?? '',
      new RegExp(`1 long gap without a reading\\. ${readings.length} points`),
    )
    const marks = chart.locator('.marks')
    assert.equal(await marks.count(), 1)
    assert.equal((await marks.getAttribute('d'))?.match(/M/g)?.length, readings.length)
    assert.equal(await chart.locator('.line.dashed').count(), 1)
    const [end, right] = await Promise.all([
      rightOf(chart.locator('.line').last()),
      rightOf(chart.locator('.grid line').first()),
    ])
    assert.ok(end < right - 5, `${end} ${right}`)
    await openChartData(page)
    assert.match(
      await page.innerText('.chart-data tbody tr'),
      /9\.00\s+stood 10 days, last seen 20 Jan 2025\s+not read for 4 months/,
    )
  },
)

browserTest('the offers of an institution do not lie over its charts', async (t) => {
  const { page } = await openPage(t, { viewport: { width: 965, height: 900 } })
  await show(page, `${server()}/institution/gamma`)
  const [table, charts] = [page.locator('table.grid'), page.locator('.multiples')]
  const box = await charts.boundingBox()
  assert.ok(box !== null && box.x > 400, 'the charts are at the right')
  assert.ok((await rightOf(table)) <= box.x)
})

test('a line that crosses an end of the range begins or ends there', () => {
  const day = 24 * 3_600_000
  const line = [0, 10, 100, 110].map((x) => ({ x: x * day, rate: String(x) }))
  const clipped = (from: number, until: number) =>
    clipSegments(segmentsOf(line), from * day, until * day).map(({ points, isDashed = false }) =>
      [
        ...points.map(({ x, rate }) => `${x / day}: ${rate}`),
        ...(isDashed ? ['dashed'] : []),
      ].join(),
    )
  assert.deepEqual(clipped(0, 110), ['0: 0,10: 10', '10: 10,100: 100,dashed', '100: 100,110: 110'])
  assert.deepEqual(clipped(5, 50), ['5: 0,10: 10', '10: 10,50: 10,dashed'])
  assert.deepEqual(clipped(50, 60), ['50: 10,60: 10,dashed'])
  assert.deepEqual(clipped(120, 130), [])
})

browserTest('an institution with many tiers draws twelve charts first', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/institution/gamma`)
  assert.equal(await page.locator('.multiples svg').count(), 12)
  await page.locator('.end').scrollIntoViewIfNeeded()
  assert.ok(await until(async () => (await page.locator('.multiples svg').count()) === 20))
})

/** The right edge of a part of a chart, in pixels. */
async function rightOf(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  assert.ok(box !== null)
  return box.x + box.width
}

async function chartText(page: Page): Promise<string> {
  return (await page.locator('.panels svg').first().textContent()) ?? ''
}
