import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { holdsOf, openHold, reviewersIn } from '../../../src/book/market/holds.ts'
import { acceptedSources, lastRun } from '../../../src/book/market/runs.ts'
import { enteredSheet } from '../../../src/book/publish/decide-sheet.ts'
import type { Deciding, Entry, Holding } from '../../../src/domain/entry.ts'
import { runs } from '../../support/generators.ts'
import { approvedSheets, correctedRunBooks } from './run-books.ts'

/** The state of a hold, from the entries after it. The first one that ends it counts. */
function slowState({ position, reviewers }: Holding, own: readonly Entry[]): string {
  const later = own.filter((entry) => entry.position > position)
  const decisions = later.filter(
    (entry): entry is Deciding => entry.kind === 'sheet-decided' && entry.hold === position,
  )
  const ends: [position: number | undefined, state: string][] = [
    [decisions.find(({ decision }) => decision === 'rejected')?.position, 'rejected'],
    [
      decisions.filter(({ decision }) => decision === 'approved')[reviewers - 1]?.position,
      'approved',
    ],
    [
      later.find(
        (entry) =>
          (entry.kind === 'sheet-held' && entry.editOf === undefined) ||
          (entry.kind === 'rates-verified' && entry.origin !== undefined && entry.by === undefined),
      )?.position,
      'replaced',
    ],
    [
      later.find((entry) => entry.kind === 'sheet-held' && entry.editOf === position)?.position,
      'edited',
    ],
    [
      later.find(({ kind }) => kind === 'sheet-published' || kind === 'rate-corrected')?.position,
      'overtaken',
    ],
  ]
  const [first] = ends.filter(([end]) => end !== undefined).toSorted(([a = 0], [b = 0]) => a - b)
  return first?.[1] ?? 'open'
}

test('a hold is open until it is decided, replaced or overtaken, and then never changes', () => {
  fc.assert(
    fc.property(correctedRunBooks, ({ entries, market, markets }) => {
      const book = market.institutions.get('alpha')
      assert.ok(book)
      const holds = holdsOf(book)
      const own = entries.filter(({ institutionId }) => institutionId === 'alpha')
      const held = own.filter((entry) => entry.kind === 'sheet-held')
      assert.deepEqual(
        holds.map(({ entry, state }) => [entry, state]),
        held.map((entry) => [entry, slowState(entry, own)]),
      )
      for (const { entry, decisions } of holds) {
        assert.deepEqual(
          decisions,
          own.filter((one) => one.kind === 'sheet-decided' && one.hold === entry.position),
        )
        const approvals = decisions.filter(({ decision }) => decision === 'approved')
        assert.equal(new Set(approvals.map(({ by }) => by)).size, approvals.length)
      }
      assert.deepEqual(
        openHold(book),
        holds.find(({ state }) => state === 'open'),
      )
      const earlier = markets[Math.floor(market.position / 2)]?.institutions.get('alpha')
      for (const [index, { state }] of (earlier ? holdsOf(earlier) : []).entries())
        if (state !== 'open') assert.equal(holds[index]?.state, state)
    }),
    runs(150),
  )
})

test('an approved sheet is the held one in the printing of the book, with as many approvals as it needs', () => {
  fc.assert(
    fc.property(correctedRunBooks, (book) => {
      for (const sheet of approvedSheets(book)) {
        const hold = book.entries.find(({ position }) => position === sheet.hold)
        const before = book.markets[sheet.position - 1]?.institutions.get('alpha')
        assert.ok(hold?.kind === 'sheet-held' && before)
        assert.deepEqual(
          { sheet: sheet.sheet, changes: sheet.changes },
          enteredSheet(before, hold.sheet),
        )
        const approvals = book.entries.filter(
          (one) => one.kind === 'sheet-decided' && one.hold === sheet.hold,
        )
        assert.equal(approvals.length, hold.reviewers)
        assert.equal(approvals.at(-1)?.position, sheet.position - 1)
      }
    }),
    runs(100),
  )
})

test('the last run, the accepted sources and the reviewers are those of the last entries about them', () => {
  fc.assert(
    fc.property(correctedRunBooks, ({ entries, market }) => {
      const book = market.institutions.get('alpha')
      assert.ok(book)
      const run = entries.findLast(
        (entry) =>
          'origin' in entry && !('hold' in entry) && !('by' in entry && entry.by !== undefined),
      )
      assert.equal(lastRun(book, market.at)?.position, run?.position)
      if (run !== undefined) {
        const outcomes = {
          'rates-verified': 'verified',
          'sheet-published': 'changed',
          'sheet-held': 'held',
        }
        const expected = { ...outcomes, 'rates-checked': 'outcome' in run ? run.outcome : '' }
        assert.equal(
          lastRun(book, market.at)?.outcome,
          new Map(Object.entries(expected)).get(run.kind),
        )
        assert.equal(lastRun(book, market.at)?.message, 'message' in run ? run.message : undefined)
      }
      const isAccepted = entries.some(({ kind }) => kind === 'source-accepted')
      assert.deepEqual([...acceptedSources(book)], isAccepted ? ['ab'.repeat(32)] : [])
      const about = (id: string) =>
        entries.findLast((entry) => 'reviewer' in entry && entry.reviewer.id === id)
      const expected = ['ann', 'zoe-2'].filter((id) => about(id)?.kind === 'reviewer-registered')
      assert.deepEqual([...reviewersIn(entries).keys()].toSorted(), expected)
    }),
    runs(100),
  )
})
