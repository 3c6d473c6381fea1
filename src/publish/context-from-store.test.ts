import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../domain/change.ts'
import { institutionsOf, type Entry } from '../domain/entry.ts'
import { keyOf } from '../domain/offer.ts'
import { checked, instant, offer, registered, sheet } from '../../test/store/drafts.ts'
import type { Sheet } from '../domain/sheet.ts'
import type { BookReader } from '../store/store.ts'
import { contextFromStore } from './context-from-store.ts'

const once = offer('general 6 maturity', '8.5')
const often = (day: number) => offer('general 12 maturity', `9.${day}`)
const gone = offer('general 24 maturity', '9')
const never = offer('senior_citizen 12 maturity', '9')

/** A long book with a sheet for each day from the 10th to the 29th. `often` changes daily, `once` never, `gone` is withdrawn on the 12th. */
const entries: readonly Entry[] = [
  registered('alpha', '2026-01-01T00:00:00Z'),
  ...Array.from({ length: 20 }, (_, i) => published(10 + i)),
  checked('alpha', '2026-01-30T00:00:00Z'),
].map((draft, i) => ({ ...draft, position: i + 1 }))

function published(day: number) {
  const at = `2026-01-${day}T00:00:00Z`
  const listed = [...(day < 12 ? [gone] : []), often(day), once]
  const changed = day === 10 ? listed : [often(day)]
  const changes = changed.map(({ variant, tenure, payout, rate }): Change => {
    return { variant, tenure, payout, rate, previous: rate, direction: 'up' }
  })
  const head = { at: instant(at), institutionId: 'alpha', kind: 'sheet-published' as const }
  return { ...head, sheet: sheet('alpha', at, listed), changes, sample: false }
}

/** Reads the context of a sheet, and counts the entries that were read. */
async function readContext(next: Sheet, book = entries) {
  let count = 0
  const reader: BookReader = {
    head: () => Promise.resolve({ position: book.length, at: instant('2026-01-30T00:00:00Z') }),
    currency: () => Promise.resolve('LKR'),
    institutions: () => Promise.resolve(institutionsOf(book)),
    async *entriesOf() {
      for (const entry of book.toReversed()) {
        count++
        yield [entry]
      }
    },
  }
  const context = await contextFromStore(reader, 'alpha', next)
  return { count, ...context }
}

const later = '2026-02-01T00:00:00Z'
/** The two newest entries: a check, and the sheet of the 29th. */
const newest = 2

test('for standing terms only the last sheet is read', async () => {
  const { count, institution } = await readContext(sheet('alpha', later, [often(10), once]))
  assert.equal(count, newest)
  assert.equal(institution?.lastKnownRate(often(10))?.rate, '9.29')
  assert.equal(institution?.lastKnownRate(once)?.rate, '8.5')
  assert.equal(institution?.publication?.position, 21)
})

test('withdrawn terms are read back to their last change, and new terms to the beginning', async () => {
  const withdrawn = await readContext(sheet('alpha', later, [often(10), gone]))
  assert.equal(withdrawn.count, 21)
  assert.equal(withdrawn.institution?.lastKnownRate(gone)?.rate, '9')
  assert.equal(withdrawn.institution?.standing.size, 2)
  const unknown = await readContext(sheet('alpha', later, [never]))
  assert.equal(unknown.count, entries.length)
  assert.equal(unknown.institution?.lastKnownRate(never), undefined)
})

test('reading continues past partial sheets and sheets of other variants, because the new sheet may withdraw standing offers', async () => {
  const last = entries[20]
  assert.ok(last?.kind === 'sheet-published')
  const cases = [
    { complete: false, offers: [often(29)] },
    { covers: ['senior_citizen'] as const, offers: [never] },
  ]
  for (const { offers, ...kind } of cases) {
    const book = entries.with(20, { ...last, sheet: { ...last.sheet, ...kind, offers } })
    const { count, institution } = await readContext(sheet('alpha', later, offers), book)
    assert.equal(count, newest + 1)
    // The new sheet does not list these terms, so it withdraws them.
    assert.ok(institution?.standing.get(keyOf(once)))
  }
})

test('all entries are read if an institution publishes only partial sheets', async () => {
  const partial = entries.map((entry) =>
    entry.kind === 'sheet-published'
      ? { ...entry, sheet: { ...entry.sheet, complete: false } }
      : entry,
  )
  const { count, institution } = await readContext(sheet('alpha', later, [often(10)]), partial)
  assert.equal(count, entries.length)
  assert.deepEqual(
    Array.from(institution?.standing.keys() ?? []).toSorted(),
    [gone, often(29), once].map(keyOf).toSorted(),
  )
})

test('a duplicate is searched only among sheets with the same scraped_at', async () => {
  const again = await readContext(sheet('alpha', '2026-01-27T00:00:00Z', [often(27), once]))
  assert.deepEqual([again.count, again.duplicateOf], [newest + 3, 19])
  const other = await readContext(sheet('alpha', '2026-01-27T00:00:00Z', [often(28), once]))
  assert.deepEqual([other.count, other.duplicateOf], [newest + 3, undefined])
  const last = await readContext(sheet('alpha', '2026-01-29T00:00:00Z', [often(29), once]))
  assert.deepEqual([last.count, last.duplicateOf], [newest, 21])
})
