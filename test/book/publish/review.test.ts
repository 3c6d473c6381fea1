import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { auditBook } from '../../../src/book/audit/audit-book.ts'
import { readSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { publish } from '../../../src/book/publish/publish.ts'
import {
  appendDecision,
  type DecisionOutcome,
} from '../../../src/book/publish/review/append-review.ts'
import { appendReviewer } from '../../../src/book/publish/review/reviewers.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/book/store/store.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { heldSheet } from '../../support/held-sheets.ts'
import { instantAt } from '../../support/instant-source.ts'
import { makeReviewedBook } from '../../support/reviewed-book.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { byDefault, bytesOf, sheetOf } from '../../support/small-book.ts'

const reviewed = sharedBook(makeReviewedBook)

const day = '2026-06-10T00:00:00Z'
const later = instantAt('2026-06-11T00:00:00Z')

/** A copy of the book with held sheets from position 7, and what reviewers do with them. */
async function bookWith(t: TestContext, ...held: readonly ReturnType<typeof heldSheet>[]) {
  const store = await openSqliteStore(copyOf(t, reviewed()), { mode: 'write' })
  t.after(() => store.close())
  for (const one of held) await store.append(() => Promise.resolve([one]))
  const decide = (decision: 'approved' | 'rejected') => (by: string, hold: number) =>
    appendDecision(store, { by, hold, decision, note: 'seen' }, later)
  return {
    store,
    approve: decide('approved'),
    reject: decide('rejected'),
    remove: (id: string) =>
      appendReviewer(store, { kind: 'reviewer-removed', reviewer: { id } }, later),
    audit: async () => assert.equal((await auditBook(store)).difference, undefined),
  }
}

async function lastEntries(store: Store, count: number): Promise<readonly (Entry | undefined)[]> {
  const { position } = await store.head()
  const positions = Array.from({ length: count }, (_, index) => position - count + 1 + index)
  return Promise.all(positions.map((one) => store.entryAt(one)))
}

function refusedWith(outcome: DecisionOutcome, problem: string): void {
  assert.deepEqual(outcome, { kind: 'refused', problem })
}

test('an approval and its sheet are one append, with the origin and the findings of the hold', async (t) => {
  const draft = heldSheet(day, ['10.50', '7.00'])
  const { store, approve, audit } = await bookWith(t, draft)
  const outcome = await approve('ann', 7)
  assert.ok(outcome.kind === 'decided')
  const [decision, published] = await lastEntries(store, 2)
  assert.deepEqual([outcome.entry, outcome.published], [decision, published])
  assert.ok(decision?.kind === 'sheet-decided' && published?.kind === 'sheet-published')
  assert.deepEqual([decision.position, decision.by, decision.hold], [8, 'ann', 7])
  assert.equal(published.at, decision.at)
  assert.deepEqual(published.origin, draft.origin)
  assert.deepEqual(published.findings, draft.findings)
  const { by, hold, note, reason, changes } = published
  assert.deepEqual([by, hold, note, reason], ['ann', 7, undefined, 'approved by ann'])
  assert.deepEqual(
    changes.map(({ tenure, direction }) => [tenure, direction]),
    [['12', 'up']],
  )
  await audit()
})

test('a hold that was approved or rejected is decided, and the same decision again is no entry', async (t) => {
  for (const first of ['approve', 'reject'] as const) {
    const { store, audit, ...acts } = await bookWith(t, heldSheet(day, ['10.50', '7.00']))
    await acts[first]('ann', 7)
    const { position } = await store.head()
    assert.deepEqual(await acts[first]('ann', 7), { kind: 'unchanged', position: 8 })
    const why = `The held sheet at position 7 cannot be decided: it was ${first === 'approve' ? 'approved' : 'rejected'} already by ann.`
    refusedWith(await acts[first]('ben', 7), why)
    refusedWith(await acts[first === 'approve' ? 'reject' : 'approve']('ann', 7), why)
    assert.equal((await store.head()).position, position)
    await audit()
  }
})

test('two reviewers: the first approval publishes nothing, that of another reviewer publishes', async (t) => {
  const { store, approve, audit } = await bookWith(
    t,
    heldSheet(day, ['12.50', '7.00'], { reviewers: 2 }),
  )
  const first = await approve('ann', 7)
  assert.ok(first.kind === 'decided' && first.published === undefined)
  assert.deepEqual(await approve('ann', 7), { kind: 'unchanged', position: 8 })
  assert.equal((await store.head()).position, 8)
  await audit()
  const second = await approve('ben', 7)
  assert.ok(second.kind === 'decided')
  assert.deepEqual(
    [second.published?.by, second.published?.reason],
    ['ben', 'approved by ann and ben'],
  )
  await audit()
})

test('two reviewers: the first may still reject, and one rejection is enough', async (t) => {
  const { approve, reject, audit } = await bookWith(
    t,
    heldSheet(day, ['12.50', '7.00'], { reviewers: 2 }),
  )
  assert.equal((await approve('ann', 7)).kind, 'decided')
  assert.equal((await reject('ann', 7)).kind, 'decided')
  refusedWith(
    await approve('ben', 7),
    'The held sheet at position 7 cannot be decided: it was rejected already by ann.',
  )
  await audit()
})

test('only a registered reviewer decides, only about a held sheet', async (t) => {
  const { approve, reject, remove, audit } = await bookWith(t, heldSheet(day, ['10.50', '7.00']))
  assert.equal((await remove('ann')).kind, 'entered')
  assert.equal((await remove('ann')).kind, 'unchanged')
  for (const by of ['ann', 'nobody', '']) {
    refusedWith(
      await approve(by, 7),
      `${by} is not a registered reviewer; see: ratebook reviewer list.`,
    )
    assert.equal((await reject(by, 7)).kind, 'refused')
  }
  for (const position of [3, 99])
    refusedWith(
      await approve('ben', position),
      `The entry at position ${position} is not a held sheet; see: ratebook review list.`,
    )
  await audit()
})

test('a hold that was replaced or overtaken cannot be decided, and the sentence says why', async (t) => {
  const { store, approve } = await bookWith(
    t,
    heldSheet(day, ['10.50', '7.00']),
    heldSheet('2026-06-10T06:00:00Z', ['10.60', '7.00']),
  )
  refusedWith(
    await approve('ann', 7),
    'The held sheet at position 7 cannot be decided: a later reading of the page differs from it.',
  )
  const sheet = readSheet(bytesOf(sheetOf({ scraped_at: '2026-06-10T07:00:00Z' })))
  const published = await publish(store, sheet, later, byDefault, { reason: 'a test' })
  assert.equal(published.kind, 'published')
  refusedWith(
    await approve('ann', 8),
    'The held sheet at position 8 cannot be decided: a sheet or a correction of the institution was published since.',
  )
})

test('a decision cannot be earlier than the last entry', async (t) => {
  const { store } = await bookWith(t, heldSheet(day, ['10.50', '7.00']))
  const early = { ...instantAt('2026-06-09T00:00:00Z'), from: 'option' as const }
  const request = { by: 'ann', hold: 7, decision: 'approved' as const }
  const outcome = await appendDecision(store, request, early)
  assert.ok(outcome.kind === 'refused')
  assert.match(outcome.problem, /would be earlier than the book's last entry/)
  assert.equal((await store.head()).position, 7)
})
