import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../../src/serve/http/endpoints.ts'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { appOf, receive } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { marketOf, sampleEntries } from '../../support/sample-market.ts'

const sample = appOf(marketOf(sampleEntries()))
const { status, headers, body } = await receive(sample, 'GET', '/llms.txt')

test('/llms.txt describes the API in Markdown, cached like /docs', async () => {
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/markdown; charset=utf-8')
  assert.match(
    body,
    /^# Ratebook\n\n> Sample data: these are not current rates\. .*not financial advice\.\n/,
  )
  assert.match(body, /As of 2026-07-20T00:00:00Z: position 79 /)
  const docs = await receive(sample, 'GET', '/docs')
  assert.equal(headers['cache-control'], docs.headers['cache-control'])
  const again = await receive(sample, 'GET', '/llms.txt', {
    'if-none-match': headers['etag'] ?? '',
  })
  assert.equal(again.status, 304)
  assert.equal((await receive(sample, 'HEAD', '/llms.txt')).body, '')
})

test('/llms.txt names every list and the receipts with a sentence and its parameters', () => {
  const lists = endpoints.filter(
    ({ response, name }) => 'items' in response || name === 'getEvidence',
  )
  for (const { path, summary, query } of lists) {
    const line = body.split('\n').find((one) => one.startsWith(`- [${path}](`)) ?? ''
    assert.ok(line.includes(`${summary}. `), path)
    for (const name of Object.keys(query.properties))
      assert.ok(line.includes(name), `${path} ${name}`)
  }
  assert.ok(body.length < 9_800)
})

test('/llms.txt says that a change may follow years without a reading, and which fields tell', () => {
  assert.match(body, /`prev_seen_at`.* more than 31 days before `read_at`.*say so/)
})

for (const basePath of ['', '/rates/lk']) {
  test(`every link in /llms.txt works${basePath && `, under ${basePath}`}`, async () => {
    const app = appOf(marketOf(sampleEntries()), undefined, { basePath })
    await app.warmUp()
    const { body } = await receive(app, 'GET', `${basePath}/llms.txt`)
    const addresses = Array.from(body.matchAll(/\]\(([^)]+)\)/g), ([, address = '']) => address)
    assert.ok(addresses.length > 12)
    for (const address of addresses) {
      assert.ok(address.startsWith(`${basePath}/`), address)
      // GET of a stream does not end.
      const method = address.endsWith('.sse') ? 'HEAD' : 'GET'
      const { status } = await receive(app, method, address)
      assert.equal(status, address.endsWith('/mcp') ? 405 : 200, address)
    }
  })
}

test('/llms.txt of another book has examples of its institutions, and of an empty book none', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  const own = await receive(appOf(book.market()), 'GET', '/llms.txt')
  assert.match(own.body, /\(\/rates\/history\/alpha\)/)
  assert.doesNotMatch(own.body, /Sample data/)
  assert.match((await receive(appOf(emptyMarket), 'GET', '/llms.txt')).body, /The book is empty\./)
})
