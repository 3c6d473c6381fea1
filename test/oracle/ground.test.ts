import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { canonicalJson } from '../../src/domain/canonical-json.ts'
import { canonicalDecimal, sameDecimal } from '../../src/domain/decimal.ts'
import { bodyOf, entryOf, storedInstant } from '../../src/domain/entry-body.ts'
import { emptyHead, type Entry } from '../../src/domain/entry.ts'
import { after, dayLength } from '../../src/domain/instant.ts'
import { depositOf, keyOf, type Offer, type TermsKey } from '../../src/domain/offer.ts'
import type { Sheet } from '../../src/domain/sheet.ts'
import { seriesOf, type Series } from '../../src/market/series.ts'
import type { Standing } from '../../src/market/standing.ts'
import { groundIn } from '../../src/publish/ground-in.ts'
import { groundOf } from '../../src/publish/ground.ts'
import { decide } from '../../src/publish/publish.ts'
import type { BookReader } from '../../src/store/store.ts'
import { institutionId, runs, sheetContent } from '../support/generators.ts'
import { books } from './books.ts'

/** What is known of an institution, its entries folded one by one into maps, every change and every offer looked at. */
type Folded = {
  readonly standing: Map<TermsKey, Standing>
  readonly series: Map<TermsKey, Series & { readonly headline: Offer }>
}

function fold(entries: readonly Entry[]): Folded {
  const folded: Folded = { standing: new Map(), series: new Map() }
  for (const entry of entries) {
    if (entry.kind === 'rates-verified') {
      for (const [key, standing] of folded.standing) {
        folded.standing.set(key, { ...standing, confirmedAt: entry.at })
      }
    }
    if (entry.kind === 'sheet-published') foldSheet(folded, entry)
  }
  return folded
}

function foldSheet(
  { standing, series }: Folded,
  { at, sheet, changes }: Extract<Entry, { kind: 'sheet-published' }>,
): void {
  const { scrapedAt, sourceUrl } = sheet
  for (const change of changes) if (change.direction === 'withdrawn') standing.delete(keyOf(change))
  for (const [key, offers] of Map.groupBy(sheet.offers, keyOf)) {
    const listed = offers as [Offer, ...Offer[]]
    standing.set(key, { offers: listed, scrapedAt, sourceUrl, confirmedAt: scrapedAt })
  }
  for (const change of changes) {
    if (change.direction === 'withdrawn') continue
    const { variant, tenure, payout, direction, rate } = change
    const key = keyOf(change)
    const known = series.get(key)
    const headline = standing.get(key)?.offers[0]
    assert.ok(headline, 'what changed stands')
    series.set(key, {
      terms: known?.terms ?? { variant, tenure, payout },
      rate,
      headline,
      lastChangedAt: at,
      trend: direction === 'up' || direction === 'down' ? direction : (known?.trend ?? 'flat'),
    })
  }
}

/** A reader of entries as a store has them. */
function readerOf(entries: readonly Entry[]): BookReader {
  const sheets = entries.flatMap((entry) => (entry.kind === 'sheet-published' ? [entry.sheet] : []))
  return {
    head: () => Promise.resolve(entries.at(-1) ?? emptyHead),
    currency: () => Promise.resolve(sheets[0]?.currency),
    async *entriesOf(id) {
      for (const entry of entries.toReversed()) {
        if (entry.institutionId !== id) continue
        const { position, at, kind } = entry
        const text = { position, at: storedInstant(at), kind, institutionId: id }
        yield [entryOf({ ...text, body: bodyOf(entry) })]
      }
    },
  }
}

