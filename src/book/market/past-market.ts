import type { Entry } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { keyOf, tierKeyOf, type TermsKey, type Tier, type TierKey } from '../../domain/offer.ts'
import { countWhile, lazily } from '../../domain/text.ts'
import { believedByPosition, correctionsIn, type BelievedSheet } from './believed-sheets.ts'
import { correctedChanges } from './evolve.ts'
import { foldEntries, newStanding, stand } from './fold.ts'
import {
  emptyMarket,
  type ChangeLists,
  type InstitutionBook,
  type Market,
  type StandingSnapshot,
  type StandingState,
} from './market.ts'
import type { InstitutionTerms, RateHistory, SeriesStep } from './rate-history.ts'
import { confirmations, type Verifying } from './verifications.ts'

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
    corrections: upTo(market.corrections, position),
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
  const known = {
    all: changes.all.slice(0, count),
    terms: changes.terms,
    kinds: changes.kinds.subarray(0, count),
  }
  const corrections = correctionsIn(entries.slice(position))
  return corrections.length === 0 ? known : correctedChanges(known.all, corrections, institutions)
}

/** A rate history as it was after a position. Series of published steps may have been joined since, if something was corrected. */
function historyAfter(
  { records, series: all }: RateHistory,
  position: number,
  mayBeJoined: boolean,
): RateHistory {
  const series = new Map<TierKey, readonly SeriesStep[]>()
  const terms = new Map<TermsKey, InstitutionTerms>()
  for (const steps of all.values()) {
    const parts = mayBeJoined ? partsAfter(steps, position) : [upTo(steps, position)]
    for (const part of parts) {
      const [first, last] = [part[0], part.at(-1)]
      if (first === undefined || last === undefined) continue
      series.set(keyOfStep(last), part)
      terms.set(keyOf(first.terms), first.terms)
    }
  }
  return { records: upTo(records, position), series, terms }
}

/** The series up to a position that one series was joined from. Each begins with an `initial` step. */
function partsAfter(
  steps: readonly SeriesStep[],
  position: number,
): readonly (readonly SeriesStep[])[] {
  const parts: SeriesStep[][] = []
  for (const step of steps.filter(({ entry }) => entry.position <= position)) {
    if (step.direction !== 'initial') parts.at(-1)?.push(step)
    else parts.push([step])
  }
  const joined: SeriesStep[][] = []
  for (const part of parts) {
    joined.push(part)
    // A series that was joined itself may have taken the tier of the one before.
    while (takesTierOf(joined.at(-2), joined.at(-1))) joined.push(joined.splice(-2).flat())
  }
  return joined
}

/** Whether a series took the tier of an earlier one after the last step of that. */
function takesTierOf(
  earlier: readonly SeriesStep[] | undefined,
  series: readonly SeriesStep[] = [],
): boolean {
  const last = earlier?.at(-1)
  return (
    last !== undefined &&
    series.some(
      (step) => step.entry.position >= last.entry.position && keyOfStep(step) === keyOfStep(last),
    )
  )
}

function keyOfStep({ terms, minimumDeposit }: SeriesStep): TierKey {
  return tierKeyOf({ ...terms, minimumDeposit })
}

/** Folds the entries of an institution after a snapshot. It skips the sheets and verifications that later entries replace. */
function standingOf(
  entries: readonly Entry[],
  snapshot: StandingSnapshot | undefined,
): StandingState {
  const state = { ...(snapshot ?? newStanding()) }
  const later = entries.filter(({ position }) => position > (snapshot?.position ?? 0))
  const sheets = believedByPosition(entries)
  const confirms = confirmations(entries)
  const first = firstSheet([...sheets.values()], entries)
  const replaced = replacedFrom(first, later)
  for (const entry of later) {
    const isReplaced = entry.position < first || replaced.has(entry)
    stand(state, entry, sheets.get(entry.position), confirms, isReplaced)
  }
  return state
}

/**
 * The position of the sheet from which on complete sheets list or withdraw everything that was ever listed; 0 if there is none.
 * A sheet that was read before an earlier verification does not count: the confirmation of an equal rate outlives it.
 */
function firstSheet(sheets: readonly BelievedSheet[], entries: readonly Entry[]): number {
  const variants = new Set(sheets.flatMap(({ sheet }) => sheet.covers))
  const verifications = entries.filter(({ kind }) => kind === 'rates-verified')
  for (const { entry, sheet } of sheets.toReversed()) {
    const { complete, covers, leaves = [], scrapedAt } = sheet
    const verified = verifications.findLast(({ position }) => position < entry.position)
    if (!complete || leaves.length > 0 || (verified?.at ?? scrapedAt) > scrapedAt) continue
    for (const variant of covers) variants.delete(variant)
    if (variants.size === 0) return entry.position
  }
  return 0
}

/** The verifications from a position on that a later one replaces: it names the same tiers, and no sheet or correction is between. */
function replacedFrom(position: number, entries: readonly Entry[]): ReadonlySet<Entry> {
  const replaced = new Set<Entry>()
  let later: Verifying[] = []
  for (const entry of entries.toReversed()) {
    if (entry.position < position) break
    if (entry.kind === 'sheet-published' || entry.kind === 'rate-corrected') later = []
    if (entry.kind !== 'rates-verified') continue
    if (later.some((one) => namesSame(one, entry))) replaced.add(entry)
    else later.push(entry)
  }
  return replaced
}

/** Most verifications of a loaded book share their lists of tiers. */
function namesSame({ tiers }: Verifying, { tiers: others }: Verifying): boolean {
  if (tiers === others || tiers === undefined || others === undefined) return tiers === others
  const isSame = (tier: Tier, index: number): boolean =>
    keyOf(tier) === keyOf(others[index] ?? tier)
  return tiers.length === others.length && tiers.every(isSame)
}

type Placed = { readonly position: number } | { readonly entry: { readonly position: number } }

/** The items of a list up to a position, of which none comes before an earlier one. */
function upTo<T extends Placed>(items: readonly T[], position: number): readonly T[] {
  const count = countWhile(items, (item) => positionOf(item) <= position)
  return items.slice(0, count)
}

function positionOf(item: Placed): number {
  return 'entry' in item ? item.entry.position : item.position
}
