import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { lastMove, lastRate, trendOf } from '../../../src/book/market/rate-history.ts'
import type { Standing } from '../../../src/book/market/standing.ts'
import {
  contextFromMarket,
  contextFromStore,
} from '../../../src/book/publish/context-from-store.ts'
import { decideSheet, enteredSheet } from '../../../src/book/publish/decide-sheet.ts'
import type { BookReader } from '../../../src/book/store/store.ts'
import { canonicalDecimal } from '../../../src/domain/decimal.ts'
import { emptyHead, institutionsOf, type Entry } from '../../../src/domain/entry.ts'
import { after, dayLength } from '../../../src/domain/instant.ts'
import { canonicalJson } from '../../../src/domain/json.ts'
import type { Offer, Sheet } from '../../../src/domain/offer.ts'
import { bodyOf, entryOf, storedInstant } from '../../../src/domain/stored-entry.ts'
import { institutionId, runs } from '../../support/generators.ts'
import { sheetContent } from '../../support/sheet-generators.ts'
import { books } from './books.ts'
import { isSameTier, keptSheets } from './slow-believed.ts'
import { lastChangeOf, pastOf, standingIn } from './slow-past.ts'
import { byTiers, entriesOf, isAbout, isSameTerms } from './slow.ts'

/** A reader that returns entries from their stored form. */
function readerOf(entries: readonly Entry[]): BookReader {
  const sheets = entries.flatMap((entry) => (entry.kind === 'sheet-published' ? [entry.sheet] : []))
  return {
    head: () => Promise.resolve(entries.at(-1) ?? emptyHead),
    currency: () => Promise.resolve(sheets[0]?.currency),
    entryAt: (position) => Promise.resolve(entries[position - 1]),
    institutions: () => Promise.resolve(institutionsOf(entries)),
    async *entriesOf(id) {
      for (const entry of entries.toReversed()) {
        if (entry.institutionId !== id) continue
        const { position, at, kind } = entry
        const text = { position, at: storedInstant(at), kind, institutionId: id, bodyDigest: '' }
        yield [entryOf({ ...text, body: bodyOf(entry) })]
      }
    },
  }
}

test('the context of a publication is the state after all entries of the institution', async () => {
  await fc.assert(
    fc.asyncProperty(books, institutionId, sheetContent, async (book, id, content) => {
      const { entries, market } = book
      const sheet = { ...content, institutionId: id, scrapedAt: after(market.at, dayLength) }
      const own = entries.filter((entry) => entry.institutionId === id)
      const past = pastOf(own)
      const sheets = keptSheets(own)
      const last = sheets.at(-1)
      for (const context of [
        contextFromMarket(market, id),
        await contextFromStore(readerOf(entries), id, sheet),
      ]) {
        assert.equal(context.head.position, entries.length)
        assert.equal(context.currency, market.currency)
        assert.equal(context.book === undefined, own.length === 0)
        if (context.book === undefined) continue
        const { sheet: lastSheet, position, at } = context.book.publication ?? {}
        assert.deepEqual(
          { sheet: lastSheet, position, at },
          { sheet: last?.sheet, position: last?.position, at: last?.at },
        )
        assert.deepEqual(
          [...context.book.standing.values()]
            .flatMap(offersOf)
            .toSorted((a, b) => byTiers(a.offer, b.offer)),
          standingIn(past).map(({ offer, source, confirmedAt }) => {
            const { scrapedAt, sourceUrl } = source.sheet
            return { offer, position: source.position, scrapedAt, sourceUrl, confirmedAt }
          }),
        )
        const { believed } = context.book
        for (const series of past.series) {
          const { offer } = series
          const { at, trend } = lastChangeOf(past, series)
          assert.deepEqual(lastMove(believed, offer)?.entry.at, at)
          assert.equal(trendOf(believed, offer), trend)
          const rate = lastRate(believed, offer) ?? assert.fail()
          assert.equal(canonicalDecimal(rate), canonicalDecimal(offer.rate))
        }
        for (const offer of sheets.flatMap(({ sheet: { offers } }) => offers)) {
          const isKnown = past.series.some((one) => isSameTier(one.offer, offer))
          const rate = lastRate(believed, offer)
          assert.equal(rate !== undefined, isKnown, 'a minimum that a series left has no rate')
        }
      }
    }),
    runs(150),
  )
})

