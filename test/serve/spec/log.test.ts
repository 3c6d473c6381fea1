import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { entryKinds, isPrivateKind } from '../../../src/domain/entry.ts'
import type { Described } from '../../../src/serve/http/docs/documents.ts'
import log from '../../../src/serve/http/endpoints/log.ts'
import { checked, registered } from '../../book/store/drafts.ts'
import { runSql, temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { fillEditedBook } from '../../long/edited-book.ts'
import { apiOf, appOf, ask, receive } from '../../support/ask.ts'
import { until } from '../../support/cli.ts'
import { followedApp } from '../../support/followed-app.ts'
import { newDatabase, testServer } from '../../support/postgres/database.ts'
import { marketOf, sampleEntries } from '../../support/sample-market.ts'

const sha256 = (text: string): string => hash('sha256', text)

/** Closes the chain of a log as docs/book.md describes it, and returns its last digest. */
function verifiedDigest(text: string): string {
  let [position, digest] = [0, '0'.repeat(64)]
  for (const line of text.split(/(?<=\n)/)) {
    const entry = JSON.parse(line) as Record<string, string | number>
    const { at, kind, institution_id: institutionId, body_digest: bodyDigest } = entry
    const [, body] = /,"body":(.*)\}\n$/.exec(line) ?? []
    assert.equal(entry['position'], ++position)
    if (body !== undefined) assert.equal(sha256(body), bodyDigest)
    const lines = [digest, position, at, kind, institutionId, bodyDigest]
    digest = sha256(lines.map((one) => `${one}\n`).join(''))
    assert.equal(entry['digest'], digest)
  }
  return digest
}

