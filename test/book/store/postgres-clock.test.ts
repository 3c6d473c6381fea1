import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Instant } from '../../../src/domain/instant.ts'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { StoreError } from '../../../src/book/store/store.ts'
import { run } from '../../support/cli.ts'
import { newDatabase, testServer } from '../../support/postgres/database.ts'
import { newSmallBook } from '../../support/postgres/node.ts'
import { inSession } from '../../support/postgres/query.ts'
import { checked, entriesOf } from './drafts.ts'

const day = '2026-06-02T00:00:00Z'

/** This machine's clock with an error, in milliseconds. The test server runs on the same machine. */
const wrongBy = (error: number) => () => (Date.now() + error) as Instant

function isClockError(error: unknown): boolean {
  assert.ok(error instanceof StoreError)
  assert.equal(error.kind, 'configuration')
  assert.match(
    error.message,
    /^The clocks differ by more than a minute: this machine's says \S+Z, and that of the database server \S+ says \S+Z\. Set the wrong one, and run the command again\.$/,
  )
  return true
}

test('postgresql: a book opens for writing if the clocks differ by less than a minute', async (t) => {
  const url = await newSmallBook(await testServer())
  for (const error of [-50_000, 0, 50_000]) {
    const store = await openPostgresStore(url, { mode: 'write', clock: wrongBy(error) })
    t.after(() => store.close())
    await store.append(() => Promise.resolve([checked('alpha-bank', day)]))
  }
})

test('postgresql: a book does not open for writing if the clocks differ by more than a minute', async () => {
  const url = await newSmallBook(await testServer())
  const empty = await newDatabase(await testServer())
  for (const error of [-70_000, 70_000]) {
    const clock = wrongBy(error)
    await assert.rejects(openPostgresStore(url, { mode: 'write', clock }), isClockError)
    await assert.rejects(openPostgresStore(empty, { mode: 'create', clock }), isClockError)
  }
  const schemas = `SELECT FROM pg_namespace WHERE nspname = 'ratebook'`
  assert.deepEqual(await inSession(empty, (query) => query(schemas)), [])
})

test('postgresql: an append compares the clocks again, and enters nothing if they differ', async (t) => {
  const url = await newSmallBook(await testServer())
  let error = 0
  const store = await openPostgresStore(url, { mode: 'write', clock: () => wrongBy(error)() })
  t.after(() => store.close())
  error = 3_600_000
  let isDecided = false
  const appended = store.append(() => {
    isDecided = true
    return Promise.resolve([checked('alpha-bank', day)])
  })
  await assert.rejects(appended, isClockError)
  assert.equal(isDecided, false)
  assert.equal((await entriesOf(store)).length, 3)
  error = 0
  await store.append(() => Promise.resolve([checked('alpha-bank', day)]))
  assert.equal((await entriesOf(store)).length, 4)
})

test('postgresql: a slow response is no difference', async (t) => {
  const url = await newSmallBook(await testServer())
  const errors = [-300_000, 300_000, -300_000, 300_000]
  const store = await openPostgresStore(url, {
    mode: 'write',
    clock: () => wrongBy(errors.shift() ?? 0)(),
  })
  t.after(() => store.close())
  await store.append(() => Promise.resolve([checked('alpha-bank', day)]))
})

test('postgresql: a book opens for reading whatever the clock says', async () => {
  const url = await newSmallBook(await testServer())
  const store = await openPostgresStore(url, { mode: 'read', clock: wrongBy(3_600_000) })
  assert.equal((await store.head()).position, 3)
  await store.close()
})

test('postgresql: commands that append exit with 78 if the clocks differ, and enter nothing', async () => {
  const url = await newSmallBook(await testServer())
  const code = 'const { now } = Date; Date.now = () => now() + 3_600_000'
  const node = ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
  for (const name of ['check', 'verify']) {
    const refused = await run([name, 'alpha-bank', '--at', day, '--database', url], { node })
    assert.deepEqual([refused.code, refused.stdout], [78, ''], refused.stderr)
    assert.match(refused.stderr, /^The clocks differ by more than a minute: .*\n$/)
    assert.ok(!refused.stderr.includes(new URL(url).password))
  }
  const read = await run(['institutions', '--database', url], { node })
  assert.deepEqual([read.code, read.stderr], [0, ''])
  const store = await openPostgresStore(url, { mode: 'read' })
  assert.equal((await store.head()).position, 3)
  await store.close()
})
