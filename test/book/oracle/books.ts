import * as fc from 'fast-check'
import { retractedIn } from '../../../src/book/market/believed-sheets.ts'
import { evolve } from '../../../src/book/market/evolve.ts'
import { emptyMarket, type Market } from '../../../src/book/market/market.ts'
import {
  contextFromMarket,
  contextFromStore,
} from '../../../src/book/publish/context-from-store.ts'
import {
  decideCorrection,
  type CorrectionVerdict,
} from '../../../src/book/publish/decide-correction.ts'
import {
  decideSheet,
  type EntryDetails,
  type Verdict,
} from '../../../src/book/publish/decide-sheet.ts'
import { withSalts } from '../../../src/book/store/chain.ts'
import type { BookReader } from '../../../src/book/store/store.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import {
  emptyHead,
  entriesAfter,
  institutionsOf,
  type Draft,
  type Entry,
} from '../../../src/domain/entry.ts'
import { after, dayLength, instantText, type Instant } from '../../../src/domain/instant.ts'
import { canonicalJson } from '../../../src/domain/json.ts'
import { tierOf, type Sheet } from '../../../src/domain/offer.ts'
import { unrated } from '../../support/book.ts'
import { correctedEvents } from '../../support/corrected-events.ts'
import { bookEvents, start, type BookEvent, type SomeCorrection } from '../../support/generators.ts'
import type {
  SomeEdit,
  SomeReview,
  SomeReviewer,
  SomeRun,
  SomeTyping,
} from '../../support/run-generators.ts'
import { revised, type SheetContent } from '../../support/sheet-generators.ts'
import { editDrafts, reviewDrafts, reviewerDrafts, runDrafts, typingDrafts } from './runs.ts'

/** A random book and the market that it makes. */
export type Book = {
  readonly entries: readonly Entry[]
  readonly market: Market
  /** The market before the first entry, and the market after each entry. */
  readonly markets: readonly Market[]
  /** fast-check prints a counterexample with this: one entry a line. */
  readonly [fc.toStringMethod]?: () => string
}

/**
 * Makes a book of some actions, with the decisions of the commands, or the entries that follow a market. Actions that the
 * commands would refuse are left out.
 */
export function bookOf(actions: readonly BookEvent[], from: Market = emptyMarket): Book {
  const entries: Entry[] = []
  let market = from
  const markets = [market]
  let at = Math.max(start, from.at) as Instant
  for (const { pause, act } of actions) {
    at = afterPause(at, pause)
    for (const entry of entriesAfter(market.position, withSalts(draftsOf(market, act, at)))) {
      entries.push(entry)
      market = evolve(market, entry)
      markets.push(market)
    }
  }
  const lines = () =>
    entries.map((entry) => `\n${instantText(entry.at)} ${JSON.stringify(entry)}`).join('')
  return { entries, market, markets, [fc.toStringMethod]: lines }
}

/** Random books. */
export const books: fc.Arbitrary<Book> = bookEvents.map(bookOf)

/** Random books without corrections. */
export const uncorrectedBooks: fc.Arbitrary<Book> = bookEvents.map((events) =>
  bookOf(events.filter(({ act: { kind } }) => kind !== 'correct' && kind !== 'retract')),
)

/** A book of one institution that publishes these sheets, one a day. */
export function publishAll(sheets: readonly SheetContent[]): Book {
  const { id, ...record } = unrated('alpha')
  const publications = sheets.map((sheet): BookEvent => {
    return { pause: { wait: dayLength }, act: { kind: 'publish', id, sheet, lag: 0, details: {} } }
  })
  return bookOf([{ pause: { wait: 0 }, act: { kind: 'register', id, record } }, ...publications])
}

/** Random books of one institution with many corrections. */
export const correctedBooks: fc.Arbitrary<Book> = correctedEvents.map((events) => bookOf(events))

const readingOf = (sheet: Sheet) => {
  const { institutionId, currency, scrapedAt } = sheet
  return { sheet, head: { institutionId, currency, scrapedAt }, problems: [] }
}

/** The decision about a sheet, from a market in memory that does not contain it yet. */
export function verdictOn(
  market: Market,
  sheet: Sheet,
  at: Instant,
  details: Omit<EntryDetails, 'at' | 'sample'> = {},
): Verdict {
  return decideSheet(contextFromMarket(market, sheet.institutionId), readingOf(sheet), {
    ...details,
    at,
    sample: false,
  })
}

/** Reads the entries of a book from memory. */
export function bookReaderOf(entries: readonly Entry[], currency: string | undefined): BookReader {
  return {
    head: () => Promise.resolve(entries.at(-1) ?? emptyHead),
    currency: () => Promise.resolve(currency),
    entryAt: (position) => Promise.resolve(entries[position - 1]),
    institutions: () => Promise.resolve(institutionsOf(entries)),
    async *entriesOf(institutionId) {
      for (const entry of entries.toReversed())
        if (entry.institutionId === institutionId) yield [entry]
    },
  }
}