test('the ground to decide on is what every entry of the institution comes to, one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(books, institutionId, sheetContent, async (book, id, content) => {
      const { entries, market } = book
      const sheet = { ...content, institutionId: id, scrapedAt: after(market.at, dayLength) }
      const own = entries.filter((entry) => entry.institutionId === id)
      const { standing, series } = fold(own)
      const last = own.findLast((entry) => entry.kind === 'sheet-published')
      const inMemory = groundIn(market, id)
      assert.deepEqual(sorted(inMemory.known?.standing ?? new Map()), sorted(standing))
      for (const [key, { headline, ...expected }] of series) {
        assert.deepEqual(seriesOf(market.records, id, expected.terms), expected)
        assert.deepEqual(inMemory.known?.lastKnown(expected.terms), valuesOf(expected))
        const stands = standing.get(key)?.offers[0]
        // Why a series keeps no deposit: while it stands, that of its last change is that of what stands.
        if (stands === undefined) continue
        assert.ok(sameDecimal(depositOf(stands), depositOf(headline)))
        assert.equal(stands.rate, headline.rate)
      }
      for (const ground of [inMemory, await groundOf(readerOf(entries), id, sheet)]) {
        assert.equal(ground.head.position, entries.length)
        assert.equal(ground.currency, market.currency)
        assert.equal(ground.known === undefined, own.length === 0)
        const { sheet: lastSheet, position, at } = ground.known?.publication ?? {}
        assert.deepEqual(
          { sheet: lastSheet, position, at },
          { sheet: last?.sheet, position: last?.position, at: last?.at },
        )
        const found = Array.from(ground.known?.standing ?? [])
        assert.deepEqual(covered(found, sheet), covered(standing, sheet))
        for (const offer of sheet.offers) {
          const found = ground.known?.lastKnown(offer)
          const expected = series.get(keyOf(offer))
          assert.deepEqual(
            found && { tenure: found.tenure, rate: found.rate },
            expected && valuesOf(expected),
          )
        }
      }
    }),
    runs(150),
  )
})

const valuesOf = ({ terms: { tenure }, rate }: Pick<Series, 'terms' | 'rate'>) => ({ tenure, rate })

/** Without the instants of verifications, which nobody who publishes asks for. */
const covered = (standing: Iterable<[TermsKey, Standing]>, { covers }: Sheet) =>
  Array.from(standing, ([key, { offers }]) => [key, offers] as const)
    .filter(([, [{ variant }]]) => covers.includes(variant))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

const sorted = (map: ReadonlyMap<TermsKey, Standing>) =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Equal in every value, whatever its printing; written out, so that nothing is forgotten. */
const valueText = (sheet: Sheet): string =>
  canonicalJson({
    ...sheet,
    offers: sheet.offers.map((offer) => ({
      ...offer,
      tenure: canonicalDecimal(offer.tenure),
      rate: canonicalDecimal(offer.rate),
      minimumDeposit: offer.minimumDeposit && canonicalDecimal(offer.minimumDeposit),
      annualEffectiveRate: offer.annualEffectiveRate && canonicalDecimal(offer.annualEffectiveRate),
    })),
  })

test('a sheet from a store is known again, and what is new is decided as in memory', async () => {
  const again = fc.record({ content: sheetContent, id: institutionId, pick: fc.nat(40) })
  await fc.assert(
    fc.asyncProperty(books, again, async ({ entries, market }, { content, id, pick }) => {
      const published = entries.flatMap((entry) =>
        entry.kind === 'sheet-published' && entry.institutionId === id ? [entry] : [],
      )
      const known = published[pick % published.length]
      const later = after(market.at, dayLength)
      for (const sheet of [known?.sheet, { ...content, institutionId: id, scrapedAt: later }]) {
        if (sheet === undefined) continue
        const ground = await groundOf(readerOf(entries), id, sheet)
        const twin = published.findLast((entry) => valueText(entry.sheet) === valueText(sheet))
        const last = published.at(-1)
        const isPast = twin === last || (last && sheet.scrapedAt < last.sheet.scrapedAt)
        assert.equal(ground.twin, isPast === true ? twin?.position : undefined)
        const { institutionId, currency, scrapedAt } = sheet
        const reading = { sheet, head: { institutionId, currency, scrapedAt }, problems: [] }
        if (ground.twin !== undefined) continue
        assert.deepEqual(
          decide(ground, reading, later, false),
          decide(groundIn(market, id), reading, later, false),
        )
      }
    }),
    runs(150),
  )
})
