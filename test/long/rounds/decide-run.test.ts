import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { auditEntries } from '../../../src/book/audit/audit-book.ts'
import type { InstitutionBook, Market } from '../../../src/book/market/market.ts'
import type { RunOutcome } from '../../../src/book/market/runs.ts'
import { storedAfter, withSalts } from '../../../src/book/store/chain.ts'
import type { Day } from '../../../src/domain/day.ts'
import { canonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import type { Draft, Entry } from '../../../src/domain/entry.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { tierText } from '../../../src/domain/offer.ts'
import type { Origin } from '../../../src/domain/origin.ts'
import { bookStart } from '../../../src/domain/stored-entry.ts'
import { pastOf, standingIn } from '../../book/oracle/slow-past.ts'
import { byTiers, entriesOf } from '../../book/oracle/slow.ts'
import {
  histories,
  type CollectEvent,
  type PrintedPage,
} from '../../collect/rounds/page-histories.ts'
import { id, simulate, type SimulatedRun } from '../../collect/rounds/simulate.ts'
import { slowOutcome } from '../../collect/rounds/slow-outcome.ts'
import { runs } from '../../support/generators.ts'

const bookIn = ({ institutions }: Market): InstitutionBook =>
  institutions.get(id) as InstitutionBook

test('a run ends in exactly one of four ways, as the table says', () => {
  const counts: Record<string, number> = {}
  fc.assert(
    fc.property(histories, (events) => {
      for (const { input, sheet, decision, before } of simulate(events).runs) {
        const own = entriesOf(before.entries, id)
        const { outcome, draft } = decision
        const expected = slowOutcome(input, sheet, own, bookIn(before))
        const rules = decision.findings.map(({ rule }) => rule)
        assert.deepEqual({ outcome, kind: draft.kind, rules }, expected)
        counts[`${outcome} ${draft.kind}`] = (counts[`${outcome} ${draft.kind}`] ?? 0) + 1
      }
    }),
    runs(300),
  )
  assert.deepEqual(Object.keys(counts).toSorted(), [
    'changed sheet-published',
    'failed rates-checked',
    'held rates-checked',
    'held sheet-held',
    'verified rates-verified',
  ])
})

/** Which times of an institution each outcome moves. */
const moves: Readonly<
  Record<RunOutcome, { readonly checked: boolean; readonly verified: boolean }>
> = {
  verified: { checked: true, verified: true },
  changed: { checked: true, verified: true },
  held: { checked: true, verified: false },
  failed: { checked: false, verified: false },
}

const page: PrintedPage = {
  general: ['8.00', '8.25', '8.25'],
  senior: [],
  isDoubtful: false,
  body: 0,
}
const run = (changes: Partial<PrintedPage> = {}): CollectEvent => ({
  kind: 'run',
  page: { ...page, ...changes },
  source: 'one',
})
const accepted: CollectEvent = { kind: 'accept', source: 'one' }
const approved: CollectEvent = { kind: 'decide', decision: 'approved', by: 'ann' }
const outcomes = (...events: CollectEvent[]) =>
  simulate(events).runs.map(({ decision }) => decision.outcome)

test('a sheet with a date in the future that a person has approved is verified by the next runs', () => {
  const early = run({ printed: '2026-12-01' as Day })
  assert.deepEqual(outcomes(accepted, early, early, approved, early, early), [
    'held',
    'held',
    'verified',
    'verified',
  ])
  const later = run({ printed: '2026-12-02' as Day })
  assert.deepEqual(outcomes(accepted, early, approved, later), ['held', 'held'], 'another date')
})

test('an old page that comes back is held although its figures stand, until a person approves it', () => {
  const [old, next] = [run({ printed: '2026-06-01' as Day }), run({ printed: '2026-06-02' as Day })]
  assert.deepEqual(outcomes(accepted, old, next, old, old), ['changed', 'verified', 'held', 'held'])
  assert.deepEqual(outcomes(accepted, old, next, old, approved, old, next, old), [
    'changed',
    'verified',
    'held',
    'verified',
    'verified',
    'verified',
  ])
})

test('a corrected figure that the page still prints is not published because another figure changes', () => {
  const corrected: CollectEvent = { kind: 'correct', rate: '8.25' }
  const other = run({ general: ['8.00', '8.50', '8.25'] })
  const { runs: all } = simulate([accepted, run(), corrected, run(), other])
  const found = all.map(({ decision }) => decision.findings.map(({ message }) => message))
  const sentence =
    'The page prints general 3 maturity at 8.00 %, as it did at position 5, but a person entered 8.25 % afterwards.'
  assert.deepEqual(found, [[], [sentence], [sentence]])
})

test('a doubt about a page that lists what stands is not that the figures were replaced', () => {
  const { runs: all } = simulate([accepted, run(), run({ isDoubtful: true })])
  assert.deepEqual(
    all.map(({ decision }) => decision.findings.map(({ rule }) => rule)),
    [[], ['ambiguous-date']],
  )
})

const edited: CollectEvent = { kind: 'edit', rate: '8.25', by: 'ann' }

test('figures that a reviewer has edited are not held again, and not published because another figure changes', () => {
  const misread = run({ general: ['9.50', '8.25', '8.25'] })
  const { runs: all, entries } = simulate([accepted, run(), misread, edited, misread, misread])
  assert.deepEqual(
    all.map(({ decision }) => `${decision.outcome} ${decision.draft.kind}`),
    ['changed sheet-published', 'held sheet-held', 'held rates-checked', 'held rates-checked'],
  )
  const published = entries.findLast(({ kind }) => kind === 'sheet-published')
  assert.ok(published?.kind === 'sheet-published')
  assert.equal(published.sheet.offers[0]?.rate, '8.25')
  assert.equal(published.reason, 'approved by ann')
  // The page still has the wrong figure, and another one moves.
  const other = simulate([
    accepted,
    run(),
    misread,
    edited,
    run({ general: ['9.50', '8.50', '8.25'] }),
  ])
  const rules = other.runs.at(-1)?.decision.findings.map(({ rule }) => rule)
  assert.ok(rules?.includes('replaced-since'), String(rules))
  // The page prints the edited figure at last.
  const right = run({ general: ['8.25', '8.25', '8.25'] })
  assert.deepEqual(outcomes(accepted, run(), misread, edited, right, misread).slice(-2), [
    'verified',
    'held',
  ])
})

test('a figure that a reviewer left alone is judged anew when the page changes; nobody has replaced it', () => {
  const doubtful = run({ general: ['9.50', '8.25', '8.25'] })
  const left: CollectEvent = { kind: 'edit', rate: 'leave', by: 'ann' }
  const other = run({ general: ['9.50', '8.50', '8.25'] })
  const { runs: all, entries } = simulate([accepted, run(), doubtful, left, doubtful, other])
  assert.deepEqual(
    all.map(({ decision }) => `${decision.outcome} ${decision.draft.kind}`),
    ['changed sheet-published', 'held sheet-held', 'held rates-checked', 'held sheet-held'],
  )
  const published = entries.findLast(({ kind }) => kind === 'sheet-published')
  assert.ok(published?.kind === 'sheet-published')
  assert.deepEqual(published.sheet.leaves?.map(tierText), ['general 3 maturity'])
  const rules = all.at(-1)?.decision.findings.map(({ rule }) => rule)
  assert.deepEqual(rules, ['large-move'])
})

test('an edit of a sheet that two must see waits for another reviewer, and a run does not replace it', () => {
  const far = run({ general: ['12.00', '8.25', '8.25'] })
  const { runs: all, entries } = simulate([accepted, run(), far, edited, approved, far])
  assert.deepEqual(
    all.map(({ decision }) => `${decision.outcome} ${decision.draft.kind}`).slice(-2),
    ['held sheet-held', 'held rates-checked'],
  )
  assert.equal(entries.filter(({ kind }) => kind === 'sheet-published').length, 1)
  const second: CollectEvent = { kind: 'decide', decision: 'approved', by: 'zoe' }
  const done = simulate([accepted, run(), far, edited, far, second]).entries.at(-1)
  assert.ok(done?.kind === 'sheet-published' && done.by === 'zoe')
})

test('last_checked_at and last_verified_at move as the table says, and only for what the source covers', () => {
  fc.assert(
    fc.property(histories, (events) => {
      for (const run of simulate(events).runs) {
        const { checked, verified } = moves[run.decision.outcome]
        const [before, after] = [bookIn(run.before), bookIn(run.after)]
        const { at } = run.input
        assert.equal(after.checkedAt, checked ? at : before.checkedAt)
        assert.deepEqual(confirmations(after), expectedConfirmations(run, before, verified))
      }
    }),
    runs(150),
  )
})

/** When each standing offer was last confirmed. */
function confirmations({ standing }: InstitutionBook): [string, Instant][] {
  return Array.from(standing, ([key, { confirmedAt }]): [string, Instant] => [
    key,
    confirmedAt[0] as Instant,
  ]).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function expectedConfirmations(
  run: SimulatedRun,
  before: InstitutionBook,
  verified: boolean,
): [string, Instant][] {
  if (!verified) return confirmations(before)
  const { at } = run.input
  const isCovered = (key: string): boolean =>
    run.sheet.covers.some((variant) => key.startsWith(`${variant} `))
  const others = confirmations(before).filter(([key]) => !isCovered(key))
  const listed = run.sheet.offers.map(({ variant, tenure, payout }): [string, Instant] => [
    `${variant} ${tenure} ${payout}`,
    at,
  ])
  return [...others, ...listed].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

test('every entry that a run makes passes the audit, and has the cells of its offers or repeats them', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (events) => {
      const { entries, runs: all } = simulate(events)
      const result = await audited(entries)
      assert.deepEqual('difference' in result ? result.difference : undefined, undefined)
      for (const { decision } of all)
        assert.deepEqual(texts(decision.draft, entries), printed(decision.draft, entries))
    }),
    runs(100),
  )
})

