import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { auditBook } from '../../../src/book/audit/audit-book.ts'
import { readSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { appendDecision, appendEdit } from '../../../src/book/publish/review/append-review.ts'
import {
  offerMeant,
  type EditRequest,
  type FigureEdit,
} from '../../../src/book/publish/review/decide-edit.ts'
import { appendReviewer } from '../../../src/book/publish/review/reviewers.ts'
import { appendTypedSheet } from '../../../src/book/publish/review/typed-sheet.ts'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/book/store/store.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import type { Offer } from '../../../src/domain/offer.ts'
import { heldSheet } from '../../support/held-sheets.ts'
import { instantAt } from '../../support/instant-source.ts'
import { testServer } from '../../support/postgres/database.ts'
import { newSmallBook } from '../../support/postgres/node.ts'
import { makeReviewedBook } from '../../support/reviewed-book.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { bytesOf, offerOf, sheetOf } from '../../support/small-book.ts'

const reviewed = sharedBook(makeReviewedBook)
const day = '2026-06-10T00:00:00Z'
const later = instantAt('2026-06-11T00:00:00Z')
const [two, one] = [
  { isOneReviewerEnough: false, limits: defaultGateLimits },
  { isOneReviewerEnough: true, limits: defaultGateLimits },
]

const to = (rate: string): FigureEdit => ({
  tier: { variant: 'general', tenure: '12' as Decimal, payout: 'maturity' },
  rate: rate as Decimal,
  cells: {
    rate: { address: '#char=700,704', text: rate },
    tenure: { address: '#char=1,3', text: '12 Months' },
    column: { address: '#char=5,9', text: 'At maturity' },
  },
})
const request: EditRequest = { by: 'ann', hold: 7, reason: 'another row', edits: [to('8.50')] }

async function bookWith(t: TestContext, reviewers: 1 | 2 = 1) {
  const store = await openSqliteStore(copyOf(t, reviewed()), { mode: 'write' })
  t.after(() => store.close())
  await store.append(() => Promise.resolve([heldSheet(day, ['5.80', '7.00'], { reviewers })]))
  return store
}

const audited = async (store: Store) => assert.equal((await auditBook(store)).difference, undefined)

test('an edit is no way around the second reviewer of a held sheet', async (t) => {
  const store = await bookWith(t, 2)
  const outcome = await appendEdit(store, request, later, one)
  assert.ok(outcome.kind === 'decided' && outcome.published === undefined)
  await audited(store)
  // Only the figures of the edit ask for two here, so a lone operator may do without.
  const alone = await bookWith(t)
  const far = await appendEdit(alone, { ...request, edits: [to('12.50')] }, later, one)
  assert.ok(far.kind === 'decided' && far.published !== undefined)
  await audited(alone)
})

test('a rate, a reason or a note that the book cannot keep is refused, also if a second reviewer would see it', async (t) => {
  for (const reviewers of [1, 2] as const) {
    const store = await bookWith(t, reviewers)
    for (const [wrong, sentence] of [
      [{ edits: [to('1500')] }, /The rate 1500 is out of range/],
      [{ reason: ' ' }, /^reason: The text is empty/],
      [{ note: 'two\nlines' }, /^note: .*a control character/],
    ] as const) {
      const outcome = await appendEdit(store, { ...request, ...wrong }, later, two)
      assert.ok(outcome.kind === 'refused', String(sentence))
      assert.match(outcome.problem, sentence)
    }
    const note = 'two\nlines'
    const approval = { by: 'ann', hold: 7, decision: 'approved', note } as const
    assert.equal((await appendDecision(store, approval, later)).kind, 'refused')
    assert.equal((await store.head()).position, 7)
  }
})

test('the only tier of its terms needs no minimum deposit, and one of several does', async (t) => {
  const store = await bookWith(t)
  const held = await store.entryAt(7)
  assert.ok(held?.kind === 'sheet-held')
  const [half, year] = held.sheet.offers
  assert.ok(half !== undefined && year !== undefined)
  const from = (minimumDeposit: string) => ({ ...year, minimumDeposit: minimumDeposit as Decimal })
  const meant = (offers: readonly Offer[], deposit?: string) =>
    offerMeant(
      { position: 7, sheet: { ...held.sheet, offers } },
      { ...to('8.50').tier, ...(deposit !== undefined && { minimumDeposit: deposit as Decimal }) },
    )
  assert.deepEqual(meant([half, from('5000')]), from('5000'))
  const several = [half, from('5000'), from('250000')]
  assert.deepEqual(meant(several, '5000.00'), from('5000'))
  const tiers = '"general 12 maturity 5000", "general 12 maturity 250000"'
  for (const deposit of [undefined, '7000'])
    assert.equal(
      meant(several, deposit),
      `The sheet held at position 7 does not list general 12 maturity${deposit === undefined ? '' : ' 7000'}; it lists ${tiers}.`,
    )
})

test('the notes of an edit and of its approval are private, so the published sheet has none', async (t) => {
  const store = await bookWith(t)
  const outcome = await appendEdit(store, { ...request, note: 'as telephoned' }, later, two)
  assert.ok(outcome.kind === 'decided')
  assert.ok(outcome.published !== undefined)
  assert.equal(outcome.published.note, undefined)
  await audited(store)
  const both = await bookWith(t, 2)
  await appendEdit(both, { ...request, note: 'as telephoned' }, later, two)
  const second = { by: 'ben', hold: 8, decision: 'approved', note: 'seen, too' } as const
  const approved = await appendDecision(both, second, later)
  assert.ok(approved.kind === 'decided')
  assert.ok(approved.published !== undefined)
  assert.equal(approved.published.note, undefined)
  await audited(both)
})

test('the same typed sheet again does not start over while it waits for a second reviewer', async (t) => {
  const store = await bookWith(t)
  const offers = [offerOf({ rate_pa: '12.50' }), offerOf({ tenure_months: '6', rate_pa: '7.00' })]
  const parsed = readSheet(bytesOf(sheetOf({ scraped_at: day, offers })))
  const type = (by: string) =>
    appendTypedSheet(store, { by, parsed, reason: 'seen on the page' }, later, two)
  assert.equal((await type('ann')).kind, 'held')
  assert.deepEqual(await type('ann'), { kind: 'unchanged', position: 8 })
  assert.deepEqual(await type('ben'), {
    kind: 'denied',
    problem: 'ann has typed the same sheet; approve it: ratebook review approve 8.',
  })
  await audited(store)
})

/** Two stores of one book in PostgreSQL, with the reviewers ann and ben and a held sheet at position 6. */
async function twoPostgresStores(t: TestContext): Promise<readonly [Store, Store]> {
  const url = await newSmallBook(await testServer())
  const stores = [
    await openPostgresStore(url, { mode: 'write' }),
    await openPostgresStore(url, { mode: 'write' }),
  ] as const
  t.after(() => Promise.all(stores.map((store) => store.close())))
  const at = instantAt('2026-06-02T00:00:00Z')
  for (const id of ['ann', 'ben'])
    await appendReviewer(stores[0], { kind: 'reviewer-registered', reviewer: { id, name: id } }, at)
  await stores[0].append(() => Promise.resolve([heldSheet(day, ['5.80', '7.00'])]))
  return stores
}

test('in PostgreSQL, too, one of two decisions at the same time stands, and the other reviewer is told', async (t) => {
  const [first, second] = await twoPostgresStores(t)
  const outcomes = await Promise.all([
    appendEdit(first, { ...request, hold: 6 }, later, two),
    appendEdit(second, { ...request, hold: 6, by: 'ben', edits: [to('8.40')] }, later, two),
  ])
  assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ['decided', 'refused'])
  const told = outcomes.find((outcome) => outcome.kind === 'refused')
  assert.ok(told?.kind === 'refused')
  assert.equal(
    told.problem,
    'The held sheet at position 6 cannot be decided: a reviewer has edited it, and the edited sheet took its place.',
  )
  assert.equal((await first.head()).position, 9)
  await audited(first)
})
