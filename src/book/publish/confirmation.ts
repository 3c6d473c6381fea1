import { timeOf, type Attribution, type Entry } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { InstitutionBook } from '../market/market.ts'
import { append, warningOf, type Appender, type AppendDecision } from './append.ts'
import { readBook } from './context-from-store.ts'
import type { ClockWarning, EntryInstant, EntryClock } from './entry-instant.ts'
import { collectProblems, type InputProblem } from './input/problem.ts'

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
