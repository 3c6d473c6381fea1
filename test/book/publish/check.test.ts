import assert from 'node:assert/strict'
import { test } from 'node:test'
import { append } from '../../../src/book/publish/append.ts'
import { readBook } from '../../../src/book/publish/context-from-store.ts'
import { appendConfirmation } from '../../../src/book/publish/publish.ts'
import { appendDecision } from '../../../src/book/publish/review/append-review.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Draft } from '../../../src/domain/entry.ts'
import { heldSheet } from '../../support/held-sheets.ts'
import { instantAt } from '../../support/instant-source.ts'
import { makeReviewedBook } from '../../support/reviewed-book.ts'
import { at } from '../../support/sample-market.ts'
import { bookIn, refused, temporaryDirectory } from '../store/sqlite-books.ts'

const later = instantAt('2026-06-11T00:00:00Z')

test('an entry that audit would refuse is a bug of the command, and nothing of its append is entered', async (t) => {
  const store = await openSqliteStore(await bookIn(t), { mode: 'write' })
  t.after(() => store.close())
  const head = { institutionId: 'a', at: at('2026-06-11T00:00:00Z') }
  const check: Draft = { ...head, kind: 'rates-checked' }
  const wrong: readonly (readonly [Draft, RegExp])[] = [
    [
      { ...head, kind: 'rates-verified', tiers: [] },
      /rates-verified at position 3: .*no origin|verifies nothing/,
    ],
    [{ ...check, note: 'two\nlines' }, /rates-checked at position 3: note: .*a control character/],
    [{ ...check, at: at('2026-06-01T00:00:00Z') }, /is before that of the entry before it/],
    [{ ...check, institutionId: 'b' }, /is of b, which is not registered/],
  ]
  for (const [draft, sentence] of wrong) {
    const appended = append(
      store,
      later,
      async (reader) => ({ book: await readBook(reader, 'a') }),
      () => ({ drafts: [check, draft] }),
    )
    await assert.rejects(appended, sentence)
    assert.equal((await store.head()).position, 1)
  }
})

test('nothing is appended to a copy that ends between two entries of one append', async (t) => {
  const folder = temporaryDirectory(t)
  const store = await openSqliteStore(await makeReviewedBook(folder), { mode: 'write' })
  t.after(() => store.close())
  await store.append(() => Promise.resolve([heldSheet('2026-06-10T00:00:00Z', ['5.80', '7.25'])]))
  const approval = { by: 'ann', hold: 7, decision: 'approved' } as const
  assert.equal((await appendDecision(store, approval, later)).kind, 'decided')
  const [entries] = await Array.fromAsync(store.storedEntries(0))
  const copy = await openSqliteStore(`${folder}/copy.db`, { mode: 'create' })
  t.after(() => copy.close())
  await copy.appendStored(entries?.slice(0, -1) ?? [])
  const confirm = () =>
    appendConfirmation(
      copy,
      { kind: 'rates-checked', institutionId: 'beta-finance' },
      later,
      () => undefined,
    )
  await refused(confirm(), 'configuration', /^The book is an unfinished copy: /, '')
  await copy.appendStored(entries?.slice(-1) ?? [])
  assert.ok('isNew' in (await confirm()))
})
