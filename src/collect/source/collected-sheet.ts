import { checkCollected, type GateFinding } from '../../book/gate/gate.ts'
import { retractedIn } from '../../book/market/believed-sheets.ts'
import { foldEntries } from '../../book/market/fold.ts'
import { holdBeforeEdits, holdsOf, lastReadHold, type ReadHold } from '../../book/market/holds.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import { acceptedSources, tiersRead } from '../../book/market/runs.ts'
import { offersIn } from '../../book/market/standing.ts'
import { localDay, type Day } from '../../domain/day.ts'
import { canonicalDecimal, sameOptional } from '../../domain/decimal.ts'
import type { Entry, Publishing } from '../../domain/entry.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import type { Instant } from '../../domain/instant.ts'
import { canonicalJson } from '../../domain/json.ts'
import {
  compareTiers,
  keyOf,
  tierKeyOf,
  tierOf,
  tierText,
  variants,
  type Offer,
  type Sheet,
  type Variant,
} from '../../domain/offer.ts'
import { bodiesText, type CapturedPage, type Origin, type SourceRef } from '../../domain/origin.ts'
import type { Reading } from '../read/reading.ts'
import { definitionOfPage } from '../read/source/page-pattern.ts'
import type { LoadedSource } from './load-source.ts'

/** The sheet that a reading makes: complete for the variants that the source reads. */
export function sheetOf(
  { definition }: LoadedSource,
  captures: readonly CapturedPage[],
  { offers, covers }: Reading,
): Sheet {
  return {
    institutionId: definition.institution,
    sourceUrl: definitionOfPage(definition.pages, captures[0]?.page ?? '')?.url ?? '',
    // Of several pages, the earliest: all figures were on the pages at that instant or later.
    scrapedAt: Math.min(...captures.map(({ at }) => at)) as Instant,
    currency: definition.currency,
    complete: true,
    covers: variants.filter((variant) => covers.includes(variant)),
    offers,
  }
}

/**
 * The findings of the gate about a collected sheet, and one for each figure that would undo what a person entered. Without a book,
 * the sheet is the first one of an accepted source.
 */
export function findingsOf(
  { definition, ref, rules }: LoadedSource,
  sheet: Sheet,
  reading: Pick<Reading, 'printedDate' | 'findings'>,
  { book, limits }: { readonly book: InstitutionBook | undefined; readonly limits: GateLimits },
): readonly Finding[] {
  const found = checkCollected({
    sheet,
    book,
    reading,
    source: rules,
    limits,
    isSourceAccepted: book === undefined || acceptedSources(book).has(ref.digest),
    today: localDay(definition.timezone, sheet.scrapedAt),
    lastPrintedDate: book && lastPrintedDate(book),
  })
  return book === undefined ? found : [...found, ...replacedFigures(book, sheet)]
}

/**
 * A person replaced or corrected what this page still prints, as it did when a run read it last: publishing the sheet would undo
 * that, so a person decides again.
 */
function replacedFigures(book: InstitutionBook, { covers, offers }: Sheet): readonly GateFinding[] {
  const { entries } = book
  const last = lastEntryRead(entries)
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
    const [was, now] = [standing?.get(key)?.rate, read?.get(key)?.rate]
    const isReplaced = sameOptional(then?.get(key)?.rate, now) && !sameOptional(was, now)
    if (left.has(keyOf(offer)) || !isReplaced) return []
    const text = tierText(offer)
    const page = now === undefined ? `does not list ${text}` : `prints ${text} at ${now} %`
    const since = was === undefined ? 'withdrew it' : `entered ${was} %`
    return {
      rule: 'replaced-since',
      tier: tierOf(offer),
      ...(was !== undefined && { was }),
      ...(now !== undefined && { now }),
      message: `The page ${page}, as it did at position ${position}, but a person ${since} afterwards.`,
    }
  })
}

type Entries = Pick<InstitutionBook, 'entries'>

