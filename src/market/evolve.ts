import { compareText } from '../domain/decimal.ts'
import type { Entry, Publishing } from '../domain/entry.ts'
import { addChanges, draftOf, newDraft, type BookDraft } from './book-draft.ts'
import { changeLists, type ChangeLists } from './change-lists.ts'
import type { InstitutionBook, Market, RateRecord } from './market.ts'
import { confirmed, standingAfter } from './standing.ts'

/** Folds entries into a copy of a market. */
export type MarketBuilder = {
  /** Throws if the entry is not the next one: a book has no gaps. The builder must not be used after that. */
  readonly add: (entry: Entry) => void
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
  return {
    add(entry) {
      if (entry.position !== position + 1 || entry.at < at) {
        throw new Error(`Entry ${entry.position} does not follow position ${position}.`)
      }
      ;({ position, at } = entry)
      added.push(entry)
      const { institutionId: id } = entry
      const draft = drafts.get(id) ?? newDraftFor(market.institutions.get(id), entry)
      drafts.set(id, draft)
      for (const move of evolveInstitution(draft, entry)) moves.push(move)
      if (entry.kind !== 'sheet-published') return
      currency ??= entry.sheet.currency
      sample ||= entry.sample
    },
    build() {
      if (position === market.position) return market
      const institutions = withDrafts(market.institutions, drafts)
      const changes = changesAfter(market, moves, institutions)
      const entries = market.entries.concat(added)
      return { position, at, currency, sample, institutions, changes, entries }
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
  const types = new Map(Array.from(institutions, ([id, { institution }]) => [id, institution.type]))
  return changeLists(market.changes.all.concat(moves), types)
}

function newDraftFor(book: InstitutionBook | undefined, entry: Entry): BookDraft {
  if (book !== undefined) return draftOf(book)
  if (entry.kind === 'institution-registered') return newDraft(entry.institution)
  throw new Error(`Entry ${entry.position} is of ${entry.institutionId}, which is not registered.`)
}

/** Adds one entry to the book of its institution: the meaning of every kind of entry. Returns the raises and cuts. */
function evolveInstitution(draft: BookDraft, entry: Entry): readonly RateRecord[] {
  switch (entry.kind) {
    case 'institution-registered': {
      const { position, at, institution } = entry
      draft.institution = institution
      draft.registrations.push({ position, at, institution })
      return []
    }
    case 'sheet-published':
      return publish(draft, entry)
    case 'rates-checked':
      draft.checkedAt = entry.at
      return []
    case 'rates-verified':
      draft.checkedAt = entry.at
      draft.standing = confirmed(draft.standing, entry.at)
      return []
    default:
      throw entry satisfies never
  }
}

function publish(
  draft: BookDraft,
  { position, at, sheet, changes }: Publishing,
): readonly RateRecord[] {
  const { scrapedAt } = sheet
  const checkedAt = draft.checkedAt ?? scrapedAt
  draft.checkedAt = checkedAt > scrapedAt ? checkedAt : scrapedAt
  draft.publication = { position, at, sheet }
  draft.standing = standingAfter(draft.standing, sheet)
  return addChanges(draft, changes, { position, at })
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
