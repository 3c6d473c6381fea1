import { clockOf, type Deciding, type Entry, type Publishing } from '../../../domain/entry.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { BookReader } from '../../store/store.ts'
import { append, type AppendDecision, type Appender } from '../append.ts'
import { contextFromStore, readReviewers } from '../context-from-store.ts'
import type { ClockWarning, EntryClock } from '../entry-instant.ts'
import { decideEdit, type EditRequest, type ReviewRules } from './decide-edit.ts'
import {
  decideOnHold,
  notAHold,
  type ReviewContext,
  type ReviewRequest,
  type ReviewVerdict,
} from './decide-on-hold.ts'

/** The outcome of a reviewer's decision. */
export type DecisionOutcome =
  /** `published` is absent if the sheet was rejected, or another reviewer must approve it, too. */
  | { readonly kind: 'decided'; readonly entry: Deciding; readonly published?: Publishing }
  /** The reviewer has decided the same at this position. */
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problem: string }

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
    (context, instant): AppendDecision<Exclude<ReviewVerdict, { kind: 'decided' }>> => {
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