/** The decision about a correction; `undefined` if the institution has no such sheet or figure. */
export function correctionVerdict(
  market: Market,
  id: string,
  { kind, age, pick, rate, only, cause, details }: SomeCorrection,
  at: Instant,
): CorrectionVerdict | undefined {
  const book = market.institutions.get(id)
  const retracted = retractedIn(book?.entries ?? [])
  const sheets =
    book?.entries
      .filter((entry) => entry.kind === 'sheet-published')
      .filter(({ position }) => !retracted.has(position)) ?? []
  const sheet = sheets.toReversed()[age % sheets.length]
  if (book === undefined || sheet === undefined) return undefined
  const request = { ...details, of: sheet.position, cause }
  if (kind === 'retract') return decideCorrection(book, request, at)
  const withdrawn = sheet.changes.filter(({ direction }) => direction === 'withdrawn')
  const tiers = [...sheet.sheet.offers, ...withdrawn].map(tierOf)
  const tier = tiers[pick % tiers.length]
  if (tier === undefined) return undefined
  // Without a minimum deposit, a request means the only tier of the terms.
  const { minimumDeposit = '0' as Decimal } = tier
  const figure = { tier: { ...tier, minimumDeposit }, ...(rate !== undefined && { rate }) }
  return decideCorrection(book, { ...request, figure, ...(only === true && { only }) }, at)
}

/** The decision about a sheet, from the entries of a book that may already contain it. */
export async function verdictIn(
  entries: readonly Entry[],
  sheet: Sheet,
  at: Instant,
): Promise<Verdict> {
  const reader = bookReaderOf(entries, sheet.currency)
  const context = await contextFromStore(reader, sheet.institutionId, sheet)
  return decideSheet(context, readingOf(sheet), { at, sample: false })
}

function afterPause(at: Instant, { wait, midnight }: BookEvent['pause']): Instant {
  const waited = after(at, wait)
  if (midnight === undefined) return waited
  return (Math.ceil((waited + 1) / dayLength) * dayLength + midnight) as Instant
}

/** The entries of an action; none if a command would refuse it. */
function draftsOf(market: Market, act: BookEvent['act'], at: Instant): readonly Draft[] {
  if (act.kind === 'reviewer') return reviewerDrafts(market, act, at)
  if (act.kind === 'review') return reviewDrafts(market, act.id, act, at)
  if (act.kind === 'edit') return editDrafts(market, act.id, act, at)
  if (act.kind === 'type') return typingDrafts(market, act.id, act, at)
  const book = market.institutions.get(act.id)
  if (act.kind === 'run') return book === undefined ? [] : runDrafts(book, act, at)
  const draft = draftOf(market, act, at)
  return draft === undefined ? [] : [draft]
}

type ByHand = Exclude<BookEvent['act'], SomeRun | SomeReview | SomeEdit | SomeTyping | SomeReviewer>

function draftOf(market: Market, act: ByHand, at: Instant): Draft | undefined {
  const { id } = act
  const head = { at, institutionId: id }
  const book = market.institutions.get(id)
  if (book === undefined && act.kind !== 'register') return undefined
  switch (act.kind) {
    case 'register': {
      const institution = { id, ...act.record }
      const isNew =
        book === undefined || canonicalJson(book.institution) !== canonicalJson(institution)
      return isNew ? { ...head, kind: 'institution-registered', institution } : undefined
    }
    case 'check':
      return { ...head, kind: 'rates-checked', ...act.attribution }
    case 'verify':
      return { ...head, kind: 'rates-verified', ...act.attribution }
    case 'correct':
    case 'retract': {
      const verdict = correctionVerdict(market, id, act, at)
      return verdict?.kind === 'corrected' ? verdict.draft : undefined
    }
    case 'publish':
    case 'revise':
    case 'republish': {
      const last = book?.entries.findLast((entry) => entry.kind === 'sheet-published')?.sheet
      const content = contentOf(act, last)
      if (content === undefined) return undefined
      const scrapedAt = Math.max(at - act.lag, last?.scrapedAt ?? -Infinity) as Instant
      const sheet = { ...content, institutionId: id, scrapedAt }
      const verdict = verdictOn(market, sheet, at, act.details)
      return verdict.kind === 'published' ? verdict.draft : undefined
    }
    default:
      throw act satisfies never
  }
}

/** The sheet that an action publishes. */
function contentOf(
  act: Extract<ByHand, { lag: number }>,
  last: Sheet | undefined,
): SheetContent | undefined {
  if (act.kind === 'publish') return act.sheet
  return act.kind === 'revise' ? last && revised(last, act.revision) : last
}

/** A random instant: days after an instant of the book or after its midnight, sometimes a millisecond earlier or later. */
export type RandomInstant = {
  readonly anchor: number
  readonly days: number
  readonly fromMidnight: boolean
  readonly offset: number
  readonly mayPrecede: boolean
}

export const when: fc.Arbitrary<RandomInstant> = fc.record({
  anchor: fc.nat(40),
  days: fc.nat(6),
  fromMidnight: fc.boolean(),
  offset: fc.constantFrom(-1, 0, 1, 5_000_000),
  mayPrecede: fc.constantFrom(true, false, false, false),
})

/** That instant in a book: after its last entry, or earlier, as with a clock that is behind. */
export function instantIn(
  { entries, market }: Book,
  { anchor, days, fromMidnight, offset, mayPrecede }: RandomInstant,
): Instant {
  const known = entries.flatMap((entry) =>
    entry.kind === 'sheet-published' ? [entry.sheet.scrapedAt, entry.at] : [entry.at],
  )
  const from = known[anchor % known.length] ?? start
  const base = fromMidnight ? Math.floor(from / dayLength) * dayLength : from
  const at = base + days * dayLength + offset
  return (mayPrecede ? at : Math.max(at, market.at)) as Instant
}
