import { compareText } from '../../domain/decimal.ts'
import type { Correcting, Entry } from '../../domain/entry.ts'
import { changeLists, withChanges, type ChangeLists } from './change-lists.ts'
import { addEntry, draftFor, settled, type InstitutionDraft } from './institution-draft.ts'
import type { CorrectionRecord, InstitutionBook, Market } from './market.ts'
import { isMove, type RateRecord } from './rate-history.ts'

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
