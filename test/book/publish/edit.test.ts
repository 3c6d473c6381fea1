import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { auditBook } from '../../../src/book/audit/audit-book.ts'
import { readSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { appendDecision, appendEdit } from '../../../src/book/publish/review/append-review.ts'
import type { FigureEdit } from '../../../src/book/publish/review/decide-edit.ts'
import { appendTypedSheet, type TypedSheet } from '../../../src/book/publish/review/typed-sheet.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import { tierText, type Tier } from '../../../src/domain/offer.ts'
import type { CapturedPage } from '../../../src/domain/origin.ts'
import { heldSheet } from '../../support/held-sheets.ts'
import { instantAt } from '../../support/instant-source.ts'
import { makeReviewedBook } from '../../support/reviewed-book.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { at } from '../../support/sample-market.ts'
import { bytesOf, offerOf, sheetOf } from '../../support/small-book.ts'

const reviewed = sharedBook(makeReviewedBook)
const day = '2026-06-10T00:00:00Z'
const later = instantAt('2026-06-11T00:00:00Z')
const two = { isOneReviewerEnough: false, limits: defaultGateLimits }

const tier = (tenure: string): Tier => ({
  variant: 'general',
  tenure: tenure as Decimal,
  payout: 'maturity',
})
const to = (rate: string, tenure = '12'): FigureEdit => ({
  tier: tier(tenure),
  rate: rate as Decimal,
  cells: {
    rate: { address: '#char=700,704', text: rate },
    tenure: { address: '#char=1,3', text: `${tenure} Months` },
    column: { address: '#char=5,9', text: 'At maturity' },
  },
})

/** A copy of the book with held sheets from position 7. */
async function bookWith(t: TestContext, ...held: readonly ReturnType<typeof heldSheet>[]) {
  const file = copyOf(t, reviewed())
  const store = await openSqliteStore(file, { mode: 'write' })
  t.after(() => store.close())
  for (const one of held) await store.append(() => Promise.resolve([one]))
  const reason = '8.50 is the rate of the row'
  return {
    file,
    store,
    edit: (by: string, hold: number, ...edits: readonly FigureEdit[]) =>
      appendEdit(store, { by, hold, reason, edits }, later, two),
    leave: (by: string, hold: number, leaves: readonly Tier[], ...edits: readonly FigureEdit[]) =>
      appendEdit(store, { by, hold, reason, edits, leaves }, later, two),
    approve: (by: string, hold: number) =>
      appendDecision(store, { by, hold, decision: 'approved' }, later),
    type: (sheet: Omit<TypedSheet, 'parsed'>, ...rates: readonly string[]) =>
      appendTypedSheet(store, { ...sheet, parsed: typed(rates) }, later, two),
    audit: async () => assert.equal((await auditBook(store)).difference, undefined),
    position: async () => (await store.head()).position,
  }
}

const typed = ([year = '8.00', half = '7.00']: readonly string[]) =>
  readSheet(
    bytesOf(
      sheetOf({
        scraped_at: day,
        offers: [offerOf({ rate_pa: year }), offerOf({ tenure_months: '6', rate_pa: half })],
      }),
    ),
  )

test('an edit is one append: the edited sheet, the approval and the published sheet with the new cell', async (t) => {
  const { store, edit, audit } = await bookWith(t, heldSheet(day, ['5.80', '7.00']))
  const outcome = await edit('ann', 7, to('8.50'))
  assert.ok(outcome.kind === 'decided' && outcome.published !== undefined)
  const held = await store.entryAt(8)
  assert.ok(held?.kind === 'sheet-held')
  assert.deepEqual([held.by, held.editOf, held.reviewers], ['ann', 7, 1])
  assert.deepEqual([outcome.entry.position, outcome.entry.hold], [9, 8])
  const { position, hold, by, reason, sheet, origin } = outcome.published
  assert.deepEqual([position, hold, by, reason], [10, 8, 'ann', 'approved by ann'])
  const index = sheet.offers.findIndex(({ tenure }) => tenure === '12')
  assert.equal(sheet.offers[index]?.rate, '8.50')
  assert.deepEqual(origin?.cells?.[index]?.rate, { address: '#char=700,704', text: '8.50' })
  await audit()
  assert.deepEqual(await edit('ann', 7, to('8.50')), { kind: 'unchanged', position: 8 })
  const refused = await edit('ben', 7, to('8.40'))
  assert.ok(refused.kind === 'refused')
  assert.match(refused.problem, /a reviewer has edited it, and the edited sheet took its place/)
})

test('the gate checks an edited sheet again, and keeps doubts that are not about its figures', async (t) => {
  const doubt = { rule: 'ambiguous-date', message: 'The date may be two days.' }
  const old = { rule: 'large-move', message: 'It moves by 220 basis points.' }
  const { store, edit, audit } = await bookWith(
    t,
    heldSheet(day, ['5.80', '7.00'], { findings: [old, doubt] }),
  )
  await edit('ann', 7, to('9.50'))
  const held = await store.entryAt(8)
  assert.ok(held?.kind === 'sheet-held')
  const rules = held.findings.map(({ rule }) => rule)
  assert.deepEqual(rules, ['ambiguous-date', 'large-move'])
  assert.match(held.findings[1]?.message ?? '', /from 8\.00 % to 9\.50 %/)
  await audit()
})

test('an edit that two must see waits for another reviewer, and its editor cannot be the second', async (t) => {
  for (const [held, edited] of [
    [heldSheet(day, ['12.50', '7.00'], { reviewers: 2 }), '8.50'],
    [heldSheet(day, ['5.80', '7.00']), '12.50'],
  ] as const) {
    const { edit, approve, audit, position } = await bookWith(t, held)
    const first = await edit('ann', 7, to(edited))
    assert.ok(first.kind === 'decided' && first.published === undefined)
    assert.equal(await position(), 9)
    assert.equal((await approve('ann', 8)).kind, 'unchanged')
    assert.equal(await position(), 9)
    const second = await approve('ben', 8)
    assert.ok(second.kind === 'decided' && second.published?.by === 'ben')
    assert.equal(second.published.reason, 'approved by ann and ben')
    await audit()
  }
})

test('an offer that the page does not list is left out', async (t) => {
  const { edit, audit } = await bookWith(t, heldSheet(day, ['8.00', '7.00']))
  const outcome = await edit('ann', 7, { tier: tier('6') })
  assert.ok(outcome.kind === 'decided')
  assert.deepEqual(outcome.published?.sheet.offers.length, 1)
  assert.equal(outcome.published?.origin?.cells?.length, 1)
  await audit()
})

test('terms that a reviewer leaves alone stay as they stand; the other figures are published', async (t) => {
  const doubt = { rule: 'replaced-since', tier: tier('12'), message: 'It was replaced.' }
  const { leave, audit } = await bookWith(
    t,
    heldSheet(day, ['5.80', '7.25'], { findings: [doubt] }),
  )
  const outcome = await leave('ann', 7, [tier('12')])
  assert.ok(outcome.kind === 'decided' && outcome.published !== undefined)
  const { sheet, origin, changes, findings } = outcome.published
  assert.deepEqual(sheet.leaves, [tier('12')])
  assert.deepEqual(sheet.offers.map(tierText), ['general 6 maturity'])
  assert.deepEqual(origin?.cells?.length, 1)
  assert.deepEqual(
    changes.map((change) => `${tierText(change)} ${change.direction}`),
    ['general 6 maturity up'],
  )
  // The doubt was about the figure that is left alone.
  assert.deepEqual(findings, [])
  await audit()
  assert.deepEqual(await leave('ann', 7, [tier('12')]), { kind: 'unchanged', position: 8 })
})

test('terms that a held sheet leaves alone already cannot be left again, in any printing, by anybody', async (t) => {
  const { leave, edit, audit, position } = await bookWith(
    t,
    heldSheet(day, ['5.80', '7.25'], { reviewers: 2 }),
  )
  const first = await leave('ann', 7, [tier('12')])
  assert.ok(first.kind === 'decided' && first.published === undefined)
  const refusal = (tenure: string) => ({
    kind: 'refused',
    problem: `The sheet held at position 8 already leaves general ${tenure} maturity as it stands; approve the sheet, or edit another figure.`,
  })
  for (const by of ['ann', 'ben'])
    for (const tenure of ['12', '12.00'])
      assert.deepEqual(await leave(by, 8, [tier(tenure)]), refusal(tenure))
  assert.deepEqual(await leave('ann', 8, [tier('12')], to('7.10', '6')), refusal('12'))
  assert.equal(await position(), 9)
  await audit()
  assert.equal((await edit('ben', 8, to('7.10', '6'))).kind, 'decided')
  await audit()
})

test('a reviewer may leave alone what the held sheet would withdraw, and nothing else', async (t) => {
  const whole = heldSheet(day, ['8.00', '7.25'])
  const offers = whole.sheet.offers.slice(0, 1)
  const cells = whole.origin.cells?.slice(0, 1) ?? []
  const sheet = { ...whole.sheet, offers }
  const { leave, audit } = await bookWith(t, {
    ...whole,
    sheet,
    origin: { ...whole.origin, cells },
  })
  const unknown = await leave('ann', 7, [tier('24')])
  assert.ok(unknown.kind === 'refused')
  assert.match(unknown.problem, /^general 24 maturity does not stand, and .* does not list it\.$/)
  const both = await leave('ann', 7, [tier('6')], to('7.10', '6'))
  assert.ok(both.kind === 'refused')
  assert.match(both.problem, /^general 6 maturity is edited and left as it stands; do one of the/)
  const outcome = await leave('ann', 7, [tier('12')])
  assert.ok(outcome.kind === 'decided')
  assert.deepEqual(outcome.published?.sheet.leaves, [tier('12')])
  assert.deepEqual(
    outcome.published.changes.map((change) => `${tierText(change)} ${change.direction}`),
    ['general 6 maturity up'],
  )
  await audit()
})

test('an edit that cannot be made is refused with one sentence and enters nothing', async (t) => {
  const { edit, position } = await bookWith(
    t,
    heldSheet(day, ['5.70', '7.00']),
    heldSheet('2026-06-10T06:00:00Z', ['5.80', '7.00']),
  )
  const { cells: _, ...bare } = to('8.50')
  const cases: readonly (readonly [by: string, hold: number, RegExp, ...FigureEdit[]])[] = [
    ['eve', 8, /^eve is not a registered reviewer/, to('8.50')],
    ['ann', 7, /^The held sheet at position 7 cannot be decided: a later reading/, to('8.50')],
    ['ann', 3, /^The entry at position 3 is not a held sheet/, to('8.50')],
    ['ann', 8, /changes no figure; approve the sheet instead/],
    ['ann', 8, /does not list general 24 maturity; see: ratebook review show 8\.$/, to('9', '24')],
    ['ann', 8, /is edited twice/, to('8.50'), to('8.60')],
    ['ann', 8, /lists general 12 maturity at 5\.8 % already/, to('5.8')],
    ['ann', 8, /^Name the cell of the page in which 8\.50 %/, bare],
    ['ann', 8, /leaves no offer/, { tier: tier('12') }, { tier: tier('6') }],
  ]
  for (const [by, hold, sentence, ...edits] of cases) {
    const outcome = await edit(by, hold, ...edits)
    assert.ok(outcome.kind === 'refused', String(sentence))
    assert.match(outcome.problem, sentence)
  }
  assert.equal(await position(), 8)
})

test('of two reviewers who decide at once, one decision stands and the other is told', async (t) => {
  const { file, edit, audit, position } = await bookWith(t, heldSheet(day, ['5.80', '7.00']))
  const other = await openSqliteStore(file, { mode: 'write' })
  t.after(() => other.close())
  const outcomes = await Promise.all([
    edit('ann', 7, to('8.50')),
    appendDecision(other, { by: 'ben', hold: 7, decision: 'rejected', note: 'no' }, later),
  ])
  assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ['decided', 'refused'])
  const told = outcomes.find((one) => one.kind === 'refused')
  assert.ok(told?.kind === 'refused')
  assert.match(told.problem, /cannot be decided: (?:a reviewer has edited it|it was rejected)/)
  assert.ok([8, 10].includes(await position()))
  await audit()
})

