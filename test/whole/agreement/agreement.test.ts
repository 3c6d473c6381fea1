import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { entryKinds } from '../../../src/domain/entry.ts'
import { after, dayLength } from '../../../src/domain/instant.ts'
import { createClient } from '../../../src/serve/client/client.ts'
import { readWebPage, viewPaths } from '../../../src/serve/http/web-page.ts'
import { fullBook } from '../../book/oracle/full-book.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { serveFiles, type LogFiles } from '../../share/mirror/log-server.ts'
import { mirrorInto } from '../../share/mirror/test-mirror.ts'
import { openStream } from '../../support/event-stream.ts'
import { serveBook } from '../../support/followed-app.ts'
import { makeSampleBook } from '../../support/sample-book.ts'
import { limitsOf, testSettings } from '../../support/source.ts'
import { testSigner } from '../../support/test-signer.ts'
import { answerTo, receiptOfMirror } from './answers.ts'
import { targetsIn } from './targets.ts'

const { entries, market } = fullBook()
const now = after(market.at, 3 * dayLength)
const page = readWebPage(fileURLToPath(new URL('../../../web/dist/', import.meta.url)))
// All have one public address, as behind a proxy that asks any of them.
const options = {
  publicUrl: 'https://rates.example',
  settings: testSettings,
  page,
  // Nobody waits for a position beyond the end of the book.
  limits: limitsOf({ positionWait: 20 }),
}

/**
 * The addresses of servers of the operator's book, of its mirror, of a mirror of that mirror, and of the mirror of a folder with the
 * files of the operator's log.
 */
async function parties(t: TestContext): Promise<readonly [string, ...string[]]> {
  const folder = temporaryDirectory(t)
  const book = await makeSampleBook(folder, 'ratebook.db', entries)
  const operator = await serveBook(t, book, now, { ...options, checkpointSigner: testSigner })
  const files: LogFiles = new Map()
  for (const path of ['/log/0', '/checkpoint'])
    files.set(path, (await answerTo(operator, path)).body)
  const serveMirror = async (name: string, url: string): Promise<string> => {
    const mirror = join(folder, name)
    const { position } = await mirrorInto(mirror, url, { line: 1_000_000 }, testSigner)
    assert.equal(position, entries.length)
    return serveBook(t, mirror, now, options)
  }
  const mirror = await serveMirror('mirror.db', operator)
  const second = await serveMirror('second.db', mirror)
  const ofFolder = await serveMirror('third.db', (await serveFiles(t, () => files)).url)
  return [operator, mirror, second, ofFolder]
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

test('mirrors of a server, of a mirror and of a folder give the answers of the operator, byte for byte, but for names, decisions and /sources', async (t) => {
  const [operator, mirror = '', ...mirrors] = await parties(t)
  let compared = 0
  for (const [index, target] of targetsIn(market).entries()) {
    const [path = ''] = target.split('?')
    const [own, its] = await Promise.all([answerTo(operator, target), answerTo(mirror, target)])
    if (index % 5 === 0)
      for (const other of mirrors) assert.deepEqual(await answerTo(other, target), its, target)
    // Answers with other bytes have other ETags.
    if (its.body !== own.body) assert.notEqual(its.headers['etag'], own.headers['etag'], target)
    if (/^\/sources\b/.test(path)) continue
    const isReceipt = /^\/evidence\/[^/]+$/.test(path)
    if (isReceipt) assert.deepEqual(its, receiptOfMirror(own, entries, its.headers['etag']), target)
    else assert.deepEqual(its, own, target)
    compared++
  }
  assert.ok(compared > 300)
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
    const [own, ...others] = await Promise.all(
      addresses.map((one) => answerTo(one, target, accept)),
    )
    for (const its of others) assert.deepEqual(its, own, target)
  }
  const [events, ...others] = await Promise.all(
    addresses.map(async (address) => {
      const stream = await openStream(`${address}/events`, { 'last-event-id': 'p5-1' })
      const messages = await stream.until((all) =>
        all.some(({ id }) => id === `${market.position}`),
      )
      await stream.close()
      return messages
    }),
  )
  for (const its of others) assert.deepEqual(its, events)
  const [answers, ...mirrored] = await Promise.all(
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
  for (const its of mirrored) assert.deepEqual(its, answers)
})
