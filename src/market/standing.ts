import type { Instant } from '../domain/instant.ts'
import { lazyProperty } from '../domain/lazy-property.ts'
import { keyOf, variants, type Offer, type TermsKey, type Variant } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'

/** What stands for some terms: one offer for each minimum deposit, the headline offer first. */
export type Standing = {
  readonly offers: readonly [Offer, ...Offer[]]
  /** When and where the latest sheet that listed them was read. */
  readonly scrapedAt: Instant
  readonly sourceUrl: string
  /** The last confirmation: that reading, or a later verification. */
  readonly confirmedAt: Instant
}

type Coverage = Pick<Sheet, 'complete' | 'covers'>

/** What one sheet, or several that were put together, says of the offers of the variants that it covers. */
export type Reading = Coverage & {
  /** Worked out when it is first asked for: of the 14,000 sheets of a long book, nobody asks for more than a few. */
  readonly listed: ReadonlyMap<TermsKey, Standing>
}

const listedLater = lazyProperty('listed', (list: () => Reading['listed']) => list())

/** Readings that stand one upon the other before they are put together, so that what they keep in memory is bounded. */
const mostReadings = 8

/** The readings of which something may stand, after one more sheet. */
export function withSheet(readings: readonly Reading[], sheet: Sheet): readonly Reading[] {
  const { complete, covers } = sheet
  const reading = readingOf(sheet, () => listedIn(sheet))
  // A sheet lists only what it covers: nothing stands of those of which a complete one covers all.
  const isPast = (earlier: Reading): boolean =>
    complete && earlier.covers.every((variant) => covers.includes(variant))
  const all = [...readings.filter((earlier) => !isPast(earlier)), reading]
  return all.length > mostReadings ? [together(all)] : all
}

/** The readings after somebody confirmed all that stands. */
export function confirmed(readings: readonly Reading[], confirmedAt: Instant): readonly Reading[] {
  return readings.map((reading) =>
    readingOf(reading, () => {
      const listed = Array.from(
        reading.listed,
        ([key, one]) => [key, { ...one, confirmedAt }] as const,
      )
      return new Map(listed)
    }),
  )
}

/**
 * A reading, and how it is listed. It is a copy, not a literal: where nearly all that a literal made was alive, as when the
 * first sheets of a book are read, V8 makes all that follow old, and each keeps its sheet until a full collection (decision 012).
 */
function readingOf({ complete, covers }: Coverage, list: () => Reading['listed']): Reading {
  const coverage = { complete, covers }
  return listedLater.give({ ...coverage }, list)
}

/** What stands: of some terms, what the latest sheet says that lists or withdraws them. */
export function standingAfter(readings: readonly Reading[]): ReadonlyMap<TermsKey, Standing> {
  const [first, ...later] = readings
  if (first === undefined) return new Map()
  if (later.length === 0) return first.listed
  const standing = new Map(first.listed)
  for (const { complete, covers, listed } of later) {
    for (const [key, { offers }] of standing) {
      if (complete && covers.includes(offers[0].variant)) standing.delete(key)
    }
    for (const [key, offers] of listed) standing.set(key, offers)
  }
  return standing
}

function together(readings: readonly Reading[]): Reading {
  const standing = standingAfter(readings)
  const isCovered = (variant: Variant): boolean =>
    readings.some(({ covers }) => covers.includes(variant))
  return { complete: true, covers: variants.filter(isCovered), listed: standing }
}

function listedIn({ offers, scrapedAt, sourceUrl }: Sheet): ReadonlyMap<TermsKey, Standing> {
  const listed = Map.groupBy(offers, keyOf)
  return new Map(
    Array.from(listed, ([key, tiers]) => {
      const offers = tiers as [Offer, ...Offer[]]
      return [key, { offers, scrapedAt, sourceUrl, confirmedAt: scrapedAt }] as const
    }),
  )
}
