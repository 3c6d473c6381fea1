import {
  clockOf,
  entriesAfter,
  institutionsOf,
  type Draft,
  type Entry,
  type Reviewer,
} from '../../domain/entry.ts'
import type { Institution } from '../../domain/institution.ts'
import { bookStart, isTooLong, lineLimit, type StoredEntry } from '../../domain/stored-entry.ts'
import { emptyMarket, type InstitutionBook } from '../market/market.ts'
import { storedAfter, withSalts } from '../store/chain.ts'
import { type BookReader, type Store, StoreError } from '../store/store.ts'
import { createEntryChecker } from './check/entry-checker.ts'
import { readBook } from './context-from-store.ts'
import {
  readEntryInstant,
  type ClockWarning,
  type EntryClock,
  type EntryInstant,
} from './entry-instant.ts'
import type { InputProblem } from './input/problem.ts'

/** A store, or `dryRunStore`. */
export type Appender = Pick<Store, 'append'>

/** The entries to append; or, if nothing is appended, a report of why. */
export type AppendDecision<Report> =
  | { readonly drafts: readonly Draft[] }
  | { readonly report: Report }

/** The entries that were appended, and the warning about this machine's clock, if there is one. */
type Appended = {
  readonly entries: readonly Entry[]
  readonly warned: ClockWarning
}

/** What a command reads of the book: what its decision and the check of its entries depend on. */
export type Standing = {
  /** The book of the institution that the entries are of; `undefined` if it is not registered. */
  readonly book?: InstitutionBook | undefined
  readonly currency?: string | undefined
  readonly reviewers?: ReadonlyMap<string, Reviewer>
  /** The records of all institutions. */
  readonly registered?: readonly Institution[]
}

/**
 * Appends what is decided, all or nothing. While the write lock of the book is held, it reads what stands and takes the instant;
 * the decider is a pure function of both. A decider returns no drafts if the instant has a problem, so it also reports entries that
 * are too large for the log. Entries that `audit` would refuse are not appended.
 */
export async function append<
  Read extends Standing | undefined,
  Decided extends AppendDecision<unknown>,
>(
  store: Appender,
  clock: EntryClock,
  read: (reader: BookReader) => Promise<Read>,
  decide: (standing: Read, instant: EntryInstant) => Decided,
): Promise<
  (Extract<Decided, { drafts: unknown }> & Appended) | Extract<Decided, { report: unknown }>
> {
  let decided: { readonly decision: Decided; readonly instant: EntryInstant } | undefined
  const entries = await store.append(async (reader) => {
    const standing = await read(reader)
    const { position } = await reader.head()
    const instant = await readEntryInstant(clock, reader)
    const decision = decide(standing, instant)
    decided = { decision, instant }
    if (!hasDrafts(decision)) return []
    const drafts = withSalts(decision.drafts.map((draft) => ({ ...draft, ...clockOf(instant) })))
    const stored = storedAfter({ ...bookStart, position }, drafts)
    if (stored.some(isTooLong)) {
      const refusal = decide(standing, { ...instant, problem: tooLarge })
      if (hasDrafts(refusal)) throw new Error('The decider ignored the problem of its instant.')
      decided = { decision: refusal, instant }
      return []
    }
    await checkEntries(reader, standing ?? {}, stored)
    return drafts
  })
  if (decided === undefined) throw new Error('The store appended without a decision.')
  const { decision, instant } = decided
  if (!hasDrafts(decision)) return decision as Extract<Decided, { report: unknown }>
  return { ...decision, entries, warned: warningOf(instant) }
}

/** Checks that entries follow from the book. Throws otherwise: then a decider has a mistake. */
export async function checkEntries(
  reader: BookReader,
  { book, currency, reviewers = new Map() }: Standing,
  entries: readonly StoredEntry[],
): Promise<void> {
  const { position, at } = await reader.head()
  const last = position === 0 ? undefined : await reader.entryAt(position)
  const ofLast =
    last?.kind === 'sheet-decided' ? await readBook(reader, last.institutionId) : undefined
  const books = [ofLast, book].flatMap((one) => one ?? [])
  const institutions = new Map(books.map((one) => [one.institution.id, one]))
  const market = { ...emptyMarket, position, at, currency, institutions }
  const checker = createEntryChecker({ market, last, reviewers })
  if (checker.isUnfinished())
    throw new StoreError(
      'configuration',
      `The book is an unfinished copy: what was appended together with position ${position} is missing. Finish it first: ratebook copy --from BOOK --to BOOK.`,
    )
  for (const entry of entries) {
    const problem = checker.add(entry)
    if (problem === undefined) continue
    throw new Error(
      `Nothing was entered, because \`audit\` would refuse ${entry.kind} at position ${entry.position}: ${problem}`,
    )
  }
}

/** The problem of an entry that no line of the log can hold. */
const tooLarge: InputProblem = {
  code: 'too-large',
  location: '',
  message: `The entry would be larger than ${lineLimit / 1_048_576} MiB, the maximum of a line of the log: list fewer offers, or shorten their texts.`,
}

function hasDrafts<Decided extends AppendDecision<unknown>>(
  decision: Decided,
): decision is Extract<Decided, { drafts: unknown }> {
  return 'drafts' in decision
}

/** The warning of an instant, to be spread into an outcome. */
export function warningOf({ warning }: EntryInstant): ClockWarning {
  return warning === undefined ? {} : { warning }
}

/** A store for `--dry-run`: it keeps appended entries in memory, and reads return them before those of the real book. */
export function dryRunStore(book: BookReader): Pick<Store, 'append'> {
  const appended: Entry[] = []
  const reader: BookReader = {
    head: async () => appended.at(-1) ?? (await book.head()),
    currency: async () => {
      const sheet = appended.find((entry) => entry.kind === 'sheet-published')?.sheet
      return (await book.currency()) ?? sheet?.currency
    },
    entryAt: async (position) =>
      appended.find((entry) => entry.position === position) ?? book.entryAt(position),
    institutions: async () => {
      const records = [...(await book.institutions()), ...institutionsOf(appended)]
      return [...new Map(records.map((record) => [record.id, record])).values()]
    },
    async *entriesOf(institutionId, kind) {
      const newestFirst = appended
        .filter(
          (entry) => entry.institutionId === institutionId && (kind ?? entry.kind) === entry.kind,
        )
        .toReversed()
      if (newestFirst.length > 0) yield newestFirst
      yield* book.entriesOf(institutionId, kind)
    },
  }
  return {
    append: async (decide) => {
      const drafts = await decide(reader)
      const { position } = await reader.head()
      const entries = entriesAfter(position, drafts)
      appended.push(...entries)
      return entries
    },
  }
}