/** All pages of a limit, by their links. */
async function pagesOf(app: FastifyInstance, limit: number): Promise<readonly string[]> {
  const pages: string[] = []
  let target: string | undefined = `/log?limit=${limit}`
  while (target !== undefined) {
    const { status, headers, body } = await ask(app, target, { host: 'rates.example' })
    assert.equal(status, 200)
    pages.push(body)
    target = /<http:\/\/rates\.example([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1]
  }
  return pages
}

const databases = {
  sqlite: (t: TestContext) => Promise.resolve(join(temporaryDirectory(t), 'book.db')),
  postgresql: async () => newDatabase(await testServer()),
}

for (const [engine, databaseFor] of Object.entries(databases))
  test(`${engine}: the log of a book with every kind of entry closes the chain, without private bodies`, async (t) => {
    const database = await databaseFor(t)
    const open = engine === 'sqlite' ? openSqliteStore : openPostgresStore
    const stored = await fillEditedBook(await open(database, { mode: 'create' }))
    const { app } = await followedApp(t, database)
    const { body } = await ask(app, '/log/0')
    assert.equal(verifiedDigest(body), stored.at(-1)?.digest)
    assert.deepEqual(new Set(stored.map(({ kind }) => kind)), new Set(entryKinds))
    const lines = body.trimEnd().split('\n')
    for (const [index, entry] of stored.entries()) {
      const line = lines[index] ?? ''
      assert.equal(line.includes('"body":'), !isPrivateKind(entry.kind), entry.kind)
      assert.equal(line.includes('"salt"'), false)
      if (!isPrivateKind(entry.kind)) assert.ok(line.endsWith(`,"body":${entry.body}}`))
    }
    assert.equal((await ask(app, '/log')).body, body)
    for (const limit of [1, 7, lines.length, 1000]) {
      const pages = await pagesOf(app, limit)
      assert.equal(pages.join(''), body)
      for (const page of pages) assert.ok(page.split('\n').length - 1 <= limit)
    }
  })

const market = marketOf(sampleEntries())
const app = appOf(market)

test('the example in the reference has the first lines of the sample market', async () => {
  const { body } = await ask(app, '/log?limit=2')
  assert.equal(body, (log.response as Described).examples?.[0])
})

test('a full page may be kept for ever; another one has the position of the book in its ETag', async () => {
  const longer = appOf(marketOf([...sampleEntries(), checkedAfter()]))
  const full = await ask(app, '/log?after=70&limit=5')
  assert.equal(full.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(full.headers['ratebook-reached'], '75')
  assert.equal(full.headers['ratebook-position'], '75')
  assert.deepEqual(await ask(longer, '/log?after=70&limit=5'), full)
  const partial = await ask(app, '/log/0')
  assert.equal(partial.headers['cache-control'], 'public, max-age=60')
  assert.equal(partial.headers['ratebook-position'], '79')
  assert.equal(partial.headers['link'], undefined)
  const etag = partial.headers['etag'] ?? ''
  const again = await ask(app, '/log/0', { 'if-none-match': etag })
  assert.deepEqual([again.status, again.body], [304, ''])
  const grown = await ask(longer, '/log/0', { 'if-none-match': etag })
  assert.deepEqual([grown.status, grown.body.startsWith(partial.body)], [200, true])
})

function checkedAfter() {
  const last = sampleEntries().at(-1)
  assert.ok(last)
  const { institutionId, at } = last
  return { kind: 'rates-checked', institutionId, at, position: last.position + 1 } as const
}

test('the log has one format, and is compressed', async () => {
  for (const accept of ['application/json', 'text/csv', 'text/html', 'text/event-stream']) {
    const { status, headers } = await receive(app, 'GET', '/log', { accept })
    assert.deepEqual([status, headers['content-type']], [200, 'application/x-ndjson'])
  }
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await ask(app, '/log?limit=1', { 'accept-encoding': encoding })
    assert.equal(headers['content-encoding'], encoding)
    assert.match(headers['etag'] ?? '', new RegExp(`-${encoding}"$`))
  }
})

test('a limit or a place that the log does not have is 422, a page that it does not have 404', async () => {
  const { invalid, status, text } = apiOf(market)
  assert.deepEqual(await invalid('/log?limit=0&after=-1'), ['after', 'limit'])
  assert.deepEqual(await invalid('/log?limit=1001&after=p12-0'), ['after', 'limit'])
  assert.deepEqual(await invalid('/log?after=80'), ['after'])
  assert.equal(await text('/log?after=79'), '')
  for (const page of ['1', '00', '-1', '0.5', '0.ndjson', '9007199254740993', 'x'])
    assert.equal(await status(`/log/${page}`), 404, page)
  const empty = apiOf(emptyMarket)
  assert.equal(await empty.text('/log'), '')
  assert.equal(await empty.status('/log/0'), 404)
})

test('a page ends where the book ended when it was asked for', async (t) => {
  const { path, append } = await growingBook(t)
  const { following } = await followedApp(t, path)
  const read = await following.readLog(0, following.market().position)
  assert.ok(read)
  const positions: number[] = []
  for await (const { position } of read.entries) {
    positions.push(position)
    if (position === 1) await append()
  }
  await following.caughtUp()
  assert.equal(following.market().position, 8)
  assert.deepEqual(positions, [1, 2, 3, 4, 5, 6, 7])
})

/** A book of seven entries, and a function that appends another one. */
async function growingBook(t: TestContext) {
  const path = join(temporaryDirectory(t), 'book.db')
  const store = await openSqliteStore(path, { mode: 'create' })
  t.after(() => store.close())
  const append = () => store.append(() => Promise.resolve([checked('a', '2026-06-02T00:00:00Z')]))
  await store.append(() => Promise.resolve([registered('a', '2026-06-01T00:00:00Z')]))
  for (let count = 0; count < 6; count++) await append()
  return { path, append }
}

test('an entry that is not the one that was served is never sent', async (t) => {
  const { path } = await growingBook(t)
  const { app, lines } = await followedApp(t, path)
  const before = (await ask(app, '/log?limit=4')).body
  runSql(
    path,
    `DROP TRIGGER entry_is_never_updated; UPDATE entry SET body = '{"by":"Mallory"}' WHERE position = 6`,
  )
  assert.equal((await ask(app, '/log?limit=4')).body, before)
  const { status, body } = await ask(app, '/log')
  assert.equal(status, 503)
  assert.match(body, /The book cannot be read at this moment; try again\./)
  assert.ok(lines.some((line) => line.includes('is damaged at position 6')))
})

test('the log is 503 while the book is away, and other answers stay', async (t) => {
  const { path } = await growingBook(t)
  const { app, following } = await followedApp(t, path)
  renameSync(path, `${path}.away`)
  assert.ok(await until(() => !following.isHealthy()))
  for (const target of ['/log', '/log/0']) assert.equal((await ask(app, target)).status, 503)
  assert.equal((await ask(app, '/institutions')).status, 200)
})
