import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Entry } from '../../src/domain/entry.ts'
import type { RateRecord, SeriesStep } from '../../src/market/market.ts'
import { runs } from '../support/generators.ts'
import { uncorrectedBooks } from './books.ts'
import { isSameTerms } from './slow.ts'

/** The last confirmation of the previous rate of a record: of its terms, before the first step after the previous record. */
function slowPrevious(own: readonly Entry[], steps: readonly SeriesStep[], record: RateRecord) {
  const earlier = steps.slice(0, steps.indexOf(record))
  const previous = earlier.findLast(({ direction }) => direction !== 'withdrawn')
  if (previous === undefined)
    return { changedAt: undefined, seenAt: undefined, withdrawnAt: undefined }
  const end = steps[steps.indexOf(previous) + 1]?.entry.position ?? 0
  const isOfTerms = (other: Parameters<typeof isSameTerms>[0]) =>
    isSameTerms(other, record.series.terms)
  let seenAt: number | undefined
  for (const entry of own) {
    if (entry.position >= end) break
    if (entry.kind === 'sheet-published' && entry.sheet.offers.some(isOfTerms))
      seenAt = entry.sheet.scrapedAt
    if (entry.kind === 'rates-verified' && (entry.tiers ?? [record.series.terms]).some(isOfTerms))
      seenAt = entry.at
  }
  const withdrawal = earlier.slice(earlier.indexOf(previous) + 1)[0]
  return { changedAt: previous.entry.at, seenAt, withdrawnAt: withdrawal?.entry.at }
}

test('each record knows when the rate before it was published, last seen and withdrawn', () => {
  fc.assert(
    fc.property(uncorrectedBooks, ({ market }) => {
      for (const { entries, published } of market.institutions.values())
        for (const record of published.history) {
          const steps = [...published.series.values()].find((some) => some.includes(record)) ?? []
          const found = {
            changedAt: record.previousEntry?.at,
            seenAt: record.previousSeenAt,
            withdrawnAt: record.previousWithdrawnAt,
          }
          assert.deepEqual(found, slowPrevious(entries, steps, record))
        }
    }),
    runs(200),
  )
})
