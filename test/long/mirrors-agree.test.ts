import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { verifierKeyOf } from '../../src/domain/checkpoint.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { answerTo, receiptOfMirror } from '../whole/agreement/answers.ts'
import { targetsIn } from '../whole/agreement/targets.ts'
import { serveFiles, type LogFiles } from '../share/mirror/log-server.ts'
import { largeFullBook } from '../book/oracle/full-book.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { runAlone, startServer, until } from '../support/cli.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { testKey, testSigner } from '../support/test-signer.ts'

/** How many of the entries the operator has at first. */
const atFirst = 1_500

test('processes of an operator, a mirror, a mirror of it and the mirror of a folder agree on every answer, also of a book that grows', async (t) => {
  const folder = temporaryDirectory(t)
  const { entries, market } = largeFullBook(60)
  assert.ok(entries.length > 2_000)
  const book = await makeSampleBook(folder, 'ratebook.db', entries.slice(0, atFirst))
  const key = join(folder, 'signing.key')
  writeFileSync(key, testKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
  const url = ['--public-url', 'https://rates.example']
  const serve = async (database: string, args: readonly string[] = []): Promise<string> =>
    (await startServer(t, ['--database', database, ...url, ...args])).address
  const operator = await serve(book, ['--signing-key', key, '--origin', 'rates.example'])

  const files = join(folder, 'files')
  const ofFolder = await serveFiles(t, () => filesIn(files))
  const path = (name: string): string => join(folder, `${name}.db`)
  const mirror = async (name: string, from: string): Promise<void> => {
    const verifier = ['--checkpoint-key', verifierKeyOf(testSigner)]
    const args = ['mirror', from, '--database', path(name), ...verifier]
    const { code, stderr } = await runAlone(args)
    assert.equal(code, 0, stderr)
  }
  await mirror('first', operator)
  const first = await serve(path('first'))
  await mirror('second', first)
  const second = await serve(path('second'))
  await saveLog(operator, files, atFirst)
  await mirror('third', ofFolder.url)
  const third = await serve(path('third'))

  const store = await openSqliteStore(book, { mode: 'write' })
  await store.append(() => Promise.resolve(entries.slice(atFirst)))
  await store.close()
  const reaches = (address: string): Promise<boolean> =>
    until(async () => {
      const { headers } = await answerTo(address, '/about')
      return headers['ratebook-position'] === String(entries.length)
    })
  for (const [name, from] of [
    ['first', operator],
    ['second', first],
  ] as const) {
    assert.ok(await reaches(from), from)
    await mirror(name, from)
  }
  await saveLog(operator, files, entries.length)
  await mirror('third', ofFolder.url)
  const mirrors = [first, second, third]
  for (const address of mirrors) assert.ok(await reaches(address), address)

  let compared = 0
  for (const target of targetsIn(market)) {
    const [path = ''] = target.split('?')
    if (/^\/sources\b/.test(path)) continue
    const own = await answerTo(operator, target)
    for (const address of mirrors) {
      const its = await answerTo(address, target)
      const isReceipt = /^\/evidence\/[^/]+$/.test(path)
      const { etag } = its.headers
      assert.deepEqual(its, isReceipt ? receiptOfMirror(own, entries, etag) : own, target)
      compared++
    }
  }
  t.diagnostic(`${entries.length} entries, ${compared} answers of ${mirrors.length} mirrors`)
  assert.ok(compared > 900)
})

/** Saves the log of a server as files, as a reader with `curl` does. */
async function saveLog(address: string, folder: string, entries: number): Promise<void> {
  const pages = Array.from({ length: Math.ceil(entries / 1_000) }, (_, page) => `/log/${page}`)
  for (const path of [...pages, '/checkpoint']) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, (await answerTo(address, path)).body)
  }
}

/** The files of a log in a folder. */
function filesIn(folder: string): LogFiles {
  const paths = ['/log/0', '/log/1', '/log/2', '/checkpoint']
  const files: LogFiles = new Map()
  for (const path of paths) {
    try {
      files.set(path, readFileSync(join(folder, path), 'utf8'))
    } catch {
      // The log has no such page yet.
    }
  }
  return files
}