const offersOf = ({ offers, confirmedAt, ...source }: Standing) =>
  offers.map((offer, index) => ({ offer, ...source, confirmedAt: confirmedAt[index] }))

/** A text that is the same for sheets whose values are all equal, whatever their printing. */
const valueText = (sheet: Sheet): string =>
  canonicalJson({
    ...sheet,
    offers: sheet.offers.map((offer) => ({
      ...offer,
      tenure: canonicalDecimal(offer.tenure),
      tenureTo: offer.tenureTo && canonicalDecimal(offer.tenureTo),
      rate: canonicalDecimal(offer.rate),
      minimumDeposit: offer.minimumDeposit && canonicalDecimal(offer.minimumDeposit),
      annualEffectiveRate: offer.annualEffectiveRate && canonicalDecimal(offer.annualEffectiveRate),
    })),
  })

/** "Every offer that it lists stands already from that reading, as it lists it, and it withdraws nothing." */
function addsNothing(own: readonly Entry[], sheet: Sheet): boolean {
  const standing = standingIn(pastOf(own))
  const isAlike = (offer: Offer, other: Offer) =>
    valueText({ ...sheet, offers: [offer] }) === valueText({ ...sheet, offers: [other] })
  const stands = (offer: Offer) =>
    standing.some(
      (one) =>
        isAlike(one.offer, offer) &&
        one.source.sheet.scrapedAt === sheet.scrapedAt &&
        one.source.sheet.sourceUrl === sheet.sourceUrl,
    )
  const isKept = ({ offer }: { readonly offer: Offer }) =>
    !isAbout({ sheet }, offer) || sheet.offers.some((one) => isSameTier(one, offer))
  const isRead = keptSheets(own).some(
    (one) => one.sheet.scrapedAt === sheet.scrapedAt && one.sheet.sourceUrl === sheet.sourceUrl,
  )
  return isRead && sheet.offers.every(stands) && standing.every(isKept)
}

/** A sheet, and others of the same reading: a part of it, and one that is complete where it is not. */
function sheetsLike(sheet: Sheet | undefined): readonly Sheet[] {
  if (sheet === undefined) return []
  const { leaves: _, ...rest } = sheet
  const [first] = sheet.offers
  const listed = first === undefined ? [] : sheet.offers.filter((one) => isSameTerms(one, first))
  return [
    sheet,
    { ...rest, complete: false, offers: listed },
    { ...rest, complete: true },
    { ...rest, complete: false },
  ]
}

test('a sheet that is already in the book is recognised, and a new one is decided as from memory', async () => {
  const again = fc.record({ content: sheetContent, id: institutionId, pick: fc.nat(40) })
  await fc.assert(
    fc.asyncProperty(books, again, async ({ entries, market }, { content, id, pick }) => {
      const published = keptSheets(entriesOf(entries, id))
      const known = published[pick % published.length]
      const later = after(market.at, dayLength)
      const fresh = { ...content, institutionId: id, scrapedAt: later }
      for (const sheet of [...sheetsLike(known?.sheet), fresh]) {
        const context = await contextFromStore(readerOf(entries), id, sheet)
        const duplicate = published.findLast((entry) => valueText(entry.sheet) === valueText(sheet))
        const last = published.at(-1)
        const isPast = duplicate === last || (last && sheet.scrapedAt < last.sheet.scrapedAt)
        if (isPast === true && duplicate !== undefined)
          assert.deepEqual(context.duplicateOf, { position: duplicate.position })
        else {
          // Otherwise, only a sheet that adds nothing is a duplicate, and another one says so.
          const isRepeated = addsNothing(entriesOf(entries, id), sheet)
          assert.equal(context.duplicateOf !== undefined, isRepeated)
          if (isRepeated)
            assert.equal(context.duplicateOf?.isOther ?? false, duplicate === undefined)
          if (isRepeated && context.book !== undefined)
            assert.deepEqual(enteredSheet(context.book, sheet).changes, [])
        }
        const { institutionId, currency, scrapedAt } = sheet
        const parsed = { sheet, head: { institutionId, currency, scrapedAt }, problems: [] }
        if (context.duplicateOf !== undefined) continue
        assert.deepEqual(
          decideSheet(context, parsed, { at: later, sample: false }),
          decideSheet(contextFromMarket(market, id), parsed, { at: later, sample: false }),
        )
      }
    }),
    runs(150),
  )
})
