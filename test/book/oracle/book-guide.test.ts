import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Market } from '../../../src/book/market/market.ts'
import { canonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { instantText } from '../../../src/domain/instant.ts'
import { tierKeyOf, type Sheet, type Tier, type TierKey } from '../../../src/domain/offer.ts'
import { runs } from '../../support/generators.ts'
import { books, correctedBooks } from './books.ts'

/** What stands of a tier, as a line. A correction may leave another printing of the same rate, so printings do not count. */
function lineOf(key: TierKey, rate: Decimal, position: number, sheet: PageFacts): string {
  return [
    key,
    canonicalDecimal(rate),
    position,
    instantText(sheet.scrapedAt),
    sheet.sourceUrl,
  ].join(' ')
}

type PageFacts = Pick<Sheet, 'scrapedAt' | 'sourceUrl'>

/** The current offers of one institution by the steps of `docs/book.md`. */
function guideOffers(entries: readonly Entry[]): readonly string[] {
  const rates = new Map<TierKey, Decimal>()
  for (const entry of entries) {
    const changes = 'changes' in entry ? entry.changes : []
    for (const change of changes) {
      if (change.direction === 'withdrawn') rates.delete(tierKeyOf(change))
      else if (change.previousMinimumDeposit !== undefined)
        rates.delete(tierKeyOf({ ...change, minimumDeposit: change.previousMinimumDeposit }))
    }
    for (const change of changes)
      if (change.direction !== 'withdrawn') rates.set(tierKeyOf(change), change.rate)
  }
  const corrections = entries.flatMap((entry) =>
    entry.kind === 'rate-corrected' ? [entry.correction] : [],
  )
  const sheets = entries
    .filter((entry) => entry.kind === 'sheet-published')
    .filter(({ position }) => !corrections.some((one) => one.isRetraction && one.of === position))
  return Array.from(rates, ([key, rate]) => {
    const tierIn = ({ position, sheet }: (typeof sheets)[number]): Tier | undefined =>
      sheet.offers.find((tier) => tierKeyOf(tier) === key) ??
      corrections
        .filter(({ isRetraction }) => !isRetraction)
        .flatMap(({ figures }) => figures)
        .find((one) => one.of === position && one.now !== undefined && tierKeyOf(one) === key)
    const last = sheets.findLast((sheet) => tierIn(sheet) !== undefined)
    assert.ok(last !== undefined, `No sheet has ${key}.`)
    return lineOf(key, rate, last.position, last.sheet)
  }).toSorted()
}

function standingOffers({ institutions }: Market, id: string): readonly string[] {
  const standing = institutions.get(id)?.standing.values().toArray() ?? []
  return standing
    .flatMap(({ offers, position, ...page }) =>
      offers.map((offer) => lineOf(tierKeyOf(offer), offer.rate, position, page)),
    )
    .toSorted()
}

test('docs/book.md: its steps lead from the entries to the current offers', () => {
  fc.assert(
    fc.property(fc.oneof(books, correctedBooks), ({ entries, market }) => {
      for (const id of market.institutions.keys())
        assert.deepEqual(
          guideOffers(entries.filter(({ institutionId }) => institutionId === id)),
          standingOffers(market, id),
        )
    }),
    runs(150),
  )
})
