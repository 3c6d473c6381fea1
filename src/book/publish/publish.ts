import {
  clockOf,
  type Attribution,
  type Override,
  type Entry,
  type SheetDraft,
} from '../../domain/entry.ts'
import type { GateLimits } from '../../domain/gate-limits.ts'
import { append, warningOf, type Appender, type AppendDecision } from './append.ts'
import { contextFromStore, type KnownBooks, type PublicationContext } from './context-from-store.ts'
import { decideSheet, passGate, type Verdict } from './decide-sheet.ts'
import type { ClockWarning, EntryInstant, EntryClock } from './entry-instant.ts'
import type { ParsedSheet } from './input/read-sheet.ts'

/** The limits of the gate, and the books that were read before. */
type GateOfBook = { readonly limits: GateLimits; readonly known?: KnownBooks }

/** The publisher of a sheet, and whether it is one of the samples. */
type PublishDetails = Attribution & Pick<Override, 'reason'> & { readonly sample?: boolean }

/** Publishes one sheet, all or nothing. */
export async function publish(
  store: Appender,
  parsed: ParsedSheet,
  clock: EntryClock,
  { known, limits }: GateOfBook,
  details: PublishDetails = {},
): Promise<
  (RefusedVerdict | { readonly kind: 'published'; readonly entry: Entry & SheetDraft }) &
    ClockWarning
> {
  const done = await append(
    store,
    clock,
    (reader) => contextFromStore(reader, parsed.head.institutionId, parsed.sheet, known),
    (context, instant) => decideDated(context, parsed, details, { instant, limits }),
  )
  if ('report' in done) return done.report
  return { kind: 'published', entry: done.entries[0] as Entry & SheetDraft, ...done.warned }
}

type RefusedVerdict = Exclude<Verdict, { kind: 'published' }>

/** The decision of `publish`, with the problem or the warning of the instant. A duplicate enters nothing, so the clock does not matter. */
function decideDated(
  context: PublicationContext,
  parsed: ParsedSheet,
  details: PublishDetails,
  { instant, limits }: { readonly instant: EntryInstant; readonly limits: GateLimits },
): AppendDecision<RefusedVerdict & ClockWarning> {
  const { at, problem } = instant
  const made = { ...context, ...clockOf(instant) }
  const decided = decideSheet(made, parsed, { sample: false, ...details, at })
  const verdict = passGate(context, decided, limits)
  if (verdict.kind === 'unchanged') return { report: verdict }
  if (problem !== undefined) {
    const problems = verdict.kind === 'refused' ? verdict.problems : []
    return { report: { kind: 'refused', problems: [...problems, problem] } }
  }
  if (verdict.kind === 'published') return { drafts: [verdict.draft] }
  return { report: { ...verdict, ...warningOf(instant) } }
}
