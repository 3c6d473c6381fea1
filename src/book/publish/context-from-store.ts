import { canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import type { Draft, Entry, Head, Reviewer } from '../../domain/entry.ts'
import { canonicalJson } from '../../domain/json.ts'
import { keyOf, withdrawsUnlisted, type Offer, type Sheet } from '../../domain/offer.ts'
import { retractedIn } from '../market/believed-sheets.ts'
import { foldInstitution } from '../market/evolve.ts'
import { reviewersIn } from '../market/holds.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { withoutCells } from '../market/share-sheets.ts'
import { standingTier } from '../market/standing.ts'
import type { BookReader } from '../store/store.ts'

/** The books of institutions as one command has read them. Entries never change, so only newer ones are read again. */
export type KnownBooks = Map<string, InstitutionBook>

/** Reads the context of a sheet from the book. */
export async function contextFromStore(
  reader: BookReader,
  institutionId: string | undefined,
  sheet?: Sheet,
  known: KnownBooks = new Map(),
): Promise<PublicationContext> {
  const book =
    institutionId === undefined ? undefined : await readBook(reader, institutionId, known)
  const duplicateOf = book && sheet && findDuplicate(book, sheet)
  return { head: await reader.head(), currency: await reader.currency(), book, duplicateOf }
}

/** The book of one institution; `undefined` if it is not registered. */
export async function readBook(
  reader: BookReader,
  institutionId: string,
  known: KnownBooks = new Map(),
): Promise<InstitutionBook | undefined> {
  const earlier = known.get(institutionId)
  const newer = await newerEntries(reader, institutionId, earlier)
  const folded = foldInstitution(earlier, newer)
  const book = folded && { ...folded, entries: withLastCells(folded.entries) }
  if (book !== undefined) known.set(institutionId, book)
  return book
}

/** Leaves out all cells but the last ones, which a run repeats if they are the same: a collector keeps books for weeks. */
function withLastCells(entries: readonly Entry[]): readonly Entry[] {
  const last = entries.findLastIndex((entry) => withoutCells(entry) !== entry)
  return entries.map((entry, index) => (index === last ? entry : withoutCells(entry)))
}

/** The registered reviewers, by id. */
export async function readReviewers(reader: BookReader): Promise<ReadonlyMap<string, Reviewer>> {
  return reviewersIn(await newerEntries(reader, ''))
}

async function newerEntries(
  reader: BookReader,
  institutionId: string,
  book?: InstitutionBook,
): Promise<readonly Entry[]> {
  const last = book?.entries.at(-1)?.position ?? 0
  const newestFirst: Entry[] = []
  for await (const batch of reader.entriesOf(institutionId)) {
    const newer = batch.filter(({ position }) => position > last)
    newestFirst.push(...newer)
    if (newer.length < batch.length) break
  }
  return newestFirst.toReversed()
}

/** Everything that `decideSheet` needs to know about the book. */
export type PublicationContext = {
  readonly head: Head
  readonly currency: string | undefined
  /** The book of the sheet's institution; `undefined` if it is not registered. */
  readonly book: InstitutionBook | undefined
  /** An earlier publication that says the same, if publishing the sheet would change nothing. */
  readonly duplicateOf?: Duplicate | undefined
} & Pick<Draft, 'clock'>

/** The context of a sheet when the whole book is already in memory; it finds no duplicates. */
export function contextFromMarket(market: Market, institutionId = ''): PublicationContext {
  const { currency, institutions } = market
  return { head: market, currency, book: institutions.get(institutionId) }
}

/** An earlier publication that makes a sheet needless. `isOther`: it is another sheet of the same reading, which says as much or more. */
export type Duplicate = { readonly position: number; readonly isOther?: true }

/**
 * The earlier publication, if publishing the sheet would change nothing: it is an older sheet of the book or the last one, or it
 * repeats what stands from the same reading (decision 077). Retracted sheets count as never published.
 */
function findDuplicate(book: InstitutionBook, sheet: Sheet): Duplicate | undefined {
  const retracted = retractedIn(book.entries)
  const readings = book.entries
    .filter((entry) => entry.kind === 'sheet-published')
    .filter((entry) => entry.sheet.scrapedAt === sheet.scrapedAt && !retracted.has(entry.position))
  const text = canonicalText(sheet)
  const same = readings.findLast((entry) => canonicalText(entry.sheet) === text)
  const last = book.publication
  const isOlder = last !== undefined && sheet.scrapedAt < last.sheet.scrapedAt
  // Another sheet with the same `scraped_at` replaced the duplicate, so this sheet is a change (decision 007).
  if (same !== undefined && (isOlder || same.position === last?.position))
    return { position: same.position }
  const reading = same ?? readings.findLast((entry) => entry.sheet.sourceUrl === sheet.sourceUrl)
  if (reading === undefined || !repeatsWhatStands(book, sheet)) return undefined
  return { position: reading.position, ...(reading !== same && { isOther: true }) }
}

/** Whether every listed offer stands as it is listed, from the same reading, and the sheet withdraws nothing. */
function repeatsWhatStands({ standing }: InstitutionBook, sheet: Sheet): boolean {
  const { offers, scrapedAt, sourceUrl } = sheet
  const listed = Map.groupBy(offers, keyOf)
  for (const [key, { offers: stood }] of standing) {
    const count = listed.get(key)?.length ?? 0
    const mayBeAbsent = count === 0 && !withdrawsUnlisted(sheet, stood[0])
    if (count !== stood.length && !mayBeAbsent) return false
  }
  return offers.every((offer) => {
    const known = standing.get(keyOf(offer))
    const stands = standingTier(standing, offer)
    return (
      known?.scrapedAt === scrapedAt &&
      known.sourceUrl === sourceUrl &&
      stands !== undefined &&
      canonicalJson(valuesOf(offer)) === canonicalJson(valuesOf(stands))
    )
  })
}

/** Two sheets are equal in every value if they have the same canonical text. */
function canonicalText(sheet: Sheet): string {
  return canonicalJson({ ...sheet, offers: sheet.offers.map(valuesOf) })
}

/** An offer with its decimals in canonical form. */
function valuesOf(offer: Offer) {
  const canonical = (decimal: Decimal | undefined) => decimal && canonicalDecimal(decimal)
  return {
    ...offer,
    tenure: canonical(offer.tenure),
    tenureTo: canonical(offer.tenureTo),
    rate: canonical(offer.rate),
    minimumDeposit: canonical(offer.minimumDeposit),
    annualEffectiveRate: canonical(offer.annualEffectiveRate),
  }
}
