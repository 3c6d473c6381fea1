import * as fc from 'fast-check'
import { emptyHead, type Entry } from '../../src/domain/entry.ts'
import { after, dayLength, instantText, type Instant } from '../../src/domain/instant.ts'
import { canonicalJson } from '../../src/domain/canonical-json.ts'
import type { Sheet } from '../../src/domain/sheet.ts'
import { evolve } from '../../src/market/evolve.ts'
import { emptyMarket, type Market } from '../../src/market/market.ts'
import { groundIn } from '../../src/publish/ground-in.ts'
import { groundOf } from '../../src/publish/ground.ts'
import { decide, type Verdict } from '../../src/publish/publish.ts'
import type { BookReader } from '../../src/store/store.ts'
import { happenings, start, type Happening } from '../support/generators.ts'

/** A random book and the market that it makes. */
export type Book = {
  readonly entries: readonly Entry[]
  readonly market: Market
  /** How a failure shows it: its entries, a line each. */
  readonly [fc.toStringMethod]?: () => string
}

/** The book of some happenings, each decided as the commands decide it; what would be refused did not happen. */
export function bookOf(happened: readonly Happening[]): Book {
  const entries: Entry[] = []
  let market = emptyMarket
  let at = start
  for (const { pause, act } of happened) {
    at = afterPause(at, pause)
    const draft = draftOf(market, act, at)
    if (draft === undefined) continue
    const entry = { ...draft, position: market.position + 1 }
    entries.push(entry)
    market = evolve(market, entry)
  }
  const lines = () =>
    entries.map((entry) => `\n${instantText(entry.at)} ${JSON.stringify(entry)}`).join('')
  return { entries, market, [fc.toStringMethod]: lines }
}

/** Random books. */
export const books: fc.Arbitrary<Book> = happenings.map(bookOf)

const readingOf = (sheet: Sheet) => {
  const { institutionId, currency, scrapedAt } = sheet
  return { sheet, head: { institutionId, currency, scrapedAt }, problems: [] }
}

/** What becomes of a sheet that somebody publishes into a market where it was not published before. */
export function verdictOn(market: Market, sheet: Sheet, at: Instant): Verdict {
  return decide(groundIn(market, sheet.institutionId), readingOf(sheet), at, false)
}

/** What becomes of a sheet that somebody publishes into a book where it may have been published before. */
export async function verdictIn(
  entries: readonly Entry[],
  sheet: Sheet,
  at: Instant,
): Promise<Verdict> {
  const reader: BookReader = {
    head: () => Promise.resolve(entries.at(-1) ?? emptyHead),
    currency: () => Promise.resolve(sheet.currency),
    async *entriesOf(institutionId) {
      for (const entry of entries.toReversed())
        if (entry.institutionId === institutionId) yield [entry]
    },
  }
  const ground = await groundOf(reader, sheet.institutionId, sheet)
  return decide(ground, readingOf(sheet), at, false)
}

function afterPause(at: Instant, { wait, midnight }: Happening['pause']): Instant {
  const waited = after(at, wait)
  if (midnight === undefined) return waited
  return (Math.ceil((waited + 1) / dayLength) * dayLength + midnight) as Instant
}

function draftOf(market: Market, act: Happening['act'], at: Instant) {
  const { kind, id } = act
  const book = market.institutions.get(id)
  if (kind === 'register') {
    const institution = { id, ...act.record }
    const isNew =
      book === undefined || canonicalJson(book.institution) !== canonicalJson(institution)
    return isNew
      ? { at, institutionId: id, kind: 'institution-registered' as const, institution }
      : undefined
  }
  if (book === undefined) return undefined
  if (kind === 'check') return { at, institutionId: id, kind: 'rates-checked' as const }
  if (kind === 'verify') return { at, institutionId: id, kind: 'rates-verified' as const }
  const last = book.publication?.sheet
  const content = kind === 'publish' ? act.sheet : last
  if (content === undefined) return undefined
  const scrapedAt = Math.max(at - act.lag, last?.scrapedAt ?? -Infinity) as Instant
  const verdict = verdictOn(market, { ...content, institutionId: id, scrapedAt }, at)
  return verdict.kind === 'published' ? verdict.draft : undefined
}

/** Where a random instant lies: some days after an instant of the book or after its midnight, and a millisecond beside it. */
export type When = {
  readonly anchor: number
  readonly days: number
  readonly fromMidnight: boolean
  readonly beside: number
  readonly mayPrecede: boolean
}

export const when: fc.Arbitrary<When> = fc.record({
  anchor: fc.nat(40),
  days: fc.nat(6),
  fromMidnight: fc.boolean(),
  beside: fc.constantFrom(-1, 0, 1, 5_000_000),
  mayPrecede: fc.constantFrom(true, false, false, false),
})

/** That instant in a book: after its last entry, but for clocks that differ. */
export function instantIn(
  { entries, market }: Book,
  { anchor, days, fromMidnight, beside, mayPrecede }: When,
): Instant {
  const known = entries.flatMap((entry) =>
    entry.kind === 'sheet-published' ? [entry.sheet.scrapedAt, entry.at] : [entry.at],
  )
  const from = known[anchor % known.length] ?? start
  const base = fromMidnight ? Math.floor(from / dayLength) * dayLength : from
  const at = base + days * dayLength + beside
  return (mayPrecede ? at : Math.max(at, market.at)) as Instant
}