/** A public entry of a run that read pages. */
type ReadEntry = Extract<Entry, { kind: 'sheet-published' | 'rates-verified' }> & {
  readonly origin: Origin
}

/** The last public entry of a run that read pages and that is meant. */
function lastEntryRead(
  entries: readonly Entry[],
  isMeant?: (entry: ReadEntry) => boolean,
): ReadEntry | undefined {
  return entries.findLast(
    (entry): entry is ReadEntry =>
      (entry.kind === 'sheet-published' || entry.kind === 'rates-verified') &&
      entry.origin !== undefined &&
      isMeant?.(entry as ReadEntry) !== false,
  )
}

/** The last public entry with cells of the same bodies under the same source definition. A mirror has no cells of held sheets. */
export function readingOfSameBodies(
  { entries }: Entries,
  source: SourceRef,
  captures: readonly CapturedPage[],
): ReadEntry | undefined {
  const bodies = bodiesText(captures)
  return lastEntryRead(
    entries,
    ({ origin }) =>
      origin.cells !== undefined &&
      origin.source.digest === source.digest &&
      bodiesText(origin.captures) === bodies,
  )
}

/** The last public entry with the pages that a run read, unless it was retracted. */
export function lastReading({ entries }: Entries): ReadEntry | undefined {
  const retracted = retractedIn(entries)
  return lastEntryRead(entries, ({ position }) => !retracted.has(position))
}

/** The date printed on the last sheet that a run published or verified. Retracted sheets count as never published. */
function lastPrintedDate({ entries }: Entries): Day | undefined {
  const retracted = retractedIn(entries)
  return lastEntryRead(
    entries,
    ({ origin, position }) => origin.printedDate !== undefined && !retracted.has(position),
  )?.origin.printedDate?.day
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

/** The offers that a run read for an entry, and its position: those before a reviewer edited them. */
function readBy(
  entry: ReadEntry,
  entries: readonly Entry[],
): { readonly position: number; readonly offers: readonly Offer[] } {
  const { position } = entry
  const hold = 'hold' in entry ? entry.hold : undefined
  const holds = hold === undefined ? [] : holdsOf({ entries })
  const edited = holds.find((one) => one.entry.position === hold)
  if (edited?.entry.editOf !== undefined) {
    const { entry: read } = holdBeforeEdits(holds, edited)
    return { position: read.position, offers: read.sheet.offers }
  }
  const { standing } = foldEntries(entries.filter((one) => one.position <= position))
  return { position, offers: offersIn(standing) }
}

/** Whether the sheet that the standing offers come from was published with all of these findings. */
export function wereAccepted(book: PublishedBook, findings: readonly Finding[]): boolean {
  const texts = new Set(standingSheet(book)?.findings?.map((one) => canonicalJson({ ...one })))
  return findings.every((finding) => texts.has(canonicalJson({ ...finding })))
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

/** Whether an earlier reading has the same cells for the same tiers. */
export function hasSameCells(
  entry: ReadEntry,
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

/** The standing offers of some variants, in tier order. */
export function coveredOffers(
  { standing }: Pick<InstitutionBook, 'standing'>,
  covers: readonly Variant[],
): readonly Offer[] {
  return offersIn(standing)
    .filter(({ variant }) => covers.includes(variant))
    .toSorted(compareTiers)
}

/** Whether two lists have the same offers, in any order. Decimals compare by value, everything else as text. */
export function sameOffers(some: readonly Offer[], others: readonly Offer[]): boolean {
  const [text, other] = [some, others].map((offers) =>
    offers
      .map((offer) => {
        const { tenureDays, tenureToDays, rate, annualEffectiveRate: printed, product } = offer
        const aer = printed && canonicalDecimal(printed)
        const values = { tenureDays, tenureToDays, rate: canonicalDecimal(rate), aer, product }
        return `${tierKeyOf(offer)} ${canonicalJson(values)}`
      })
      .toSorted()
      .join('\n'),
  )
  return text === other
}
