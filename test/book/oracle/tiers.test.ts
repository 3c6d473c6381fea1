import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { InstitutionBook } from '../../../src/book/market/market.ts'
import type { Change } from '../../../src/domain/change.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import type { Offer, Tier } from '../../../src/domain/offer.ts'
import { runs } from '../../support/generators.ts'
import { tierSheets } from '../../support/sheet-generators.ts'
import { publishAll, uncorrectedBooks, verdictIn, type Book } from './books.ts'
import { compareExact, valueOf } from './exact.ts'
import { flatRecord } from './flat-record.ts'
import { slowHistory } from './slow-offers.ts'
import { expectedChanges } from './slow-published.ts'
import { byTiers, entriesOf, isSame, leastDeposit, type Publishing } from './slow.ts'

const tenuresOf = ({ tenure, tenureTo }: Tier) => [tenure, tenureTo ?? []].flat().map(valueOf)

/** A tier as a text that is the same for all printings. */
const tierText = (tier: Tier): string =>
  [tier.variant, ...tenuresOf(tier), tier.payout, valueOf(leastDeposit(tier))].join(' ')

/** What the changes of an institution say about each series, by tier. */
type Replayed = Map<string, { readonly rate: Decimal; readonly isStanding: boolean }>

/** Applies one change. Every change must follow from the ones before it. */
function replay(series: Replayed, change: Change): void {
  const key = tierText(change)
  if (change.direction === 'initial') {
    assert.ok(!series.has(key), `${key} has no series before its first record`)
    assert.equal(change.previous, change.rate)
    assert.equal(change.previousMinimumDeposit, undefined)
    series.set(key, { rate: change.rate, isStanding: true })
    return
  }
  const minimumDeposit = 'rate' in change ? change.previousMinimumDeposit : undefined
  const from = minimumDeposit === undefined ? key : tierText({ ...change, minimumDeposit })
  const known = series.get(from)
  assert.ok(known, `${from} has a series`)
  assert.equal(change.previous, known.rate)
  if (change.direction === 'withdrawn') {
    assert.ok(known.isStanding, `${from} stood before its withdrawal`)
    series.set(key, { ...known, isStanding: false })
    return
  }
  const order = compareExact(change.rate, known.rate)
  assert.equal(change.direction, order > 0 ? 'up' : order < 0 ? 'down' : 'flat')
  if (from !== key) {
    assert.ok(known.isStanding, `${from} stood before it moved`)
    assert.ok(!series.has(key), `only one series has the key ${key}`)
    series.delete(from)
  } else if (order === 0) {
    assert.ok(!known.isStanding, 'a record with the same rate and minimum deposit is a return')
  }
  series.set(key, { rate: change.rate, isStanding: true })
}

const isPublication = (entry: Entry): entry is Entry & Publishing =>
  entry.kind === 'sheet-published'

/** The standing offers of an institution, by tier. */
const standingOf = ({ standing }: InstitutionBook): Map<string, Offer> =>
  new Map([...standing.values()].flatMap(({ offers }) => offers.map((one) => [tierText(one), one])))

const sorted = (rates: Iterable<readonly [string, Decimal]>) =>
  [...rates].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Checks the changes of each publication of a book against the offers that stand before and after it. */
function checkReplay({ markets, entries }: Pick<Book, 'markets' | 'entries'>): void {
  const replayed = new Map<string, Replayed>()
  for (const [index, entry] of entries.entries()) {
    if (!isPublication(entry)) continue
    const { institutionId: id, changes } = entry
    const series = replayed.get(id) ?? new Map()
    replayed.set(id, series)
    const before = markets[index]?.institutions.get(id) ?? assert.fail()
    const after = markets[index + 1]?.institutions.get(id) ?? assert.fail()
    assert.deepEqual(changes.toSorted(byTiers), changes, 'the changes are in the order of tiers')
    for (const change of changes) replay(series, change)
    const rates = Array.from(standingOf(after), ([key, { rate }]) => [key, rate] as const)
    const standing = [...series].filter(([, { isStanding }]) => isStanding)
    assert.deepEqual(
      sorted(standing.map(([key, { rate }]) => [key, rate])),
      sorted(rates),
      'the changes give exactly the standing offers',
    )
    checkSeries(after, series)
    checkMoves(standingOf(before), standingOf(after), changes)
  }
}

