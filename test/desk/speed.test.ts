import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, sharedBrowser } from '../page/open-page.ts'
import { startServer, until } from '../support/cli.ts'
import { sharedDesk } from './support/desk-server.ts'
import { approve, fullQueue, isPublished } from './support/full-queue.ts'

// The processors may be busy, so these tests count work.

const browser = sharedBrowser()
const desk = sharedDesk(fullQueue)

test('a browser shows the queue of 200 held sheets with four requests and a small page', async (t) => {
  const { page, requests } = await openPage(t, browser())
  const response = await page.goto(desk().address, { waitUntil: 'load' })
  const links = page.locator('a[href^="/hold/"]').filter({ visible: true })
  assert.equal(await links.count(), fullQueue.length)
  assert.deepEqual(
    new Set(requests.map((url) => new URL(url).pathname)),
    new Set(['/', '/assets/desk.css', '/assets/desk.js', '/assets/icon.svg']),
  )
  assert.equal(requests.length, 4)
  const bytes = (await response?.body())?.length ?? Infinity
  assert.ok(bytes < 150_000, `${bytes} bytes`)
})

test('a decision at the desk becomes visible on the public API', async (t) => {
  const { address } = await startServer(t, ['--database', desk().book])
  assert.equal(await isPublished(address, 'bank-7'), false)
  await approve(desk(), 'bank-7')
  assert.ok(await until(() => isPublished(address, 'bank-7'), 20_000))
})
