import { bookStart } from '../domain/digest.ts'
import { clockOf, type Draft, type Entry, type Head, type Reviewer } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import { isTooLong, lineLimit } from '../domain/log-line.ts'
import { emptyMarket, type InstitutionBook } from '../market/market.ts'
import { storedAfter, withSalts } from '../store/chain.ts'
import { StoreError, type BookReader, type Store } from '../store/store.ts'
import { createEntryChecker } from './check/entry-checker.ts'
import { readBook } from './context-from-store.ts'
import { readEntryInstant, type EntryInstant, type EntryClock } from './entry-instant.ts'
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
  readonly warned: { readonly warning?: string }
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
    const head = await reader.head()
    const instant = await readEntryInstant(clock, reader)
    let decision = decide(standing, instant)
    const problem = hasDrafts(decision) ? tooLargeProblem(head, decision.drafts) : undefined
    if (problem !== undefined) {
      decision = decide(standing, { ...instant, problem })
      if (hasDrafts(decision)) throw new Error('The decider ignored the problem of its instant.')
    }
    decided = { decision, instant }
    if (!hasDrafts(decision)) return []
    const drafts = decision.drafts.map((draft) => ({ ...draft, ...clockOf(instant) }))
    return checked(reader, standing ?? {}, drafts)
  })
  if (decided === undefined) throw new Error('The store appended without a decision.')
  const { decision, instant } = decided
  if (!hasDrafts(decision)) return decision as Extract<Decided, { report: unknown }>
  return { ...decision, entries, warned: warningOf(instant) }
}

/** The drafts with their salts, if each is an entry that follows from the book. Throws otherwise: then a decider has a mistake. */
export async function checked(
  reader: BookReader,
  { book, currency, reviewers = new Map() }: Standing,
  drafts: readonly Draft[],
): Promise<readonly Draft[]> {
  const head = await reader.head()
  const last = head.position === 0 ? undefined : await reader.entryAt(head.position)
  const ofLast =
    last?.kind === 'sheet-decided' ? await readBook(reader, last.institutionId) : undefined
  const books = [ofLast, book].flatMap((one) => one ?? [])
  const institutions = new Map(books.map((one) => [one.institution.id, one]))
  const { position, at } = head
  const market = { ...emptyMarket, position, at, currency, institutions }
  const checker = createEntryChecker({ market, last, reviewers })
  if (checker.isUnfinished())
    throw new StoreError(
      'configuration',
      `The book is an unfinished copy: what was appended together with position ${position} is missing. Finish it first: ratebook copy --from BOOK --to BOOK.`,
    )
  const salted = withSalts(drafts)
  for (const stored of storedAfter({ ...bookStart, position }, salted)) {
    const problem = checker.add(stored)
    if (problem === undefined) continue
    throw new Error(
      `Nothing was entered, because \`audit\` would refuse ${stored.kind} at position ${stored.position}: ${problem.message}`,
    )
  }
  return salted
}

/** The problem of drafts that no line of the log can hold. */
function tooLargeProblem({ position }: Head, drafts: readonly Draft[]): InputProblem | undefined {
  const stored = storedAfter({ ...bookStart, position }, drafts)
  if (!stored.some(isTooLong)) return undefined
  const message = `The entry would be larger than ${lineLimit / 1_048_576} MiB, the maximum of a line of the log: list fewer offers, or shorten their texts.`
  return { code: 'too-large', location: '', message }
}

function hasDrafts<Decided extends AppendDecision<unknown>>(
  decision: Decided,
): decision is Extract<Decided, { drafts: unknown }> {
  return 'drafts' in decision
}

/** The warning of an instant, to be spread into an outcome. */
export function warningOf({ warning }: EntryInstant): { readonly warning?: string } {
  return warning === undefined ? {} : { warning }
}
