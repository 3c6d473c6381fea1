import assert from 'node:assert/strict'
import checkpoint from '../../../src/serve/http/endpoints/checkpoint.ts'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  parseCheckpoint,
  createSigner,
  parseNote,
  verifyNote,
} from '../../../src/domain/checkpoint.ts'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { appOf, ask, receive } from '../../support/ask.ts'
import { marketTree } from '../../support/book-entries.ts'
import { openBook } from '../../support/book.ts'
import { makeSampleBook } from '../../support/sample-book.ts'
import { checkpointOver, testKey, testSigner } from '../../support/test-signer.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
book.publish('2026-01-10T12:00:00Z', 'alpha', ['general 12 maturity 9'])
const market = book.market()
const app = appOf(market)

/** The checkpoint of a note that the key of the tests has signed. */
function opened(body: string) {
  const note = parseNote(body)
  assert.ok(!('problem' in note), body)
  assert.equal(verifyNote(note, testSigner), undefined)
  return parseCheckpoint(note.text)
}

test('GET /checkpoint: the number of entries and the root of their tree, as a signed note', async () => {
  const { status, headers, body } = await ask(app, '/checkpoint')
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.deepEqual(opened(body), {
    origin: 'rates.example',
    size: market.position,
    root: marketTree(() => market)().root(market.position),
  })
})

test('GET /checkpoint: the same bytes from every server with the same key', async () => {
  const [one, other] = [await ask(app, '/checkpoint'), await ask(appOf(market), '/checkpoint')]
  assert.deepEqual(one, other)
})

test('GET /checkpoint is cached like data, and has an ETag, a position and 304', async () => {
  const { headers } = await ask(app, '/checkpoint')
  assert.equal(headers['cache-control'], 'public, max-age=60')
  assert.equal(headers['ratebook-position'], String(market.position))
  assert.equal(headers['last-modified'], 'Sat, 10 Jan 2026 12:00:00 GMT')
  const etag = headers['etag'] ?? ''
  const again = await ask(app, '/checkpoint', { 'if-none-match': etag })
  assert.deepEqual([again.status, again.body], [304, ''])
  const ahead = await ask(app, '/checkpoint', { 'ratebook-min-position': '1000' })
  assert.equal(ahead.status, 503)
})

test('GET /checkpoint: another entry, another key and another origin give another ETag', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const signers = [
    testSigner,
    createSigner('rates.example', privateKey),
    createSigner('other.example', testKey),
  ]
  const etags = signers.map(
    async (checkpointSigner) =>
      (await ask(appOf(market, undefined, { checkpointSigner }), '/checkpoint')).headers['etag'],
  )
  book.publish('2026-01-11T12:00:00Z', 'alpha', ['general 12 maturity 8'])
  const next = (await ask(appOf(book.market()), '/checkpoint')).headers['etag']
  assert.equal(new Set([...(await Promise.all(etags)), next]).size, 4)
})

test('GET /checkpoint has one format, whatever the client accepts', async () => {
  for (const accept of ['application/json', 'text/csv', 'text/html', 'image/png']) {
    const { status, headers } = await receive(app, 'GET', '/checkpoint', { accept })
    assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  }
  for (const path of ['/checkpoint.csv', '/checkpoint.ndjson', '/checkpoint.txt'])
    assert.equal((await receive(app, 'GET', path)).status, 404, path)
})

test('GET /checkpoint: 404 without a signing key, and for an empty book', async () => {
  const detail = async (one: typeof app): Promise<string> => {
    const { status, body } = await ask(one, '/checkpoint')
    assert.equal(status, 404)
    return (JSON.parse(body) as { detail: string }).detail
  }
  const unsigned = appOf(market, undefined, { checkpointSigner: undefined })
  assert.equal(
    await detail(unsigned),
    'This server has no key to sign checkpoints with, and its book keeps no checkpoint.',
  )
  const empty = appOf(emptyMarket)
  assert.equal(await detail(empty), 'The book is empty, so it has no checkpoint yet.')
})

test('the example of a checkpoint in the documents is signed, and is that of the sample market', async (t) => {
  const [example = ''] = (checkpoint.response as { examples?: string[] }).examples ?? []
  const book = await openSqliteStore(await makeSampleBook(temporaryDirectory(t)), { mode: 'read' })
  const entries = (await Array.fromAsync(book.storedEntries(0))).flat()
  await book.close()
  const digests = entries.map(({ digest }) => digest)
  assert.deepEqual(opened(example), checkpointOver(digests))
  for (const page of ['checkpoints', 'book']) {
    const text = readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8')
    assert.ok(
      text.includes(page === 'book' ? `digest ${digests.at(-1)} at position` : example),
      page,
    )
  }
})
