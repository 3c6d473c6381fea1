import type { Draft, Entry, Head, Reviewer } from '../../domain/entry.ts'
import type { Sheet } from '../../domain/offer.ts'
import { reviewersIn } from '../market/holds.ts'
import { foldInstitution } from '../market/evolve.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { withoutCells } from '../market/share-sheets.ts'
import type { BookReader } from '../store/store.ts'
import { findDuplicate, type Duplicate } from './entered-sheet.ts'

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
  const newer = await entriesAfter(reader, institutionId, earlier)
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
  return reviewersIn(await entriesAfter(reader, ''))
}

async function entriesAfter(
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
