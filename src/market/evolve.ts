import { compareText } from '../domain/decimal.ts'
import type { Correcting, Entry, Publishing } from '../domain/entry.ts'
import type { Institution, InstitutionType } from '../domain/institution.ts'
import { changeLists, type ChangeLists } from './change-lists.ts'
import { foldEntry, foldEntries, newFold, publishedIn, type FoldState } from './fold.ts'
import type { CorrectionRecord, InstitutionBook, Market, Registration } from './market.ts'
import { isMove, type EntryRef, type RateRecord } from './rate-history.ts'
import { addChanges, copyRateHistory, type RateHistoryDraft } from './add-changes.ts'
import { lastSeen } from './verifications.ts'

/** Folds entries into a copy of a market. */
export type MarketBuilder = {
  /** Throws if the entry is not the next one: a book has no gaps. The builder must not be used after that. */
  readonly add: (entry: Entry) => void
  /** The book of an institution after the added entries. It changes with the next one; `undefined` if it is not registered. */
  readonly bookOf: (institutionId: string) => InstitutionBook | undefined
  /** The market after the added entries. The builder must not be used after that. */
  readonly build: () => Market
}

/** The market after one more entry. */
export function evolve(market: Market, entry: Entry): Market {
  return follow(market, [entry])
}

/** The market after the entries that follow it. The given market stays as it is, even if this throws. */
export function follow(market: Market, entries: Iterable<Entry>): Market {
  const builder = buildMarket(market)
  for (const entry of entries) builder.add(entry)
  return builder.build()
}

/** Starts to extend a market. It copies each list at most once, so load a whole book with one builder. */
export function buildMarket(market: Market): MarketBuilder {
  let { position, at, currency, sample } = market
  const drafts = new Map<string, BookDraft>()
  const moves: RateRecord[] = []
  const added: Entry[] = []
  const newCorrections: Correcting[] = []
  /** The institutions of which earlier records may have become false. */
  const corrected = new Set<string>()
  const settle = (id: string, draft: BookDraft): InstitutionBook => {
    if (draft.isStale) corrected.add(id)
    return settled(draft)
  }
  return {
    add(entry) {
      if (entry.position !== position + 1 || entry.at < at) {
        throw new Error(`Entry ${entry.position} does not follow position ${position}.`)
      }
      ;({ position, at } = entry)
      added.push(entry)
      if (entry.kind === 'reviewer-registered' || entry.kind === 'reviewer-removed') return
      const { institutionId: id } = entry
      const draft = drafts.get(id) ?? newDraftFor(market.institutions.get(id), entry)
      drafts.set(id, draft)
      for (const move of evolveInstitution(draft, entry)) moves.push(move)
      if (entry.kind === 'rate-corrected') newCorrections.push(entry)
      if (entry.kind !== 'sheet-published') return
      currency ??= entry.sheet.currency
      sample ||= entry.sample
    },
    bookOf(id) {
      const draft = drafts.get(id)
      return draft === undefined ? market.institutions.get(id) : settle(id, draft)
    },
    build() {
      if (position === market.position) return market
      for (const [id, draft] of drafts) settle(id, draft)
      const institutions = withDrafts(market.institutions, drafts)
      const changes =
        corrected.size > 0
          ? correctedChanges(market, moves, corrected, institutions)
          : changesAfter(market, moves, institutions)
      const entries = market.entries.concat(added)
      const corrections = market.corrections.concat(correctionRecords(entries, newCorrections))
      return { position, at, currency, sample, institutions, changes, corrections, entries }
    },
  }
}

/** Keeps the lists of changes, including those made on request, unless a rate moved or an institution was registered. */
function changesAfter(
  market: Market,
  moves: readonly RateRecord[],
  institutions: Market['institutions'],
): ChangeLists {
  const hasNewRecord = (id: string, { institution }: InstitutionBook): boolean =>
    market.institutions.get(id)?.institution !== institution
  if (moves.length === 0 && !institutions.entries().some((one) => hasNewRecord(...one)))
    return market.changes
  return changeLists(market.changes.all.concat(moves), typesOf(institutions))
}

