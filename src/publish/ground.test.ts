import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../domain/change.ts'
import type { Entry } from '../domain/entry.ts'
import { keyOf } from '../domain/offer.ts'
import { checked, instant, offer, registered, sheet } from '../../test/store/drafts.ts'
import type { Sheet } from '../domain/sheet.ts'
import type { BookReader } from '../store/store.ts'
import { groundOf } from './ground.ts'

const once = offer('general 6 maturity', '8.5')
const often = (day: number) => offer('general 12 maturity', `9.${day}`)
const gone = offer('general 24 maturity', '9')
const never = offer('senior_citizen 12 maturity', '9')

/** The sheets of a long book, from the 10th to the 29th: what changes every day, what never did, and what is withdrawn on the 12th. */
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

/** How much is read, one entry after the other, and what is found. */
async function read(next: Sheet, book = entries) {
  let count = 0
  const reader: BookReader = {
    head: () => Promise.resolve({ position: book.length, at: instant('2026-01-30T00:00:00Z') }),
    currency: () => Promise.resolve('LKR'),
    async *entriesOf() {
      for (const entry of book.toReversed()) {
        count++
        yield [entry]
      }
    },
  }
  const ground = await groundOf(reader, 'alpha', next)
  return { count, ...ground }
}

const later = '2026-02-01T00:00:00Z'
/** The check and the sheet of the 29th. */
const newest = 2

test('of a long book the last sheet says all of terms that stand', async () => {
  const { count, known } = await read(sheet('alpha', later, [often(10), once]))
  assert.equal(count, newest)
  assert.equal(known?.lastKnown(often(10))?.rate, '9.29')
  assert.equal(known?.lastKnown(once)?.rate, '8.5')
  assert.equal(known?.publication?.position, 21)
})

test('what was withdrawn is looked for as far back as it changed, what is new in all', async () => {
  const withdrawn = await read(sheet('alpha', later, [often(10), gone]))
  assert.equal(withdrawn.count, 21)
  assert.equal(withdrawn.known?.lastKnown(gone)?.rate, '9')
  assert.equal(withdrawn.known?.standing.size, 2)
  const unknown = await read(sheet('alpha', later, [never]))
  assert.equal(unknown.count, entries.length)
  assert.equal(unknown.known?.lastKnown(never), undefined)
})

test('partial sheets, and complete ones of other variants, are read through to what stands, though all that is listed was found', async () => {
  const last = entries[20]
  assert.ok(last?.kind === 'sheet-published')
  const said = [
    { complete: false, offers: [often(29)] },
    { covers: ['senior_citizen'] as const, offers: [never] },
  ]
  for (const { offers, ...kind } of said) {
    const book = entries.with(20, { ...last, sheet: { ...last.sheet, ...kind, offers } })
    const { count, known } = await read(sheet('alpha', later, offers), book)
    assert.equal(count, newest + 1)
    // What the sheet does not list is withdrawn by it.
    assert.ok(known?.standing.get(keyOf(once)))
  }
})

test('an institution that publishes partial sheets alone has all of them read', async () => {
  const partial = entries.map((entry) =>
    entry.kind === 'sheet-published'
      ? { ...entry, sheet: { ...entry.sheet, complete: false } }
      : entry,
  )
  const { count, known } = await read(sheet('alpha', later, [often(10)]), partial)
  assert.equal(count, entries.length)
  assert.deepEqual(
    Array.from(known?.standing.keys() ?? []).toSorted(),
    [gone, often(29), once].map(keyOf).toSorted(),
  )
})

test('a sheet that was published before is found among those of its instant, and no further back', async () => {
  const again = await read(sheet('alpha', '2026-01-27T00:00:00Z', [often(27), once]))
  assert.deepEqual([again.count, again.twin], [newest + 3, 19])
  const other = await read(sheet('alpha', '2026-01-27T00:00:00Z', [often(28), once]))
  assert.deepEqual([other.count, other.twin], [newest + 3, undefined])
  const last = await read(sheet('alpha', '2026-01-29T00:00:00Z', [often(29), once]))
  assert.deepEqual([last.count, last.twin], [newest, 21])
})
