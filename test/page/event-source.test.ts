import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { until } from '../support/cli.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { browser, browserTest as test } from './open-page.ts'
import { sharedServer } from './shared-server.ts'

const guide = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
const [, example = ''] = /```js\n([^]*?)```/.exec(guide) ?? []
const address = sharedServer(makeSampleBook, ['--event-streams', '1'])

test('docs/events.md: a page goes on after a 503, and gets each event once', async (t) => {
  const other = new AbortController()
  t.after(() => other.abort())
  const only = await fetch(`${address()}/events.sse`, { signal: other.signal })
  assert.equal(only.status, 200)

  const page = await browser().newPage()
  t.after(() => page.close())
  const statuses: number[] = []
  page.on('response', (response) => statuses.push(response.status()))
  const recorder = 'logged = []; console.log = (kind, { id }) => logged.push(`${kind} ${id}`);'
  const script = example.replace('https://rates.example', address()).replace('5_000', '100')
  await page.evaluate(recorder + script)
  const logged = () => page.evaluate<readonly string[]>('logged')
  assert.ok(await until(() => statuses.includes(503)))
  assert.deepEqual(await logged(), [])
  other.abort()

  const response = await fetch(`${address()}/events?limit=1000`)
  const events = (await response.json()) as { readonly id: string; readonly kind: string }[]
  const changes = events
    .filter(({ kind }) => ['initial', 'up', 'down', 'flat', 'withdrawn'].includes(kind))
    .map(({ id, kind }) => `${kind} ${id}`)
  assert.ok(changes.length > 100)
  assert.ok(await until(async () => (await logged()).length >= changes.length))
  assert.deepEqual(await logged(), changes)
})
