import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readSheet, readSheets } from '../../../src/book/publish/input/read-sheet.ts'
import { writeCsv } from '../../../src/book/publish/input/serialize.ts'
import { currentSheets } from '../../../src/book/query/current-offers.ts'
import { canonicalDecimal } from '../../../src/domain/decimal.ts'
import { after, type Instant } from '../../../src/domain/instant.ts'
import { compareTiers, type Offer, type Sheet } from '../../../src/domain/offer.ts'
import { bodyOf, entryOf, storedInstant } from '../../../src/domain/stored-entry.ts'
import { institutionId, runs, start } from '../../support/generators.ts'
import { sheetContent } from '../../support/sheet-generators.ts'
import { books } from './books.ts'
import { sheetJson, sheetsCsv } from './sheet-text.ts'

const sheets: fc.Arbitrary<Sheet> = fc
  .tuple(sheetContent, institutionId, fc.nat(86_400_000))
  .map(([content, id, wait]) => ({
    ...content,
    institutionId: id,
    scrapedAt: (start + wait) as Instant,
  }))

/** A CSV has no column for the terms that a sheet leaves alone. */
const csvSheets = sheets.map((sheet): Sheet => {
  const { leaves: _, ...rest } = sheet
  return rest
})

const read = (text: string) => readSheet(new TextEncoder().encode(text))

test('a sheet in JSON is read correctly, with any white space and any order', () => {
  const shuffled = sheets.chain((sheet) =>
    fc.record({
      sheet: fc.constant(sheet),
      offers: fc.shuffledSubarray([...sheet.offers], { minLength: sheet.offers.length }),
      indent: fc.nat(2),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ sheet, offers, indent }) => {
      const { institutionId, currency, scrapedAt } = sheet
      const head = { institutionId, currency, scrapedAt }
      assert.deepEqual(read(sheetJson({ ...sheet, offers }, indent)), { sheet, head, problems: [] })
    }),
    runs(200),
  )
})

const styles = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  hasMark: fc.boolean(),
  quotesAll: fc.boolean(),
})

const readAll = (text: string) => readSheets(new TextEncoder().encode(text))

/** The result of reading a sheet in a CSV, from that of its JSON: the reader also says that a file has no upper bounds. */
function inCsv<T extends ReturnType<typeof read>>(parsed: T, file: readonly Sheet[]): T {
  const hasRanges = file.some(({ offers }) => offers.some(({ tenureTo }) => tenureTo))
  return hasRanges ? parsed : { ...parsed, head: { ...parsed.head, lacksUpperBounds: true } }
}

test('a sheet in CSV equals the same sheet in JSON, with any separator, line end, mark and quotes', () => {
  fc.assert(
    fc.property(csvSheets, styles, (sheet, style) => {
      const expected = read(sheetJson(sheet, 0))
      assert.deepEqual(readAll(sheetsCsv([sheet], style)), [inCsv(expected, [sheet])])
      assert.deepEqual(readAll((style.hasMark ? '\uFEFF' : '') + sheetJson(sheet, 1)), [expected])
    }),
    runs(200),
  )
})

test('several sheets in one CSV equal each sheet by itself, in the order of scraped_at', () => {
  const several = fc.uniqueArray(csvSheets, {
    maxLength: 5,
    selector: ({ institutionId: id }) => id,
  })
  fc.assert(
    fc.property(several, csvSheets, styles, (whole, one, style) => {
      const same = whole.find(({ institutionId }) => institutionId === one.institutionId)
      // Two sheets of one institution must be partial.
      const parts = [one, { ...one, scrapedAt: after(one.scrapedAt, 1) }]
      const all = [
        ...whole.filter((sheet) => sheet !== same),
        ...parts.map((part) => ({ ...part, complete: false })),
      ].toSorted((a, b) => a.scrapedAt - b.scrapedAt)
      const expected = all.map((sheet) => inCsv(read(sheetJson(sheet, 0)), all))
      assert.deepEqual(readAll(sheetsCsv(all, style)), expected)
    }),
    runs(200),
  )
})

/** The book keeps the first printing of a tenure, also where a later sheet printed days. */
function byValue({ offers, ...sheet }: Sheet): Sheet {
  const tenuresOf = ({ tenure, tenureTo }: Offer) => ({
    tenure: canonicalDecimal(tenure),
    ...(tenureTo !== undefined && { tenureTo: canonicalDecimal(tenureTo) }),
  })
  return { ...sheet, offers: offers.map((offer) => ({ ...offer, ...tenuresOf(offer) })) }
}

test('the current offers of a market, written as CSV, are read again as they stand', () => {
  fc.assert(
    fc.property(books, ({ market }) => {
      const current = currentSheets(market, {})
      const parsed = readAll(writeCsv(current))
      if (current.length === 0) return
      assert.deepEqual(
        parsed.flatMap(({ problems }) => problems),
        [],
      )
      const inOrder = current.toSorted((a, b) => a.scrapedAt - b.scrapedAt)
      assert.deepEqual(
        parsed.map(({ sheet }) => sheet && byValue(sheet)),
        inOrder.map(byValue),
      )
      for (const [id, own] of Map.groupBy(current, ({ institutionId }) => institutionId)) {
        const standing = [...(market.institutions.get(id)?.standing.values() ?? [])]
        const all = standing.flatMap(({ offers }) => offers).toSorted(compareTiers)
        assert.deepEqual(own.flatMap(({ offers }) => offers).toSorted(compareTiers), all)
        assert.ok(own.every(({ complete }) => complete === (own.length === 1)))
      }
    }),
    runs(200),
  )
})

/** Canonical JSON (RFC 8785) for the values of a book: keys by code unit, no white space. */
function canonically(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonically).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, item]) => [JSON.stringify(key), canonically(item)] as const,
  )
  // All keys of a book are ASCII letters, so quoted keys sort like the keys themselves.
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map((member) => member.join(':')).join(',')}}`
}

test('an entry is read back from its stored text, which is canonical JSON', () => {
  fc.assert(
    fc.property(books, ({ entries }) => {
      for (const entry of entries) {
        const { position, at, kind, institutionId } = entry
        const body = bodyOf(entry)
        const text = { position, at: storedInstant(at), kind, institutionId, bodyDigest: '', body }
        const again = entryOf(text)
        assert.deepEqual(again, entry)
        assert.equal(bodyOf(again), body)
        assert.equal(body, canonically(JSON.parse(body)))
      }
    }),
    runs(100),
  )
})

test('a sheet in JSON that is read and stored is read back unchanged', () => {
  fc.assert(
    fc.property(sheets, (written) => {
      const { sheet } = read(sheetJson(written, 0))
      assert.ok(sheet !== undefined)
      const { institutionId, scrapedAt: at } = sheet
      const kind = 'sheet-published'
      const body = bodyOf({ at, institutionId, kind, sheet, changes: [], sample: true })
      const text = { position: 1, at: storedInstant(at), kind, institutionId, bodyDigest: '', body }
      const entry = entryOf(text)
      assert.deepEqual(entry, {
        position: 1,
        at,
        institutionId,
        kind,
        sheet: written,
        changes: [],
        sample: true,
      })
    }),
    runs(200),
  )
})
