import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Change } from '../../../src/domain/change.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import type { Tier } from '../../../src/domain/offer.ts'
import type { RateRecord } from '../../../src/book/market/rate-history.ts'
import { seenAt, withLastSeen } from '../../../src/book/query/readings.ts'
import { runs } from '../../support/generators.ts'
import { books, correctedBooks, uncorrectedBooks, type Book } from './books.ts'
import {
  believedSheets,
  correctedIn,
  isSameTier,
  keptSheets,
  type BelievedSheet,
} from './slow-believed.ts'
import { sheetConfirmedBy } from './slow-past.ts'
import { isSame } from './slow.ts'

/** The sheet whose figure for a tier a reading shows, as corrected since; `undefined` for none. */
function sheetRead(own: readonly Entry[], reading: Entry, tier: Tier): BelievedSheet | undefined {
  const of =
    reading.kind === 'rates-verified'
      ? sheetConfirmedBy(own, reading, tier)?.position
      : reading.position
  return believedSheets(own).find(({ position }) => position === of)
}

type Step = { readonly entry: Entry; readonly change: Change }

/** The stored changes to a tier and away from it, oldest first. */
function stepsOf(own: readonly Entry[], tier: Tier): Step[] {
  const concerns = (change: Change) =>
    isSameTier(change, tier) ||
    (change.direction !== 'withdrawn' &&
      change.previousMinimumDeposit !== undefined &&
      isSameTier({ ...change, minimumDeposit: change.previousMinimumDeposit }, tier))
  return own.flatMap((entry) =>
    ('changes' in entry ? entry.changes : []).filter(concerns).map((change) => ({ entry, change })),
  )
}

/**
 * The position of the record whose rate a reading shows for a tier; `undefined` if it shows none. "It counts for the record that was the
 * latest of its series then. If that has another rate, it counts for the first correction with the rate that follows before another
 * sheet changes the series."
 */
function recordShown(own: readonly Entry[], tier: Tier, reading: Entry): number | undefined {
  const { offers = [] } = sheetRead(own, reading, tier)?.sheet ?? {}
  const shown = offers.find((offer) => isSameTier(offer, tier))
  const steps = stepsOf(own, tier)
  const latest = steps.findLast(({ entry }) => entry.position <= reading.position)
  const after = steps.slice(latest === undefined ? 0 : steps.indexOf(latest) + 1)
  const end = after.findIndex(({ entry }) => keptSheets(own).some((sheet) => sheet === entry))
  const corrections = after
    .slice(0, end === -1 ? undefined : end)
    .filter(({ entry }) => entry.kind === 'rate-corrected')
  const record = [latest ?? [], corrections]
    .flat()
    .find(
      ({ change }) =>
        change.direction !== 'withdrawn' &&
        isSameTier(change, tier) &&
        shown !== undefined &&
        isSame(change.rate, shown.rate),
    )
  return record?.entry.position
}

/** The instants of the readings that show a record. */
function slowSeenAt(own: readonly Entry[], { entry, terms, minimumDeposit }: RateRecord): number[] {
  const tier = { ...terms, minimumDeposit }
  const times = own
    .filter((reading) => recordShown(own, tier, reading) === entry.position)
    .map((reading) => (reading.kind === 'sheet-published' ? reading.sheet.scrapedAt : reading.at))
  return [...new Set(times)].toSorted((a, b) => a - b)
}

function checkReadings(arbitrary: fc.Arbitrary<Book>, count: number): void {
  fc.assert(
    fc.property(arbitrary, ({ market }) => {
      for (const book of market.institutions.values()) {
        const found = seenAt(book, book.published.records)
        for (const record of book.published.records)
          assert.deepEqual(found.get(record), slowSeenAt(book.entries, record))
      }
    }),
    runs(count),
  )
}

/**
 * "The last reading of the offer before the change, or before its withdrawal; a reading of a figure that was corrected to another
 * rate is passed over. Null if it shows another rate. At an equal rate the later reading counts."
 */
function slowLastSeen(own: readonly Entry[], record: RateRecord): number | undefined {
  const tier = { ...record.terms, minimumDeposit: record.previousMinimumDeposit }
  const end = own.findIndex(
    (entry) =>
      entry.position === record.entry.position ||
      (entry.position > (record.previousEntry?.position ?? Infinity) &&
        'changes' in entry &&
        entry.changes.some(
          (change) => change.direction === 'withdrawn' && isSameTier(change, tier),
        )),
  )
  const readings = own.slice(0, end).flatMap((entry) => {
    const sheet = sheetRead(own, entry, tier)
    const shown = sheet?.sheet.offers.find((one) => isSameTier(one, tier))
    if (sheet === undefined || shown === undefined) return []
    const isRight = isSame(shown.rate, record.previous)
    const isCorrected = correctedIn(own, sheet.position).some((one) => isSameTier(one, tier))
    const at = entry.kind === 'sheet-published' ? entry.sheet.scrapedAt : entry.at
    return isCorrected && !isRight ? [] : { at, isRight }
  })
  if (readings.at(-1)?.isRight !== true) return undefined
  return Math.max(...readings.flatMap(({ at, isRight }) => (isRight ? at : [])))
}

test('each record of a book with corrections knows the last reading of the rate before it', () => {
  fc.assert(
    fc.property(correctedBooks, ({ market }) => {
      for (const book of market.institutions.values()) {
        const found = withLastSeen(book, book.published.records)
        for (const [index, record] of book.published.records.entries()) {
          if (record.direction === 'initial') continue
          assert.equal(found[index]?.previousSeenAt, slowLastSeen(book.entries, record))
        }
      }
    }),
    runs(3000, 100),
  )
})

test('the readings of each record', () => checkReadings(books, 150))

test('the readings of each record of a book with many corrections', () =>
  checkReadings(correctedBooks, 300))

test('without corrections, a record is seen first by its own sheet, and last when the next record says', () => {
  fc.assert(
    fc.property(uncorrectedBooks, ({ market }) => {
      for (const book of market.institutions.values()) {
        const found = seenAt(book, book.published.records)
        for (const record of book.published.records) {
          const own = book.entries.find(({ position }) => position === record.entry.position)
          assert.ok(own?.kind === 'sheet-published')
          assert.ok(found.get(record)?.includes(own.sheet.scrapedAt))
          const previous = book.published.records.findLast(
            ({ terms, entry, minimumDeposit }) =>
              terms === record.terms &&
              entry === record.previousEntry &&
              isSame(minimumDeposit, record.previousMinimumDeposit),
          )
          if (previous === undefined || record.previousSeenAt === undefined) continue
          assert.ok(found.get(previous)?.includes(record.previousSeenAt))
        }
      }
    }),
    runs(150),
  )
})

test('a page of records has the readings of those records alone', () => {
  fc.assert(
    fc.property(books, fc.nat(10), ({ market }, from) => {
      for (const book of market.institutions.values()) {
        const all = seenAt(book, book.published.records)
        const page = book.published.records.slice(from, from + 3)
        const expected = new Map(page.map((record) => [record, all.get(record)]))
        assert.deepEqual(seenAt(book, page), expected)
      }
    }),
    runs(100),
  )
})
