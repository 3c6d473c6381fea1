import type { Draft, Entry } from '../domain/entry.ts'
import type { BookReader, Store } from '../store/store.ts'
import { entryInstant, type EntryInstant, type EntryClock } from './entry-instant.ts'

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

/**
 * Appends what is decided, all or nothing. While the write lock of the book is held, it reads what stands and takes the instant;
 * the decider is a pure function of both. A decider returns no drafts if the instant has a problem.
 */
export async function append<Standing, Decided extends AppendDecision<unknown>>(
  store: Appender,
  clock: EntryClock,
  read: (reader: BookReader) => Promise<Standing>,
  decide: (standing: Standing, instant: EntryInstant) => Decided,
): Promise<
  (Extract<Decided, { drafts: unknown }> & Appended) | Extract<Decided, { report: unknown }>
> {
  let decided: { readonly decision: Decided; readonly instant: EntryInstant } | undefined
  const entries = await store.append(async (reader) => {
    const standing = await read(reader)
    const instant = entryInstant(clock, await reader.head())
    decided = { decision: decide(standing, instant), instant }
    return 'drafts' in decided.decision ? decided.decision.drafts : []
  })
  if (decided === undefined) throw new Error('The store appended without a decision.')
  const { decision, instant } = decided
  if (!hasDrafts(decision)) return decision as Extract<Decided, { report: unknown }>
  return { ...decision, entries, warned: warningOf(instant) }
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