/** The steps of each series in the market give the same as the changes, under the same tier. */
function checkSeries({ published: { series } }: InstitutionBook, replayed: Replayed): void {
  const ends = Array.from(series.values(), (steps) => {
    const last = steps.at(-1) ?? assert.fail()
    const { minimumDeposit, direction } = last
    const rate = direction === 'withdrawn' ? last.previous : last.rate
    const key = tierText({ ...last.terms, minimumDeposit })
    return [key, { rate, isStanding: direction !== 'withdrawn' }] as const
  })
  assert.equal(new Map(ends).size, series.size, 'no two series have the same tier')
  assert.deepEqual(new Map(ends), replayed)
}

/** Every raise and cut of a tier that stands before and after a sheet is a change, and no other tier has one. */
function checkMoves(
  before: ReadonlyMap<string, Offer>,
  after: ReadonlyMap<string, Offer>,
  changes: readonly Change[],
): void {
  const expected: [string, string][] = []
  for (const [key, { rate }] of after) {
    const order = compareExact(rate, before.get(key)?.rate ?? rate)
    if (order !== 0) expected.push([key, order > 0 ? 'up' : 'down'])
  }
  const found = changes.flatMap((change): [string, string][] => {
    const isMoved = 'rate' in change && change.previousMinimumDeposit !== undefined
    const stood = before.has(tierText(change))
    return stood && !isMoved && change.direction !== 'withdrawn'
      ? [[tierText(change), change.direction]]
      : []
  })
  assert.deepEqual(new Map(found), new Map(expected))
}

test('the changes of any sequence of sheets, replayed for each tier, give exactly the standing offers', () => {
  fc.assert(
    fc.property(tierSheets, (sheets) => checkReplay(publishAll(sheets))),
    runs(1000),
  )
})

test('the same holds in a book of several institutions, with checks and registrations between the sheets', () => {
  fc.assert(fc.property(uncorrectedBooks, checkReplay), runs(150))
})

test('the changes and the history of any sequence of sheets are those of the slow derivation', () => {
  fc.assert(
    fc.property(tierSheets, (sheets) => {
      const { entries, market } = publishAll(sheets)
      for (const { institutionId, position, changes } of entries.filter(isPublication))
        assert.deepEqual(changes, expectedChanges(entriesOf(entries, institutionId), position))
      for (const [id, { published }] of market.institutions)
        assert.deepEqual(published.records.map(flatRecord), slowHistory(entries, id))
    }),
    runs(1000),
  )
})

test('a sheet gets the same entry from the stored entries as from the market', async () => {
  await fc.assert(
    fc.asyncProperty(tierSheets, async (sheets) => {
      const { entries } = publishAll(sheets)
      for (const { position, ...draft } of entries.filter(isPublication)) {
        const verdict = await verdictIn(entries.slice(0, position - 1), draft.sheet, draft.at)
        assert.deepEqual(verdict, { kind: 'published', draft })
      }
    }),
    runs(300),
  )
})

test('a new tier is never a raise or a cut', () => {
  fc.assert(
    fc.property(tierSheets, fc.nat(30), (sheets, pick) => {
      // One more tier, above all others, in the last sheet of a sequence that is repeated.
      const last = sheets.at(-1)
      const offer = last?.offers[pick % last.offers.length]
      if (last === undefined || offer === undefined) return
      const top = { ...offer, minimumDeposit: '900000' as Decimal, rate: '20' as Decimal }
      const offers = [...last.offers, top].toSorted(byTiers)
      const { entries } = publishAll([...sheets, { ...last, offers }])
      const [change, ...others] = entries.findLast(isPublication)?.changes ?? []
      assert.deepEqual(others, [])
      assert.equal(change?.direction, 'initial')
      assert.ok(change && isSame(leastDeposit(change), '900000' as Decimal))
    }),
    runs(200),
  )
})
