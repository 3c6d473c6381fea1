import {
  clockOf,
  timeOf,
  type Attribution,
  type Entry,
  type Override,
  type SheetDraft,
} from '../../domain/entry.ts'
import type { GateLimits } from '../../domain/gate-limits.ts'
import type { Instant } from '../../domain/instant.ts'
import type { InstitutionBook } from '../market/market.ts'
import { append, warningOf, type AppendDecision, type Appender } from './append.ts'
import {
  contextFromStore,
  readBook,
  type KnownBooks,
  type PublicationContext,
} from './context-from-store.ts'
import { decideSheet, passGate, type Verdict } from './decide-sheet.ts'
import type { ClockWarning, EntryClock, EntryInstant } from './entry-instant.ts'
import { collectProblems, type InputProblem } from './input/problem.ts'
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

/** A check (`rates-checked`) or a verification (`rates-verified`) of an institution's rates. */
export type Confirmation = Attribution & {
  readonly kind: 'rates-checked' | 'rates-verified'
  readonly institutionId: string
}

type ConfirmationReport =
  | { readonly entry: Entry; readonly isNew: false }
  | { readonly problems: readonly InputProblem[] }

/**
 * Appends a check or verification. One that is already in the book is not appended again, so the command can be repeated.
 * `onTime` receives the time of the entry before the commit, whose outcome may be unknown.
 */
export async function appendConfirmation(
  store: Appender,
  confirmation: Confirmation,
  clock: EntryClock,
  onTime: (time: Instant) => void,
): Promise<(ConfirmationReport | { readonly entry: Entry; readonly isNew: true }) & ClockWarning> {
  const done = await append(
    store,
    clock,
    async (reader) => ({ book: await readBook(reader, confirmation.institutionId) }),
    ({ book }, instant) => {
      onTime(timeOf(instant))
      const decision = decideConfirmation(book, confirmation, clock, instant)
      return 'drafts' in decision
        ? decision
        : { report: { ...decision.report, ...warningOf(instant) } }
    },
  )
  if ('report' in done) return done.report
  return { entry: done.entries[0] as Entry, isNew: true, ...done.warned }
}

function decideConfirmation(
  book: InstitutionBook | undefined,
  confirmation: Confirmation,
  { from }: EntryClock,
  instant: EntryInstant,
): AppendDecision<ConfirmationReport> {
  const { kind, institutionId } = confirmation
  const { at, problem } = instant
  const time = timeOf(instant)
  const earlier = book?.entries.findLast((entry) => entry.kind === kind && timeOf(entry) === time)
  // A clock that is too far behind the book does not name an instant.
  const isNamed = problem === undefined || from === 'option'
  if (isNamed && earlier !== undefined) return { report: { entry: earlier, isNew: false } }
  const { problems, refuse } = collectProblems()
  if (book === undefined) {
    refuse(
      'unregistered',
      '',
      `The institution ${institutionId} is not registered; see: ratebook institutions.`,
    )
  }
  if (problem !== undefined) problems.push(problem)
  return problems.length > 0 ? { report: { problems } } : { drafts: [{ ...confirmation, at }] }
}
