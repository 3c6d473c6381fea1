import type { Correcting, Entry, Publishing } from '../../domain/entry.ts'
import type { Institution } from '../../domain/institution.ts'
import { addChanges, copyRateHistory, type RateHistoryDraft } from './add-changes.ts'
import { foldEntries, foldEntry, newFold, refOf, type FoldState } from './fold.ts'
import type { InstitutionBook, Registration } from './market.ts'
import type { EntryRef, RateRecord } from './rate-history.ts'

/** A copy of the book of one institution, to which the entries of one batch are added. No market holds its arrays yet. */
export type InstitutionDraft = FoldState & {
  institution: Institution
  readonly entries: Entry[]
  readonly registrations: Registration[]
  published: RateHistoryDraft
  /** Whether a correction was added: what is believed must be folded again. Once for a batch keeps long batches quick. */
  isStale: boolean
}

/** A draft for an entry and those after it. The first entry of an institution registers it. */
export function draftFor(book: InstitutionBook | undefined, entry: Entry): InstitutionDraft {
  if (book !== undefined) return copyOf(book)
  if (entry.kind !== 'institution-registered')
    throw new Error(
      `Entry ${entry.position} is of ${entry.institutionId}, which is not registered.`,
    )
  const state = newFold()
  const { institution } = entry
  const { believed: published } = state
  return { ...state, institution, entries: [], registrations: [], published, isStale: false }
}

function copyOf(book: InstitutionBook): InstitutionDraft {
  const believed = copyRateHistory(book.believed)
  const isCorrected = book.published !== book.believed
  return {
    ...book,
    entries: [...book.entries],
    registrations: [...book.registrations],
    believed,
    snapshots: [...book.snapshots],
    sheetCount: book.entries.filter(({ kind }) => kind === 'sheet-published').length,
    isCorrected,
    published: isCorrected ? copyRateHistory(book.published) : believed,
    isStale: false,
  }
}

/** The book of one institution after more of its entries; `undefined` as long as it has none. */
export function foldInstitution(
  book: InstitutionBook | undefined,
  entries: readonly Entry[],
): InstitutionBook | undefined {
  const [first] = entries
  if (first === undefined) return book
  const draft = draftFor(book, first)
  for (const entry of entries) addEntry(draft, entry)
  return settled(draft)
}

/** Adds one entry to the book of its institution. Returns the raises and cuts; `settled` finds those of a stale draft. */
export function addEntry(draft: InstitutionDraft, entry: Entry): readonly RateRecord[] {
  const { position, at } = entry
  if (entry.kind === 'institution-registered') {
    const { institution } = entry
    draft.institution = institution
    draft.registrations.push({ position, at, institution })
  }
  if (entry.kind === 'sheet-published' && draft.isCorrected)
    addPublished(draft, entry, refOf(entry))
  if (entry.kind === 'rate-corrected') {
    const { of, figures } = entry.correction
    const sheets = draft.entries.filter(({ kind }) => kind === 'sheet-published')
    const published = new Set(sheets.map((sheet) => sheet.position))
    const other = [of, ...figures.map((figure) => figure.of)].find((one) => !published.has(one))
    if (other !== undefined)
      throw new Error(`Entry ${position} corrects position ${other}, which is not a rate sheet.`)
    if (!draft.isCorrected) draft.published = copyRateHistory(draft.believed)
    draft.isCorrected = true
    draft.isStale = true
    addPublished(draft, entry, { position, at, correctionOf: of })
  }
  draft.entries.push(entry)
  return draft.isStale ? [] : foldEntry(draft, entry)
}

/** Adds the stored changes of an entry to what was published, once that differs from what is believed. */
function addPublished(
  { published, institution }: InstitutionDraft,
  { changes }: Publishing | Correcting,
  ref: EntryRef,
): void {
  // `book/query/readings.ts` knows when a published rate was seen.
  addChanges(published, institution.id, changes, ref, () => undefined)
}

/** The draft as a book. Folds all its entries again if it is stale. */
export function settled(draft: InstitutionDraft): InstitutionBook {
  if (!draft.isStale) return draft
  return Object.assign(draft, foldEntries(draft.entries), { isCorrected: true, isStale: false })
}
