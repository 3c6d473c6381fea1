import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { Entry } from '../../src/domain/entry.ts'
import type { Terms } from '../../src/domain/offer.ts'
import type { InstitutionBook, RateRecord, SeriesStep } from '../../src/market/market.ts'
import { seenAt } from '../../src/query/readings.ts'
import { runs } from '../support/generators.ts'
import { books, correctedBooks, uncorrectedBooks, type Book } from './books.ts'
import { isAbout, isSame, isSameTerms, leastDeposit, type Publishing } from './slow.ts'
import { isOfRetractedSheet, keptSheets } from './slow-standing.ts'

type Sheet = Entry & Publishing

/** The right rate that a sheet shows for a tier, after all corrections of its figure, or of an earlier one that it repeated. */
function rightRate(own: readonly Entry[], sheet: Sheet, terms: Terms, minimum: Decimal) {
  const isTier = (one: Terms & { readonly minimumDeposit?: Decimal }) =>
    isSameTerms(one, terms) && isSame(leastDeposit(one), minimum)
  let rate = sheet.sheet.offers.find(isTier)?.rate
  for (const entry of own) {
    if (entry.kind !== 'rate-corrected' || entry.correction.isRetraction) continue
    const { of, figures } = entry.correction
    const figure = figures.find(isTier)
    if (figure === undefined || !keptSheets(own).some(({ position }) => position === of)) continue
    const isBetween = of < sheet.position && sheet.position < entry.position
    const isWrong = rate !== undefined && figure.was !== undefined && isSame(rate, figure.was)
    const isRepeated = isBetween && isWrong && entry.changes.length > 0
    if (of === sheet.position || isRepeated) rate = figure.now
  }
  return rate
}

/** The record of a series that a reading shows; `undefined` if it shows none. */
function recordShown(
  own: readonly Entry[],
  steps: readonly SeriesStep[],
  reading: Entry,
): RateRecord | undefined {
  const [first] = steps
  if (first === undefined) return undefined
  const { terms } = first.series
  const kept = keptSheets(own)
  const sheet = kept.findLast((one) => one.position <= reading.position && isAbout(one, terms))
  if (sheet === undefined) return undefined
  if (reading.kind === 'sheet-published' && sheet !== reading) return undefined
  const isVerified = reading.kind === 'rates-verified' && !isOfRetractedSheet(own, reading.position)
  if (reading.kind !== 'sheet-published' && !isVerified) return undefined
  if (isVerified && !(reading.tiers ?? [terms]).some((one) => isSameTerms(one, terms)))
    return undefined
  const minimum = steps.findLast(({ entry }) => entry.position <= sheet.position)?.minimumDeposit
  const rate = minimum && rightRate(own, sheet, terms, minimum)
  const latest = steps.findLast(({ entry }) => entry.position <= reading.position)
  if (rate === undefined || latest === undefined) return undefined
  const isOfKept = ({ entry }: SeriesStep) =>
    kept.some(({ position }) => position === entry.position)
  const after = steps.slice(steps.indexOf(latest) + 1)
  const end = after.findIndex(isOfKept)
  const corrections = after
    .slice(0, end === -1 ? undefined : end)
    .filter(({ entry }) => entry.correctionOf !== undefined)
  return [latest, ...corrections]
    .filter((step) => step.direction !== 'withdrawn')
    .find((one) => isSame(one.rate, rate) && isSame(one.minimumDeposit, minimum as Decimal))
}

function slowSeenAt(
  { entries, published: { series } }: InstitutionBook,
  record: RateRecord,
): number[] {
  const steps = [...series.values()].find((some) => some.includes(record)) ?? []
  const times = entries
    .filter((entry) => recordShown(entries, steps, entry) === record)
    .map((entry) => (entry.kind === 'sheet-published' ? entry.sheet.scrapedAt : entry.at))
  return [...new Set(times)].toSorted((a, b) => a - b)
}

function checkReadings(arbitrary: fc.Arbitrary<Book>, count: number): void {
  fc.assert(
    fc.property(arbitrary, ({ market }) => {
      for (const book of market.institutions.values()) {
        const found = seenAt(book, book.published.history)
        for (const record of book.published.history)
          assert.deepEqual(found.get(record), slowSeenAt(book, record))
      }
    }),
    runs(count),
  )
}

test('the readings of each record', () => checkReadings(books, 150))

test('the readings of each record of a book with many corrections', () =>
  checkReadings(correctedBooks, 300))

test('without corrections, a record is seen first by its own sheet, and last when the next record says', () => {
  fc.assert(
    fc.property(uncorrectedBooks, ({ market }) => {
      for (const book of market.institutions.values()) {
        const found = seenAt(book, book.published.history)
        for (const record of book.published.history) {
          const own = book.entries.find(({ position }) => position === record.entry.position)
          assert.ok(own?.kind === 'sheet-published')
          assert.ok(found.get(record)?.includes(own.sheet.scrapedAt))
          const previous = book.published.history.findLast(
            ({ series, entry, minimumDeposit }) =>
              series === record.series &&
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
        const all = seenAt(book, book.published.history)
        const page = book.published.history.slice(from, from + 3)
        const expected = new Map(page.map((record) => [record, all.get(record)]))
        assert.deepEqual(seenAt(book, page), expected)
      }
    }),
    runs(100),
  )
})