async function audited(entries: readonly Entry[]): ReturnType<typeof auditEntries> {
  const storedEntries = async function* () {
    yield storedAfter(bookStart, withSalts(entries))
  }
  return auditEntries({ storedEntries, mirrorOf: undefined }, () => {})
}

/** The texts of the rate cells of a run, which are in the entry that it repeats if it has none. */
function texts(draft: Draft, entries: readonly Entry[]): readonly string[] {
  const { origin } = draft as { readonly origin: Origin }
  const earlier = entries[(origin.repeats ?? 0) - 1]
  const cells = origin.cells ?? (earlier as { readonly origin?: Origin } | undefined)?.origin?.cells
  return draft.kind === 'rates-checked'
    ? []
    : (cells ?? []).map(({ rate }) => canonical(rate.text.replace('%', '')))
}

/** The rates that a run says it read. */
function printed(draft: Draft, entries: readonly Entry[]): readonly string[] {
  if (draft.kind === 'sheet-published' || draft.kind === 'sheet-held')
    return draft.sheet.offers.map(({ rate }) => canonical(rate))
  if (draft.kind !== 'rates-verified') return []
  const before = entries.filter(({ at: when }) => when < draft.at)
  const standing = standingIn(pastOf(entriesOf(before, id)))
  return (draft.tiers ?? []).map((tier) => {
    const found = standing.find(({ offer }) => byTiers(offer, tier) === 0)
    return canonical(found?.offer.rate ?? '')
  })
}

const canonical = (rate: string): string => canonicalDecimal(rate as Decimal)
