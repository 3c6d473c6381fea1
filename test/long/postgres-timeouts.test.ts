import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { before, suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresStore } from '../../src/book/store/postgres/postgres-store.ts'
import { StoreError, type Store } from '../../src/book/store/store.ts'
import { atPorts, newDatabase, testServer } from '../support/postgres/database.ts'
import { startProxy } from '../support/postgres/proxy.ts'
import { entriesOf, registered } from '../book/store/drafts.ts'

const day = '2026-06-01T00:00:00Z'
const follow = { served: undefined }
const book: { url?: string } = {}

before(async () => {
  book.url = await newDatabase(await testServer())
  const store = await openPostgresStore(book.url, { mode: 'create' })
  // One batch is half a megabyte.
  const name = 'a long name '.repeat(200)
  await store.append(() =>
    Promise.resolve(Array.from({ length: 200 }, (_, i) => registered(`a${i}`, day, { name }))),
  )
  await store.close()
})

/** Opens the book through a local port, as a server does. */
async function openFollower(t: TestContext, port: number): Promise<Store> {
  const store = await openPostgresStore(atPorts(String(book.url), port), { mode: 'read', follow })
  t.after(() => store.close())
  return store
}

const portOf = (url: string): number => Number(new URL(url).port)

suite('postgresql: idle timeouts', { concurrency: true }, () => {
  test('postgresql: a slow connection does not time out while data arrives', async (t) => {
    const line = createServer((client) => {
      const server = connect(portOf(String(book.url)), '127.0.0.1')
      const slowly = async function* (bytes: AsyncIterable<Buffer>) {
        for await (const chunk of bytes) {
          for (let at = 0; at < chunk.length; at += 2_048) {
            yield chunk.subarray(at, at + 2_048)
            await sleep(15)
          }
        }
      }
      pipeline(server, slowly, client).catch(() => {})
      pipeline(client, server).catch(() => {})
    })
    t.after(() => line.close())
    await once(line.listen(0, '127.0.0.1'), 'listening')
    const store = await openFollower(t, (line.address() as AddressInfo).port)
    const began = performance.now()
    assert.equal((await entriesOf(store)).length, 200)
    const took = performance.now() - began
    t.diagnostic(`it took ${Math.round(took)} ms`)
    assert.ok(took > 3_500, 'longer than the idle timeout of a server')
    assert.ok(await store.isReadable(), 'the session stays open')
  })

  test('postgresql: a batch that receives no data times out after seconds, not half a minute', async (t) => {
    const proxy = await startProxy(t, portOf(String(book.url)))
    const store = await openFollower(t, proxy.port)
    proxy.watch((from, bytes) =>
      from === 'client' && bytes.includes('WHERE position > $1') ? 'hold' : 'pass',
    )
    const began = performance.now()
    await assert.rejects(
      entriesOf(store),
      (error) => error instanceof StoreError && error.kind === 'unreachable',
    )
    const took = performance.now() - began
    assert.ok(took < 4_500, `it took ${Math.round(took)} ms`)
    assert.equal(await store.isReadable(), false)
  })
})

test('postgresql: a blocked event loop is not mistaken for a timeout', async (t) => {
  const store = await openFollower(t, portOf(String(book.url)))
  const readable = store.isReadable()
  const end = performance.now() + 1_500
  while (performance.now() < end);
  assert.ok(await readable)
})