const page: CapturedPage = {
  page: 'rates',
  url: 'https://alpha-bank.example/rates.pdf',
  at: at(day),
  digest: 'cd'.repeat(32),
  format: 'pdf',
}

test('a typed sheet is published with its typist and the pages that it was typed from', async (t) => {
  const { type, audit } = await bookWith(t)
  const outcome = await type({ by: 'ann', typedFrom: [page] }, '8.25')
  assert.ok(outcome.kind === 'published')
  const { by, typedFrom, origin, findings } = outcome.entry
  assert.deepEqual([by, typedFrom, origin, findings], ['ann', [page], undefined, undefined])
  await audit()
  assert.deepEqual((await type({ by: 'ann', typedFrom: [page] }, '8.25')).kind, 'unchanged')
})

test('a typed sheet with findings needs a reason, and another reviewer where two must see it', async (t) => {
  const { type, approve, audit, position } = await bookWith(t)
  const before = await position()
  assert.equal((await type({ by: 'eve' }, '8.25')).kind, 'denied')
  const bare = await type({ by: 'ann' }, '9.50')
  assert.ok(bare.kind === 'implausible' && bare.findings[0]?.rule === 'large-move')
  assert.equal(await position(), before)
  const held = await type({ by: 'ann', reason: 'seen on the page', typedFrom: [page] }, '12.50')
  assert.ok(held.kind === 'held')
  assert.equal(held.hold.reviewers, 2)
  const { position: hold } = held.hold
  assert.equal((await approve('ann', hold)).kind, 'unchanged')
  await audit()
  const outcome = await approve('ben', hold)
  assert.ok(outcome.kind === 'decided' && outcome.published !== undefined)
  assert.deepEqual(outcome.published.typedFrom, [page])
  assert.equal(outcome.published.reason, 'approved by ann and ben')
  await audit()
})
