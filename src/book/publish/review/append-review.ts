import {
  clockOf,
  type Deciding,
  type Entry,
  type Publishing,
  type Holding,
} from '../../../domain/entry.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { BookReader } from '../../store/store.ts'
import { append, type Appender, type AppendDecision } from '../append.ts'
import { contextFromStore, readReviewers } from '../context-from-store.ts'
import type { ClockWarning, EntryClock } from '../entry-instant.ts'
import {
  notAHold,
  type ReviewContext,
  type ReviewVerdict,
  decideOnHold,
  type ReviewRequest,
} from './decide-on-hold.ts'
import { decideEdit, type EditRequest, type ReviewRules } from './decide-edit.ts'
import { decideTyped, type TypedSheet, type TypedVerdict } from './decide-typed.ts'

/** The outcome of a reviewer's decision. */
export type DecisionOutcome =
  /** `published` is absent if the sheet was rejected, or another reviewer must approve it, too. */
  | { readonly kind: 'decided'; readonly entry: Deciding; readonly published?: Publishing }
  /** The reviewer has decided the same at this position. */
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problem: string }

type Undecided<Verdict> = Exclude<Verdict, { kind: 'decided' }>

/**
 * Appends what a reviewer decides about a held sheet. All entries are one append, computed from what stands once the write lock is
 * held.
 */
async function appendReview(
  store: Appender,
  hold: number,
  clock: EntryClock,
  decide: (context: ReviewContext, at: Instant) => ReviewVerdict,
): Promise<DecisionOutcome & ClockWarning> {
  const done = await append(
    store,
    clock,
    (reader) => reviewContext(reader, hold),
    (context, instant): AppendDecision<Undecided<ReviewVerdict>> => {
      const { at, problem } = instant
      if (context === undefined) return { report: { kind: 'refused', problem: notAHold(hold) } }
      const verdict = decide({ ...context, ...clockOf(instant) }, at)
      // An equal decision enters nothing, so the clock does not matter.
      if (verdict.kind === 'unchanged') return { report: verdict }
      if (problem !== undefined) return { report: { kind: 'refused', problem: problem.message } }
      return verdict.kind === 'decided' ? verdict : { report: verdict }
    },
  )
  return 'report' in done ? done.report : { ...decidedBy(done.entries), ...done.warned }
}

/** The context of a held sheet; `undefined` if the position has none. */
async function reviewContext(reader: BookReader, hold: number): Promise<ReviewContext | undefined> {
  const held = await reader.entryAt(hold)
  if (held?.kind !== 'sheet-held') return undefined
  return {
    ...(await contextFromStore(reader, held.institutionId, held.sheet)),
    reviewers: await readReviewers(reader),
  }
}

/** The outcome of appended entries. */
function decidedBy(entries: readonly Entry[]): Extract<DecisionOutcome, { kind: 'decided' }> {
  const entry = entries.find(({ kind }) => kind === 'sheet-decided')
  const published = entries.find((one): one is Publishing => one.kind === 'sheet-published')
  if (entry?.kind !== 'sheet-decided') throw new Error('The store appended no decision.')
  return { kind: 'decided', entry, ...(published !== undefined && { published }) }
}

/**
 * Appends a reviewer's approval or rejection of a held sheet. The last approval and the sheet are one append. An equal decision is
 * not appended again.
 */
export async function appendDecision(
  store: Appender,
  request: ReviewRequest,
  clock: EntryClock,
): Promise<DecisionOutcome & ClockWarning> {
  return appendReview(store, request.hold, clock, (context, at) =>
    decideOnHold(context, request, at),
  )
}

/**
 * Appends a reviewer's edit of a held sheet. The edited sheet, the approval and, if no other reviewer has to approve it, the
 * published sheet are one append. An equal edit is not appended again. The caller has proven the cells (`collect/audit/prove-edits.ts`).
 */
export async function appendEdit(
  store: Appender,
  request: EditRequest,
  clock: EntryClock,
  rules: ReviewRules,
): Promise<DecisionOutcome & ClockWarning> {
  return appendReview(store, request.hold, clock, (context, at) =>
    decideEdit(context, request, at, rules),
  )
}

/** The outcome of a typed sheet. */
export type TypedOutcome =
  | { readonly kind: 'published'; readonly entry: Publishing }
  /** Another reviewer must approve it, too. */
  | { readonly kind: 'held'; readonly hold: Holding; readonly entry: Deciding }
  | Undecided<TypedVerdict>

/**
 * Publishes a typed sheet. If its findings ask for two reviewers, it is held and approved by its typist, so that another reviewer
 * must approve it.
 */
export async function appendTypedSheet(
  store: Appender,
  sheet: TypedSheet,
  clock: EntryClock,
  rules: ReviewRules,
): Promise<TypedOutcome & ClockWarning> {
  const { parsed } = sheet
  const done = await append(
    store,
    clock,
    async (reader): Promise<ReviewContext> => ({
      ...(await contextFromStore(reader, parsed.head.institutionId, parsed.sheet)),
      reviewers: await readReviewers(reader),
    }),
    (context, instant): AppendDecision<Undecided<TypedVerdict>> => {
      const { at, problem } = instant
      const verdict = decideTyped({ ...context, ...clockOf(instant) }, sheet, at, rules)
      if (verdict.kind !== 'decided') return { report: verdict }
      if (problem !== undefined) return { report: { kind: 'refused', problems: [problem] } }
      return verdict
    },
  )
  return 'report' in done ? done.report : { ...outcomeOf(done.entries), ...done.warned }
}

function outcomeOf(entries: readonly Entry[]): TypedOutcome {
  const [first, second] = entries
  if (first?.kind === 'sheet-published') return { kind: 'published', entry: first }
  if (first?.kind === 'sheet-held' && second?.kind === 'sheet-decided')
    return { kind: 'held', hold: first, entry: second }
  throw new Error('The store appended no sheet.')
}
