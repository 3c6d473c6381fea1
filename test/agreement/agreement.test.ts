import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../src/client/client.ts'
import { entryKinds } from '../../src/domain/entry.ts'
import { after, dayLength } from '../../src/domain/instant.ts'
import { viewPaths } from '../../src/http/page-views.ts'
import { readWebPage } from '../../src/http/web-page.ts'
import { logFiles, serveFiles, signedCheckpoint } from '../mirror/log-server.ts'
import { mirrorInto } from '../mirror/test-mirror.ts'
import { fullBook } from '../oracle/full-book.ts'
import { storedEntries } from '../support/book-entries.ts'
import { openStream } from '../support/event-stream.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { testSigner } from '../support/test-signer.ts'
import { testSettings } from '../support/source.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { answerTo, receiptOfMirror } from './answers.ts'
import { serveBook } from './serve-book.ts'
import { targetsIn } from './targets.ts'

const { entries, market } = fullBook()
const now = after(market.at, 3 * dayLength)
const page = readWebPage(fileURLToPath(new URL('../../web/dist/', import.meta.url)))
// All have one public address, as behind a proxy that asks any of them.
const options = { publicUrl: 'https://rates.example', settings: testSettings, page }

/** The addresses of servers of the operator's book and of a mirror. */
async function parties(t: TestContext): Promise<readonly [operator: string, mirror: string]> {
  const folder = temporaryDirectory(t)
  const book = await makeSampleBook(folder, 'ratebook.db', entries)
  const stored = storedEntries(entries)
  const files = logFiles(stored).set('/checkpoint', signedCheckpoint(stored))
  const log = await serveFiles(t, () => files)
  const mirror = join(folder, 'mirror.db')
  const { position } = await mirrorInto(mirror, log.url, { line: 1_000_000 }, testSigner)
  assert.equal(position, entries.length)
  const signing = { ...options, checkpointSigner: testSigner }
  return [await serveBook(t, book, now, signing), await serveBook(t, mirror, now, options)]
}

test('the book of these tests has every kind of entry, and every way in which a held sheet ends', () => {
  assert.deepEqual([...new Set(entries.map(({ kind }) => kind))].toSorted(), entryKinds.toSorted())
  const parts = entries.flatMap((entry) => [
    ...('editOf' in entry ? ['edit'] : []),
    ...('typedFrom' in entry && entry.kind === 'sheet-published' ? ['typed'] : []),
    ...('outcome' in entry ? [entry.outcome] : []),
    ...('decision' in entry ? [entry.decision] : []),
    ...('correction' in entry && entry.correction.isRetraction ? ['retraction'] : []),
    ...('origin' in entry && entry.origin?.repeats !== undefined ? ['repetition'] : []),
  ])
  const expected = [
    'approved',
    'edit',
    'failed',
    'held',
    'rejected',
    'repetition',
    'retraction',
    'typed',
  ]
  assert.deepEqual([...new Set(parts)].toSorted(), expected)
})

test('a mirror gives the answers of its operator, byte for byte, but for names, decisions and /sources', async (t) => {
  const [operator, mirror] = await parties(t)
  let compared = 0
  for (const target of targetsIn(market)) {
    const [path = ''] = target.split('?')
    const [own, its] = await Promise.all([answerTo(operator, target), answerTo(mirror, target)])
    // Answers with other bytes have other ETags.
    if (its.body !== own.body) assert.notEqual(its.headers['etag'], own.headers['etag'], target)
    if (/^\/sources\b/.test(path)) continue
    const isReceipt = /^\/evidence\/[^/]+$/.test(path)
    if (isReceipt) assert.deepEqual(its, receiptOfMirror(own, entries, its.headers['etag']), target)
    else assert.deepEqual(its, own, target)
    compared++
  }
  assert.ok(compared > 500)
  const [own, its] = await Promise.all(
    [operator, mirror].map(async (address) => (await answerTo(address, '/sources')).body),
  )
  const alpha = '[{"institution_id":"alpha","name":"The alpha",'
  assert.equal(
    own,
    `${alpha}"last_outcome":"held","last_run_at":"2026-03-31T22:00:00Z","next_due_at":"2026-04-01T22:00:00Z","is_held":true,"held_state":"waiting"}]`,
  )
  assert.equal(
    its,
    `${alpha}"last_outcome":"verified","last_run_at":"2026-03-24T22:00:00Z","next_due_at":"2026-03-25T22:00:00Z","is_held":null,"held_state":null}]`,
  )
})

test('page, documents, streams and client of a mirror are those of its operator', async (t) => {
  const addresses = await parties(t)
  assert.ok(page !== undefined, 'The page is not built: npm run build')
  const targets = [
    ...viewPaths.map((path) => path.replace('{institution_id}', 'alpha').replace('{id}', 'p11-1')),
    '/docs',
    '/openapi.json',
    '/llms.txt',
    '/nowhere',
  ]
  for (const target of targets) {
    const accept = { accept: 'text/html, */*' }
    const [own, its] = await Promise.all(addresses.map((one) => answerTo(one, target, accept)))
    assert.deepEqual(its, own, target)
  }
  const [events, its] = await Promise.all(
    addresses.map(async (address) => {
      const stream = await openStream(`${address}/events`, { 'last-event-id': 'p5-1' })
      const messages = await stream.until((all) =>
        all.some(({ id }) => id === `${market.position}`),
      )
      await stream.close()
      return messages
    }),
  )
  assert.deepEqual(its, events)
  const [answers, mirrored] = await Promise.all(
    addresses.map(async (baseUrl) => {
      const client = createClient({ baseUrl })
      return [
        await client.listCurrentOffers({ details: true }),
        await client.listRateHistory({ institution_id: 'alpha', readings: true }),
        await Array.fromAsync(client.pagesOfRateChanges({ limit: 2 })),
        await client.getAbout(),
      ]
    }),
  )
  assert.deepEqual(mirrored, answers)
})
