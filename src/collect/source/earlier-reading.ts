import { canonicalJson } from '../../domain/json.ts'
import type { Day } from '../../domain/day.ts'
import { sameOptional, type Decimal, canonicalDecimal } from '../../domain/decimal.ts'
import type { Entry, Publishing } from '../../domain/entry.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import {
  compareTiers,
  keyOf,
  tierKeyOf,
  tierOf,
  type Offer,
  type Tier,
  type Variant,
  type Sheet,
} from '../../domain/offer.ts'
import { bodiesText, type CapturedPage, type Origin, type SourceRef } from '../../domain/origin.ts'
import { tiersRead } from '../../book/market/runs.ts'
import { holdBeforeEdits, holdsOf, lastReadHold, type ReadHold } from '../../book/market/holds.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import { retractedIn } from '../../book/market/believed-sheets.ts'
import { foldEntries } from '../../book/market/fold.ts'
import { offersIn } from '../../book/market/standing.ts'

type Entries = Pick<InstitutionBook, 'entries'>

/** An entry with the cells of its offers: an earlier reading that a run can repeat. */
type EntryWithCells = Entry & { readonly origin: Origin }

/** The last public entry with cells of the same bodies under the same source definition. A mirror has no cells of held sheets. */
export function readingOfSameBodies(
  { entries }: Entries,
  source: SourceRef,
  captures: readonly CapturedPage[],
): EntryWithCells | undefined {
  const bodies = bodiesText(captures)
  return entries.findLast(
    (entry): entry is EntryWithCells =>
      (entry.kind === 'sheet-published' || entry.kind === 'rates-verified') &&
      entry.origin?.cells !== undefined &&
      entry.origin.source.digest === source.digest &&
      bodiesText(entry.origin.captures) === bodies,
  )
}

/** The last public entry with the pages that a run read, unless it was retracted. */
export function lastReading({ entries }: Entries): EntryWithCells | undefined {
  const retracted = retractedIn(entries)
  return entries.findLast(
    (entry): entry is EntryWithCells =>
      (entry.kind === 'sheet-published' || entry.kind === 'rates-verified') &&
      entry.origin !== undefined &&
      !retracted.has(entry.position),
  )
}

/** The last hold, if it holds this sheet of this source definition and nothing was published since but an edit of it. */
export function sameHold(book: Entries, source: SourceRef, sheet: Sheet): ReadHold | undefined {
  const last = lastReadHold(book)
  if (last === undefined) return undefined
  const { entry } = last.hold
  const isSame =
    entry.origin?.source.digest === source.digest &&
    canonicalJson(entry.sheet.covers) === canonicalJson(sheet.covers) &&
    sameOffers(entry.sheet.offers, sheet.offers)
  return isSame ? last : undefined
}

/** The date printed on the last sheet that a run published or verified. Retracted sheets count as never published. */
export function lastPrintedDate({ entries }: Entries): Day | undefined {
  const retracted = retractedIn(entries)
  const last = entries.findLast(
    (entry) =>
      (entry.kind === 'sheet-published' || entry.kind === 'rates-verified') &&
      entry.origin?.printedDate !== undefined &&
      !retracted.has(entry.position),
  )
  return last !== undefined && 'origin' in last ? last.origin?.printedDate?.day : undefined
}

/** A figure that a page prints as the last run read it, although another one was entered since. An absent rate: not listed. */
export type ReplacedFigure = {
  /** The position of that run. */
  readonly position: number
  readonly tier: Tier
  readonly standing: Decimal | undefined
  readonly read: Decimal | undefined
}

/** The figures of a sheet that were replaced or corrected since a run read them. Publishing them would undo what a person entered. */
export function replacedFigures(
  book: Pick<InstitutionBook, 'entries' | 'standing'>,
  { covers, offers }: Sheet,
): readonly ReplacedFigure[] {
  const { entries } = book
  const last = entries.findLast(
    (entry) =>
      (entry.kind === 'sheet-published' || entry.kind === 'rates-verified') &&
      entry.origin !== undefined,
  )
  if (last === undefined) return []
  const { position, offers: before } = readBy(last, entries)
  // A figure that a reviewer left alone was not replaced.
  const left = new Set('sheet' in last ? last.sheet.leaves?.map(keyOf) : [])
  const covered = before.filter(({ variant }) => covers.includes(variant))
  const [then, standing, read] = [covered, coveredOffers(book, covers), offers].map(
    (some) => new Map(some.map((offer) => [tierKeyOf(offer), offer])),
  )
  const tiers = new Map([...(standing ?? []), ...(read ?? [])])
  return [...tiers].flatMap(([key, offer]) => {
    if (left.has(keyOf(offer))) return []
    const figure = { standing: standing?.get(key)?.rate, read: read?.get(key)?.rate }
    const isReplaced =
      sameOptional(then?.get(key)?.rate, figure.read) && !sameOptional(figure.standing, figure.read)
    return isReplaced ? [{ position, tier: tierOf(offer), ...figure }] : []
  })
}

