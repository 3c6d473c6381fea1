import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Day } from '../domain/day.ts'
import { startPracticeBank } from './practice-bank.ts'

const firstDay = '2026-11-09' as Day

test('six institutions, each with an origin and a page of its own, of all four formats', async () => {
  const bank = await startPracticeBank({ firstDay })
  try {
    const origins = bank.institutions.map(({ origin }) => origin)
    assert.equal(new Set(origins).size, 6)
    const formats = new Set(bank.institutions.map(({ layout }) => layout.format))
    assert.deepEqual(formats, new Set(['html', 'json', 'pdf', 'xlsx']))
    for (const { url, origin, source } of bank.institutions) {
      const page = await fetch(url)
      assert.equal(page.status, 200)
      assert.ok((await page.bytes()).length > 100)
      assert.ok(source.includes(`url: ${url}\n`))
      const robots = await fetch(`${origin}/robots.txt`)
      assert.match(await robots.text(), /^User-agent: \*\nDisallow: \/private\/\n$/)
      assert.equal((await fetch(`${origin}/private/rates`)).status, 404)
    }
  } finally {
    await bank.close()
  }
})

test('a page that did not change answers 304 on the second day; the captcha has another ETag', async () => {
  const bank = await startPracticeBank({ firstDay })
  try {
    const first = await Promise.all(bank.institutions.map(({ url }) => fetch(url)))
    const etags = first.map(({ headers }) => headers.get('etag') ?? '')
    bank.setDay(2)
    const second = await Promise.all(
      bank.institutions.map(({ url }, index) =>
        fetch(url, { headers: { 'if-none-match': etags[index] ?? '' } }),
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

test('a port in use ends the start, and leaves no server running', async () => {
  const bank = await startPracticeBank({ firstDay })
  const last = Number(new URL(bank.institutions[5]?.origin ?? '').port)
  try {
    await assert.rejects(startPracticeBank({ firstDay, port: last - 1 }), { code: 'EADDRINUSE' })
  } finally {
    await bank.close()
  }
})
