import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { acceptedSources } from '../../../src/book/market/runs.ts'
import { readBook } from '../../../src/book/publish/context-from-store.ts'
import { readInstitutions } from '../../../src/book/publish/input/read-institutions.ts'
import { register } from '../../../src/book/publish/register.ts'
import { acceptSource } from '../../../src/book/publish/review/accept-source.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { instantAt } from '../../support/instant-source.ts'
import { at } from '../../support/sample-market.ts'
import { institutionOf } from '../../support/small-book.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-accept-'))
after(() => rmSync(folder, { recursive: true }))

test('a registered reviewer accepts each version of a source once', async () => {
  const store = await openSqliteStore(join(folder, 'ratebook.db'), { mode: 'create' })
  const instant = instantAt('2026-06-02T00:00:00Z')
  const institutions = Buffer.from(JSON.stringify([institutionOf('alpha-bank')]))
  await register(
    store,
    readInstitutions(institutions).institutions,
    instantAt('2026-06-01T00:00:00Z'),
  )
  await store.append(() =>
    Promise.resolve([
      {
        kind: 'reviewer-registered',
        institutionId: '',
        at: at('2026-06-01T00:00:00Z'),
        reviewer: { id: 'jane', name: 'Jane' },
      },
    ]),
  )
  const digests = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string]
  const accept = (digest: string, by = 'jane', institutionId = 'alpha-bank') =>
    acceptSource(
      store,
      { institutionId, source: { file: 'lk/alpha-bank.yaml', digest }, by },
      instant,
    )
  assert.deepEqual(await accept(digests[0], 'joe'), {
    kind: 'refused',
    problem: 'joe is not a registered reviewer; see: ratebook reviewer list.',
  })
  assert.deepEqual(await accept(digests[0], 'jane', 'beta-bank'), {
    kind: 'refused',
    problem: 'The institution beta-bank is not registered; see: ratebook institutions.',
  })
  assert.deepEqual(await accept(digests[0]), { kind: 'accepted', position: 3 })
  assert.deepEqual(await accept(digests[0]), { kind: 'unchanged', position: 3 })
  assert.deepEqual(await accept(digests[1]), { kind: 'accepted', position: 4 })
  const book = await readBook(store, 'alpha-bank')
  assert.deepEqual([...acceptedSources({ entries: book?.entries ?? [] })], digests)
  await store.close()
})