/** The offers that a run read for an entry, and its position: those before a reviewer edited them. */
function readBy(
  entry: Entry,
  entries: readonly Entry[],
): { readonly position: number; readonly offers: readonly Offer[] } {
  const { position } = entry
  const holds =
    entry.kind === 'sheet-published' && entry.hold !== undefined ? holdsOf({ entries }) : []
  const edited = holds.find((one) => 'hold' in entry && one.entry.position === entry.hold)
  if (edited?.entry.editOf !== undefined) {
    const { entry: read } = holdBeforeEdits(holds, edited)
    return { position: read.position, offers: read.sheet.offers }
  }
  const { standing } = foldEntries(entries.filter((one) => one.position <= position))
  return { position, offers: offersIn(standing) }
}

/** Whether the sheet that the standing offers come from was published with all of these findings. */
export function wereAccepted(book: PublishedBook, findings: readonly Finding[]): boolean {
  const texts = new Set(standingSheet(book)?.findings?.map(findingText))
  return findings.every((finding) => texts.has(findingText(finding)))
}

/** Whether the sheet that the standing offers come from was published with this printed date and findings of the same rules. */
export function wasDateAccepted(
  book: PublishedBook,
  day: Day | undefined,
  findings: readonly Finding[],
): boolean {
  const sheet = standingSheet(book)
  // The messages name the day of the capture, too.
  const rules = new Set(sheet?.findings?.map(({ rule }) => rule))
  return sheet?.origin?.printedDate?.day === day && findings.every(({ rule }) => rules.has(rule))
}

type PublishedBook = Pick<InstitutionBook, 'entries' | 'publication'>

function standingSheet({ entries, publication }: PublishedBook): Publishing | undefined {
  const entry = entries.find(({ position }) => position === publication?.position)
  return entry?.kind === 'sheet-published' ? entry : undefined
}

function findingText(finding: Finding): string {
  return canonicalJson({ ...finding })
}

/** Whether an earlier reading has the same cells for the same tiers. */
export function hasSameCells(
  entry: EntryWithCells,
  offers: readonly Offer[],
  cells: Origin['cells'],
): boolean {
  const tiers = tiersRead(entry)
  return (
    tiers.length === offers.length &&
    tiers.every((tier, index) => compareTiers(tier, offers[index] as Offer) === 0) &&
    canonicalJson(entry.origin.cells ?? []) === canonicalJson(cells ?? [])
  )
}

/** Whether two lists have the same offers, in any order. Decimals compare by value, everything else as text. */
export function sameOffers(some: readonly Offer[], others: readonly Offer[]): boolean {
  return some.length === others.length && offersText(some) === offersText(others)
}

/** The standing offers of some variants, in tier order. */
export function coveredOffers(
  { standing }: Pick<InstitutionBook, 'standing'>,
  covers: readonly Variant[],
): readonly Offer[] {
  return offersIn(standing)
    .filter(({ variant }) => covers.includes(variant))
    .toSorted(compareTiers)
}

function offersText(offers: readonly Offer[]): string {
  const texts = offers.map((offer) => `${tierKeyOf(offer)} ${canonicalJson(valuesOf(offer))}`)
  return texts.toSorted().join('\n')
}

/** The values of an offer that its tier does not name. */
function valuesOf({ tenureDays, tenureToDays, rate, annualEffectiveRate, product }: Offer) {
  const canonical = (decimal: Decimal | undefined) => decimal && canonicalDecimal(decimal)
  return {
    tenureDays,
    tenureToDays,
    rate: canonicalDecimal(rate),
    aer: canonical(annualEffectiveRate),
    product,
  }
}
