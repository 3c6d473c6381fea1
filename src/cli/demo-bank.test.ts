import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Day } from '../domain/day.ts'
import { startDemoBank } from './demo-bank.ts'

test('six institutions, each with a page of its own; what changes on the second day has another ETag', async () => {
  const bank = await startDemoBank('2026-12-09' as Day)
  try {
    const { institutions } = bank
    const formats = institutions.map(({ accepted }) => accepted.format)
    assert.deepEqual(formats, ['html', 'json', 'json', 'pdf', 'xlsx', 'html'])
    const first = await Promise.all(institutions.map(({ url }) => fetch(url)))
    for (const [index, { url, source, accepted }] of institutions.entries()) {
      const page = Buffer.from((await first[index]?.bytes()) ?? '')
      assert.equal(page.equals(accepted.body), ![0, 5].includes(index), url)
      assert.equal(page.includes('2026-12-02'), ![1, 4].includes(index), url)
      assert.ok(source.includes(`url: ${url}\n`))
      const robots = await fetch(new URL('/robots.txt', url))
      assert.match(await robots.text(), /^User-agent: \*\nDisallow: \/private\/\n$/)
      assert.equal((await fetch(new URL('/private/rates', url))).status, 404)
    }
    bank.setDay(2)
    const second = await Promise.all(
      institutions.map(({ url }, index) =>
        fetch(url, { headers: { 'if-none-match': first[index]?.headers.get('etag') ?? '' } }),
      ),
    )
    assert.deepEqual(
      second.map(({ status }) => status),
      [304, 304, 200, 304, 304, 304],
    )
    assert.match((await second[2]?.text()) ?? '', /Verify you are human/)
  } finally {
    await bank.close()
  }
})
