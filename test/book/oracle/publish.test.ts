import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../../../src/domain/entry.ts'
import { after, dayLength, type Instant } from '../../../src/domain/instant.ts'
import { termsOf, type Offer, type Sheet } from '../../../src/domain/offer.ts'
import { evolve } from '../../../src/book/market/evolve.ts'
import type { InstitutionBook, Market } from '../../../src/book/market/market.ts'
import { institutionId, runs } from '../../support/generators.ts'
import { sheetContent } from '../../support/sheet-generators.ts'
import { books, verdictIn, verdictOn, type Book } from './books.ts'
import { valueOf } from './exact.ts'
import {
  byTerms,
  entriesOf,
  isAbout,
  isSame,
  isSameTerms,
  leastDeposit,
  publicationsOf,
  termsIn,
  type Publishing,
} from './slow.ts'
import { isSameTier } from './slow-believed.ts'
import { isSameBeginning, pastOf } from './slow-past.ts'
import { expectedChanges } from './slow-published.ts'

/** A book, one more sheet, and the market before and after the sheet is published. */
type Publication = {
  readonly book: Book
  readonly sheet: Sheet
  readonly entry: Entry & Publishing
  readonly before: InstitutionBook
  readonly market: Market
  readonly after: InstitutionBook
}

const publications: fc.Arbitrary<Publication> = fc
  .tuple(books, sheetContent, institutionId, fc.nat(3 * dayLength))
  .map(([book, content, id, wait]) => published(book, { ...content, institutionId: id }, wait))
  .filter((publication) => publication !== undefined)

function published(
  book: Book,
  unread: Omit<Sheet, 'scrapedAt'>,
  wait: number,
): Publication | undefined {
  const { market } = book
  const before = market.institutions.get(unread.institutionId)
  if (before === undefined) return undefined
  const sheet = { ...unread, scrapedAt: after(market.at, wait) }
  const verdict = verdictOn(market, sheet, after(sheet.scrapedAt, 1))
  if (verdict.kind !== 'published') return undefined
  const entry = { ...verdict.draft, position: market.position + 1 }
  const next = evolve(market, entry)
  const own = next.institutions.get(sheet.institutionId)
  return own && { book, sheet, entry, before, market: next, after: own }
}

/** An offer with all its decimals by value. */
function valuesOf(offer: Offer) {
  const { tenure, tenureTo, rate, minimumDeposit, annualEffectiveRate, ...rest } = offer
  const deposit = valueOf(leastDeposit(minimumDeposit === undefined ? {} : { minimumDeposit }))
  const yearly = annualEffectiveRate && valueOf(annualEffectiveRate)
  const tenures = [tenure, tenureTo ?? []].flat().map(valueOf)
  return { ...rest, tenures, rate: valueOf(rate), deposit, yearly }
}

const isFor = (offer: Offer, { offers }: Pick<Sheet, 'offers'>) =>
  offers.some((listed) => isSameTerms(listed, offer))

test('the offers that a sheet lists stand, with its source', () => {
  fc.assert(
    fc.property(publications, ({ sheet, after: { standing } }) => {
      const listed = [...standing.values()].filter(({ offers }) => isFor(offers[0], sheet))
      const offers = listed.flatMap((one) => one.offers).toSorted(byTerms)
      assert.deepEqual(offers.map(valuesOf), sheet.offers.map(valuesOf))
      for (const { scrapedAt, confirmedAt, sourceUrl } of listed) {
        const expected = {
          scrapedAt: sheet.scrapedAt,
          confirmedAt: [sheet.scrapedAt],
          sourceUrl: sheet.sourceUrl,
        }
        assert.deepEqual({ scrapedAt, confirmedAt: [...new Set(confirmedAt)], sourceUrl }, expected)
      }
    }),
    runs(200),
  )
})

test('a complete sheet withdraws what it covers but neither lists nor leaves alone, and changes nothing else', () => {
  fc.assert(
    fc.property(publications, ({ sheet, before, after: { standing } }) => {
      for (const [key, stood] of before.standing) {
        const [headline] = stood.offers
        if (isFor(headline, sheet)) continue
        const isGone = isAbout({ sheet }, headline)
        assert.deepEqual(standing.get(key), isGone ? undefined : stood)
      }
      const stands = [...standing.values()].filter(({ offers }) => !isFor(offers[0], sheet))
      assert.ok(
        stands.every((one) =>
          [...before.standing.values()].some((other) => isDeepStrictEqual(one, other)),
        ),
        'and nothing new',
      )
    }),
    runs(200),
  )
})

test('publishing the same sheet again changes nothing, at any instant and in any printing', async () => {
  const wait = fc.integer({ min: -dayLength, max: dayLength })
  await fc.assert(
    fc.asyncProperty(
      publications,
      wait,
      fc.boolean(),
      async ({ book, sheet, entry }, later, isPrinted) => {
        const again = isPrinted ? entry.sheet : sheet
        const entries = [...book.entries, entry]
        const verdict = await verdictIn(entries, again, after(sheet.scrapedAt, later))
        assert.deepEqual(verdict, { kind: 'unchanged', position: entry.position })
        const otherwise = { ...again, sourceUrl: 'https://elsewhere.example/' }
        const other = await verdictIn(entries, otherwise, entry.at)
        assert.equal(other.kind, 'published', 'another source is another sheet')
      },
    ),
    runs(200),
  )
})

