import { compareText } from '../../domain/decimal.ts'
import type { Correcting, Entry, Publishing } from '../../domain/entry.ts'
import type { Institution } from '../../domain/institution.ts'
import { foldEntries, foldEntry, newFold, refOf, type FoldState } from './fold.ts'
import {
  changeLists,
  withChanges,
  type ChangeLists,
  type CorrectionRecord,
  type InstitutionBook,
  type Market,
  type Registration,
} from './market.ts'
import {
  addChanges,
  copyRateHistory,
  isMove,
  type EntryRef,
  type RateHistoryDraft,
  type RateRecord,
} from './rate-history.ts'

/** Folds entries into a copy of a market. */
export type MarketBuilder = {
  /** Throws if the entry is not the next one: a book has no gaps. The builder must not be used after that. */
  readonly add: (entry: Entry) => void
  /** The book of an institution after the added entries. It changes with the next one; `undefined` if it is not registered. */
  readonly bookOf: (institutionId: string) => InstitutionBook | undefined
  /** The market after the added entries. The builder must not be used after that. */
  readonly build: () => Market
}

/** The market after one more entry. The given market stays as it is, even if this throws. */
export function evolve(market: Market, entry: Entry): Market {
  const builder = buildMarket(market)
  builder.add(entry)
  return builder.build()
}

/** Starts to extend a market. It copies each list at most once, so load a whole book with one builder. */
export function buildMarket(market: Market): MarketBuilder {
  let { position, at, currency, sample } = market
  const drafts = new Map<string, InstitutionDraft>()
  const moves: RateRecord[] = []
  const added: Entry[] = []
  const newCorrections: Correcting[] = []
  return {
    add(entry) {
      if (entry.position !== position + 1 || entry.at < at) {
        throw new Error(`Entry ${entry.position} does not follow position ${position}.`)
      }
      ;({ position, at } = entry)
      added.push(entry)
      const kind = entry.kind === 'withheld' ? entry.of : entry.kind
      if (kind === 'reviewer-registered' || kind === 'reviewer-removed') return
      const { institutionId: id } = entry
      const draft = drafts.get(id) ?? draftFor(market.institutions.get(id), entry)
      drafts.set(id, draft)
      for (const move of addEntry(draft, entry)) moves.push(move)
      if (entry.kind === 'rate-corrected') newCorrections.push(entry)
      if (entry.kind !== 'sheet-published') return
      currency ??= entry.sheet.currency
      sample ||= entry.sample
    },
    bookOf(id) {
      const draft = drafts.get(id)
      return draft === undefined ? market.institutions.get(id) : settled(draft)
    },
    build() {
      if (position === market.position) return market
      for (const draft of drafts.values()) settled(draft)
      const institutions = withDrafts(market.institutions, drafts)
      const changes =
        newCorrections.length > 0
          ? correctedChanges(market.changes.all.concat(moves), newCorrections, institutions)
          : withChanges(market.changes, moves)
      const entries = market.entries.concat(added)
      const corrections = market.corrections.concat(correctionRecords(entries, newCorrections))
      return { position, at, currency, sample, institutions, changes, corrections, entries }
    },
  }
}

/** The lists of changes without those of corrected institutions, which may be false, and with what these institutions believe. */
export function correctedChanges(
  changes: readonly RateRecord[],
  corrections: readonly Correcting[],
  institutions: Market['institutions'],
): ChangeLists {
  const ids = new Set(corrections.map(({ institutionId }) => institutionId))
  const kept = changes.filter(({ terms }) => !ids.has(terms.institutionId))
  const corrected = [...institutions.values()]
    .filter(({ institution }) => ids.has(institution.id))
    .flatMap(({ believed }) => believed.records.filter(isMove))
  const all = [...kept, ...corrected]
  return changeLists(all.toSorted((a, b) => a.entry.position - b.entry.position))
}

/** The figures of corrections. `entries` are all entries of the book up to them. */
function correctionRecords(
  entries: readonly Entry[],
  corrections: readonly Correcting[],
): readonly CorrectionRecord[] {
  return corrections.flatMap((entry) =>
    entry.correction.figures.map((figure, index) => {
      const published = entries[figure.of - 1]
      if (published === undefined) throw new Error(`There is no entry at position ${figure.of}.`)
      return { entry, row: index + 1, figure, publishedAt: published.at }
    }),
  )
}

/** The institutions by id, those of the drafts in place of the older ones. */
function withDrafts(
  before: ReadonlyMap<string, InstitutionBook>,
  drafts: ReadonlyMap<string, InstitutionBook>,
): ReadonlyMap<string, InstitutionBook> {
  const institutions = new Map([...before, ...drafts])
  if (institutions.size === before.size) return institutions
  return new Map([...institutions].toSorted(([a], [b]) => compareText(a, b)))
}

/** A copy of the book of one institution, to which the entries of one batch are added. No market holds its arrays yet. */
type InstitutionDraft = FoldState & {
  institution: Institution
  readonly entries: Entry[]
  readonly registrations: Registration[]
  published: RateHistoryDraft
  /** Whether a correction was added: what is believed must be folded again. Once for a batch keeps long batches quick. */
  isStale: boolean
}

/** A draft for an entry and those after it. The first entry of an institution registers it. */
function draftFor(book: InstitutionBook | undefined, entry: Entry): InstitutionDraft {
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
function addEntry(draft: InstitutionDraft, entry: Entry): readonly RateRecord[] {
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
function settled(draft: InstitutionDraft): InstitutionBook {
  if (!draft.isStale) return draft
  return Object.assign(draft, foldEntries(draft.entries), { isCorrected: true, isStale: false })
}
