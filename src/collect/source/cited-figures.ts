import { foldEntries, foldEntry, newFold, type FoldState } from '../../book/market/fold.ts'
import { tiersRead } from '../../book/market/runs.ts'
import { offersIn, type StandingOffers } from '../../book/market/standing.ts'
import { verifiedEntries } from '../../book/store/chain.ts'
import type { Store } from '../../book/store/store.ts'
import type { Entry } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { tierKeyOf, tierText, type Offer, type TierKey } from '../../domain/offer.ts'
import { bodiesText, type CapturedPage, type OfferCells, type Origin } from '../../domain/origin.ts'
import { bookStart } from '../../domain/stored-entry.ts'
import type { BookCitations } from '../captures/prune.ts'
import type { CitedFigures } from '../read/evidence.ts'

/** The figures of an entry, or why they cannot be known. `isWithheld`: a mirror lacks the entry that has their cells. */
type FiguresOfEntry =
  | { readonly figures: CitedFigures }
  | { readonly isWithheld: true }
  | { readonly problem: string }

/** The figures of one entry that a run made. */
export type CitingEntry = { readonly entry: Entry; readonly origin: Origin } & FiguresOfEntry

/** An entry, and its institution as the entries before it left it. */
export type EntryInPast = {
  readonly entry: Entry
  readonly earlier: readonly Entry[]
  readonly standing: StandingOffers
}

/** Entries with the past of each, oldest first. The past of an entry holds until the next one is asked for. */
export function* withPasts(entries: Iterable<Entry>): Generator<EntryInPast> {
  const pasts = new Map<string, { readonly earlier: Entry[]; state: FoldState }>()
  for (const entry of entries) {
    const past = pasts.get(entry.institutionId) ?? { earlier: [], state: newFold() }
    pasts.set(entry.institutionId, past)
    yield { entry, earlier: past.earlier, standing: past.state.standing }
    past.earlier.push(entry)
    // A correction changes what earlier sheets mean.
    if (entry.kind === 'rate-corrected') past.state = foldEntries(past.earlier)
    else foldEntry(past.state, entry)
  }
}

/**
 * The figures of every entry with an origin, oldest first, each with its cells. A verification confirms the offers that stood before
 * it. Failed runs have no figures. A run that repeats an earlier one has the cells of that one.
 */
export function* citedFigures(entries: Iterable<Entry>): Generator<CitingEntry> {
  for (const past of withPasts(entries)) {
    const { entry } = past
    if ('origin' in entry && entry.origin !== undefined && entry.kind !== 'rates-checked')
      yield { entry, origin: entry.origin, ...figuresOf(past, entry.origin) }
  }
}

function figuresOf(past: EntryInPast, origin: Origin): FiguresOfEntry {
  const offers = offersOf(past)
  if ('problem' in offers) return offers
  const { printedDate } = origin
  const date = printedDate === undefined ? {} : { printedDate }
  if (origin.cells !== undefined && origin.repeats === undefined)
    return { figures: { offers, cells: origin.cells, ...date } }
  const repeated = past.earlier.find(({ position }) => position === origin.repeats)
  if (repeated?.kind === 'withheld') return { isWithheld: true }
  const cells = repeatedCells(origin, repeated)
  if ('problem' in cells) return cells
  const missing = offers.find((offer) => !cells.has(tierKeyOf(offer)))
  if (missing !== undefined)
    return { problem: `${tierText(missing)}: the repeated entry has no cells of it.` }
  const own = offers.flatMap((offer) => cells.get(tierKeyOf(offer)) ?? [])
  return { figures: { offers, cells: own, ...date } }
}

/** The offers that an entry publishes or confirms. */
function offersOf({
  entry,
  standing: tiers,
}: EntryInPast): readonly Offer[] | { readonly problem: string } {
  if ('sheet' in entry) return entry.sheet.offers
  const standing = offersIn(tiers)
  if (!('tiers' in entry) || entry.tiers === undefined) return standing
  const byTier = new Map(standing.map((offer) => [tierKeyOf(offer), offer]))
  const lost = entry.tiers.find((tier) => !byTier.has(tierKeyOf(tier)))
  if (lost !== undefined) return { problem: `${tierText(lost)}: no offer stands that it confirms.` }
  return entry.tiers.flatMap((tier) => byTier.get(tierKeyOf(tier)) ?? [])
}

/** The cells of the entry that an origin repeats, by tier. */
export function repeatedCells(
  { repeats, captures }: Origin,
  repeated: Entry | undefined,
): ReadonlyMap<TierKey, OfferCells> | { readonly problem: string } {
  if (repeats === undefined) return { problem: 'It has no cells.' }
  const origin = repeated !== undefined && 'origin' in repeated ? repeated.origin : undefined
  if (repeated === undefined || origin?.cells === undefined)
    return { problem: `The entry ${repeats}, which it repeats, has no cells.` }
  if (bodiesText(origin.captures) !== bodiesText(captures))
    return { problem: `The entry ${repeats}, which it repeats, has other captures.` }
  const { cells } = origin
  return new Map(
    tiersRead(repeated).flatMap((tier, index): readonly [TierKey, OfferCells][] => {
      const own = cells[index]
      return own === undefined ? [] : [[tierKeyOf(tier), own]]
    }),
  )
}

/** Reads a whole book: the captures that its entries cite, and when figures changed or were held. */
export async function readCitations(
  store: Pick<Store, 'name' | 'mirrorOf' | 'storedEntries'>,
): Promise<BookCitations> {
  const cited = new Map<string, number>()
  const changes = new Map<string, Instant[]>()
  for await (const { entries } of verifiedEntries(store, bookStart)) {
    for (const entry of entries) {
      const { at, institutionId, kind, position } = entry
      for (const { digest } of citedPages(entry))
        if (!cited.has(digest)) cited.set(digest, position)
      if (kind !== 'sheet-published' && kind !== 'sheet-held') continue
      const earlier = changes.get(institutionId)
      if (earlier === undefined) changes.set(institutionId, [at])
      else earlier.push(at)
    }
  }
  return { cited, changes }
}

/** The captured pages that a run read, or that a person typed a sheet from. */
function citedPages(entry: Entry): readonly CapturedPage[] {
  const read = 'origin' in entry ? (entry.origin?.captures ?? []) : []
  return 'typedFrom' in entry ? [...read, ...(entry.typedFrom ?? [])] : read
}