test('the same offers read later are a publication without changes', () => {
  fc.assert(
    fc.property(
      publications,
      fc.integer({ min: 1, max: dayLength }),
      ({ sheet, market, after: own }, wait) => {
        const scrapedAt = after(sheet.scrapedAt, wait)
        const verdict = verdictOn(market, { ...sheet, scrapedAt }, after(market.at, wait))
        assert.ok(verdict.kind === 'published')
        assert.deepEqual(verdict.draft.changes, [])
        const next = evolve(market, { ...verdict.draft, position: market.position + 1 })
        for (const [key, stood] of own.standing) {
          const isListed = isFor(stood.offers[0], sheet)
          const confirmedAt = stood.offers.map(() => scrapedAt)
          const position = market.position + 1
          const expected = isListed ? { ...stood, position, scrapedAt, confirmedAt } : stood
          assert.deepEqual(next.institutions.get(sheet.institutionId)?.standing.get(key), expected)
        }
      },
    ),
    runs(200),
  )
})

test('changes are in the order of tiers, one for each series, with the right direction and minimum deposits', () => {
  fc.assert(
    fc.property(publications, ({ book, entry }) => {
      const own = entriesOf([...book.entries, entry], entry.institutionId)
      assert.deepEqual(entry.changes, expectedChanges(own, entry.position))
    }),
    runs(300),
  )
})

test('a reprinted value keeps the printing that the book has', () => {
  fc.assert(
    fc.property(publications, ({ book, sheet, entry }) => {
      const earlier = publicationsOf(book.entries, sheet.institutionId)
      const first = termsIn(earlier)
      const own = entriesOf(book.entries, sheet.institutionId)
      const before = pastOf(own).series
      const after = pastOf([...own, entry]).series
      const kept = sheet.offers.map((offer) => {
        const beginning = after.find((one) => isSameTier(one.offer, offer))?.beginning
        const series = before.find((one) => beginning && isSameBeginning(one.beginning, beginning))
        // New terms take the first printing of their tenures from the first line of the sheet.
        const terms = [...first, ...termsIn([{ sheet }])].find((one) => isSameTerms(one, offer))
        const known = series?.offer
        const rate = known !== undefined && isSame(known.rate, offer.rate) ? known.rate : offer.rate
        // A returning tier takes the printing of the sheet with which it returns.
        const deposit =
          series?.stands === true ? printedAs(series.offer, offer) : offer.minimumDeposit
        return {
          ...offer,
          ...terms,
          rate,
          ...(deposit !== undefined && { minimumDeposit: deposit }),
        }
      })
      const leaves = sheet.leaves?.map(
        (left) => first.find((one) => isSameTerms(one, left)) ?? left,
      )
      assert.deepEqual(entry.sheet, { ...sheet, ...(leaves && { leaves }), offers: kept })
      // All records of the same terms have the same printing of the tenures.
      for (const one of [...entry.sheet.offers, ...entry.changes]) {
        const known = termsIn([...earlier, entry])
        assert.deepEqual(
          termsOf(one),
          known.find((terms) => isSameTerms(terms, one)),
        )
      }
    }),
    runs(200),
  )
})

/** The minimum deposit of an offer in the printing that its series has. A minimum that a sheet does not print stays absent. */
function printedAs(known: Offer, { minimumDeposit: deposit }: Offer): Offer['minimumDeposit'] {
  if (deposit === undefined || known.minimumDeposit === undefined) return deposit
  return isSame(known.minimumDeposit, deposit) ? known.minimumDeposit : deposit
}

test('a sheet is refused if it is older than the last, read after its publication, or in another currency', () => {
  fc.assert(
    fc.property(publications, fc.integer({ min: 1, max: dayLength }), ({ sheet, market }, wait) => {
      const codes = (given: Sheet, at: Instant) => {
        const verdict = verdictOn(market, given, at)
        return verdict.kind === 'refused' ? verdict.problems.map(({ code }) => code) : verdict.kind
      }
      const [earlier, later] = [after(sheet.scrapedAt, -wait), after(market.at, wait)]
      assert.deepEqual(codes({ ...sheet, scrapedAt: earlier }, later), ['older-than-last'])
      assert.deepEqual(codes({ ...sheet, scrapedAt: after(later, 1) }, later), ['in-the-future'])
      assert.deepEqual(codes({ ...sheet, currency: 'USD' }, later), ['other-currency'])
      const all = { ...sheet, currency: 'USD', scrapedAt: earlier }
      assert.deepEqual(codes(all, after(earlier, -1)), [
        'other-currency',
        'older-than-last',
        'in-the-future',
      ])
    }),
    runs(100),
  )
})