/** The lists of changes after corrections, which may have made earlier records of their institutions false. */
function correctedChanges(
  market: Market,
  moves: readonly RateRecord[],
  ids: ReadonlySet<string>,
  institutions: Market['institutions'],
): ChangeLists {
  const kept = market.changes.all.concat(moves).filter(({ terms }) => !ids.has(terms.institutionId))
  const corrected = [...institutions.values()]
    .filter(({ institution }) => ids.has(institution.id))
    .flatMap(({ believed }) => believed.records.filter(isMove))
  const all = [...kept, ...corrected]
  return changeLists(
    all.toSorted((a, b) => a.entry.position - b.entry.position),
    typesOf(institutions),
  )
}

function typesOf(institutions: Market['institutions']): ReadonlyMap<string, InstitutionType> {
  return new Map(Array.from(institutions, ([id, { institution }]) => [id, institution.type]))
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

/** A copy of the book of one institution, to which the entries of one batch are added. No market holds its arrays yet. */
type BookDraft = FoldState & {
  institution: Institution
  readonly entries: Entry[]
  readonly registrations: Registration[]
  published: RateHistoryDraft
  /** Whether a correction was added: what is believed must be folded again. Once for a batch keeps long batches quick. */
  isStale: boolean
}

function draftOf(book: InstitutionBook): BookDraft {
  const believed = copyRateHistory(book.believed)
  return {
    ...book,
    entries: [...book.entries],
    registrations: [...book.registrations],
    believed,
    published: book.isCorrected ? copyRateHistory(book.published) : believed,
    isStale: false,
  }
}

function newDraft(institution: Institution): BookDraft {
  const state = newFold()
  const { believed: published } = state
  return { ...state, institution, entries: [], registrations: [], published, isStale: false }
}

function newDraftFor(book: InstitutionBook | undefined, entry: Entry): BookDraft {
  if (book !== undefined) return draftOf(book)
  if (entry.kind === 'institution-registered') return newDraft(entry.institution)
  throw new Error(`Entry ${entry.position} is of ${entry.institutionId}, which is not registered.`)
}

/** The book of one institution after more of its entries; `undefined` as long as it has none. */
export function foldInstitution(
  book: InstitutionBook | undefined,
  entries: readonly Entry[],
): InstitutionBook | undefined {
  const [first] = entries
  if (first === undefined) return book
  const draft = newDraftFor(book, first)
  for (const entry of entries) evolveInstitution(draft, entry)
  return settled(draft)
}

/** Adds one entry to the book of its institution: the meaning of every kind of entry. Returns the raises and cuts. */
function evolveInstitution(draft: BookDraft, entry: Entry): readonly RateRecord[] {
  const { position, at } = entry
  switch (entry.kind) {
    case 'institution-registered': {
      const { institution } = entry
      draft.institution = institution
      draft.registrations.push({ position, at, institution })
      break
    }
    case 'sheet-published':
      if (draft.isCorrected) addPublished(draft, entry, publishedIn(entry))
      break
    case 'rate-corrected': {
      const { of } = entry.correction
      if (!draft.entries.some((one) => one.position === of && one.kind === 'sheet-published'))
        throw new Error(`Entry ${position} corrects position ${of}, which is not a rate sheet.`)
      if (!draft.isCorrected) draft.published = copyRateHistory(draft.believed)
      draft.isCorrected = true
      draft.isStale = true
      addPublished(draft, entry, { position, at, correctionOf: of })
      break
    }
    case 'reviewer-registered':
    case 'reviewer-removed':
      throw new Error(
        `Entry ${position} is about a reviewer, and not about ${draft.institution.id}.`,
      )
    case 'rates-checked':
    case 'rates-verified':
    case 'sheet-held':
    case 'sheet-decided':
    case 'source-accepted':
      break
    default:
      throw entry satisfies never
  }
  draft.entries.push(entry)
  return draft.isStale ? [] : foldEntry(draft, entry)
}

/** Adds the stored changes of an entry to what was published, once that differs from what is believed. */
function addPublished(
  { published, institution, entries }: BookDraft,
  { changes }: Publishing | Correcting,
  ref: EntryRef,
): void {
  addChanges(published, institution.id, changes, ref, (tier) => lastSeen(entries, tier))
}

/** The draft as a book. */
function settled(draft: BookDraft): InstitutionBook {
  if (!draft.isStale) return draft
  return Object.assign(draft, foldEntries(draft.entries), { isCorrected: true, isStale: false })
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
