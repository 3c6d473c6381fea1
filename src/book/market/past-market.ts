import { countWhile } from '../../domain/text.ts'
import { lazily } from '../../domain/lazily.ts'
import type { Instant } from '../../domain/instant.ts'
import { correctionsIn } from './believed-sheets.ts'
import { firstChanges, type ChangeLists } from './change-lists.ts'
import { correctedChanges } from './evolve.ts'
import { foldEntries } from './fold.ts'
import { emptyMarket, type InstitutionBook, type Market } from './market.ts'
import { historyAfter, stepsUpTo } from './past-history.ts'
import { standingOf } from './past-standing.ts'

// A past market shares the lists of a later one up to its own position. Each part that differs is computed when a query first
// reads it.

/** The market as it was known at an instant. */
export function marketAt(market: Market, at: Instant): Market {
  // Instants never fall in a book, so the entries up to an instant are the first ones.
  const position = countWhile(market.entries, (entry) => entry.at <= at)
  return marketAfter(market, position)
}

/** The market after the entry at a position, which a later market has. */
function marketAfter(market: Market, position: number): Market {
  if (position === market.position) return market
  const entries = market.entries.slice(0, position)
  const last = entries.at(-1)
  if (last === undefined) return emptyMarket
  const institutions = new Map<string, InstitutionBook>()
  for (const [id, book] of market.institutions) {
    const past = bookAfter(book, position)
    if (past !== undefined) institutions.set(id, past)
  }
  const changes = lazily(() => changesAfter(market, position, institutions))
  return {
    position,
    at: last.at,
    currency: entries.find((entry) => entry.kind === 'sheet-published')?.sheet.currency,
    sample: market.sample && entries.some((one) => one.kind === 'sheet-published' && one.sample),
    institutions,
    get changes() {
      return changes()
    },
    corrections: stepsUpTo(market.corrections, position),
    entries,
  }
}

/** The book of an institution after a position; `undefined` if it was not registered. */
function bookAfter(book: InstitutionBook, position: number): InstitutionBook | undefined {
  const entries = upTo(book.entries, position)
  const registrations = upTo(book.registrations, position)
  const registration = registrations.at(-1)
  if (registration === undefined) return undefined
  if (entries.length === book.entries.length) return book
  const corrected = lazily(() => correctionsIn(book.entries).map((entry) => entry.position))
  const isCorrected = (): boolean => (corrected()[0] ?? Infinity) <= position
  const isCorrectedLater = (): boolean => (corrected().at(-1) ?? 0) > position
  // A later correction may have changed any step.
  const snapshots = lazily(() => (isCorrectedLater() ? [] : upTo(book.snapshots, position)))
  const standing = lazily(() => standingOf(entries, snapshots().at(-1)))
  const published = lazily(() => historyAfter(book.published, position, corrected().length > 0))
  const believed = lazily(() => {
    if (!isCorrected()) return published()
    if (isCorrectedLater()) return foldEntries(entries).believed
    return historyAfter(book.believed, position, false)
  })
  return {
    institution: registration.institution,
    entries,
    registrations,
    get standing() {
      return standing().standing
    },
    get publication() {
      return standing().publication
    },
    get checkedAt() {
      return standing().checkedAt
    },
    get snapshots() {
      return snapshots()
    },
    get believed() {
      return believed()
    },
    get published() {
      return published()
    },
  }
}

/** The raises and cuts up to a position, as they were believed then. */
function changesAfter(
  { changes, entries }: Market,
  position: number,
  institutions: Market['institutions'],
): ChangeLists {
  const count = countWhile(changes.all, ({ entry }) => entry.position <= position)
  const known = firstChanges(changes, count)
  const corrections = correctionsIn(entries.slice(position))
  return corrections.length === 0 ? known : correctedChanges(known.all, corrections, institutions)
}

function upTo<T extends { readonly position: number }>(
  items: readonly T[],
  position: number,
): readonly T[] {
  return items.slice(
    0,
    countWhile(items, (item) => item.position <= position),
  )
}
