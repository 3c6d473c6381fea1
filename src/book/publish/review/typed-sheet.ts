import {
  clockOf,
  type Attribution,
  type Deciding,
  type Draft,
  type Entry,
  type Holding,
  type Override,
  type Publishing,
} from '../../../domain/entry.ts'
import type { Finding, GateLimits } from '../../../domain/gate-limits.ts'
import type { Instant } from '../../../domain/instant.ts'
import { canonicalJson } from '../../../domain/json.ts'
import type { CapturedPage } from '../../../domain/origin.ts'
import { needsTwoReviewers } from '../../gate/gate.ts'
import { openHold } from '../../market/holds.ts'
import { append, type AppendDecision, type Appender } from '../append.ts'
import { contextFromStore, readReviewers, type PublicationContext } from '../context-from-store.ts'
import { decideSheet, passGate, type Verdict } from '../decide-sheet.ts'
import type { ClockWarning, EntryClock } from '../entry-instant.ts'
import type { ParsedSheet } from '../input/read-sheet.ts'
import type { ReviewRules } from './decide-edit.ts'
import { holdApproved, notRegistered, textRefusal, type ReviewContext } from './decide-on-hold.ts'

/** A rate sheet that a reviewer typed. */
export type TypedSheet = Pick<Attribution, 'note'> &
  Pick<Override, 'reason'> & {
    /** The id of the reviewer. */
    readonly by: string
    readonly parsed: ParsedSheet
    /** The captured pages that the reviewer typed it from. */
    readonly typedFrom?: readonly CapturedPage[]
    /** The findings about figures that do not stand on these pages (`collect/audit/prove-edits.ts`). */
    readonly pageFindings?: readonly Finding[]
  }

/** The outcome of a typed sheet. */
type TypedOutcome =
  | { readonly kind: 'published'; readonly entry: Publishing }
  /** Another reviewer must approve it, too. */
  | { readonly kind: 'held'; readonly hold: Holding; readonly entry: Deciding }
  | Exclude<TypedVerdict, { kind: 'decided' }>

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
    (context, instant): AppendDecision<Exclude<TypedVerdict, { kind: 'decided' }>> => {
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

/** The result of a typed sheet: the entries of one append, or why there are none. */
type TypedVerdict =
  | { readonly kind: 'decided'; readonly drafts: readonly Draft[] }
  /** The typist is no registered reviewer, or must do something else: a sentence. */
  | { readonly kind: 'denied'; readonly problem: string }
  | Exclude<Verdict, { kind: 'published' }>

/** Computes the entries of a typed sheet: the published sheet, or the held one and the approval of its typist. */
export function decideTyped(
  context: ReviewContext,
  sheet: TypedSheet,
  at: Instant,
  { isOneReviewerEnough, limits }: ReviewRules,
): TypedVerdict {
  const denial = context.reviewers.has(sheet.by) ? textRefusal(sheet) : notRegistered(sheet.by)
  if (denial !== undefined) return { kind: 'denied', problem: denial }
  const waiting = waitingAlready(context, sheet)
  if (waiting !== undefined) return waiting
  const verdict = verdictOn(context, sheet, at, limits)
  if (verdict.kind !== 'published') return verdict
  const { findings = [] } = verdict.draft
  if (isOneReviewerEnough || !needsTwoReviewers(findings))
    return { kind: 'decided', drafts: [verdict.draft] }
  const { by, note, reason, typedFrom, parsed } = sheet
  const held = holdApproved(context, {
    at,
    institutionId: verdict.draft.institutionId,
    sheet: parsed.sheet ?? verdict.draft.sheet,
    findings,
    by,
    reviewers: 2,
    ...(reason !== undefined && { reason }),
    ...(note !== undefined && { note }),
    ...(typedFrom !== undefined && { typedFrom }),
  })
  if (held.kind !== 'decided') throw new Error('The first of two approvals publishes nothing.')
  return held
}

/** The outcome if the same typed sheet waits for a second reviewer: typing it again must not start over. */
function waitingAlready(
  { book }: PublicationContext,
  { by, parsed: { sheet } }: TypedSheet,
): Extract<TypedVerdict, { kind: 'unchanged' | 'denied' }> | undefined {
  const entry = book && openHold(book)?.entry
  if (entry?.by === undefined || entry.editOf !== undefined || sheet === undefined) return undefined
  if (canonicalJson(entry.sheet) !== canonicalJson(sheet)) return undefined
  const { position } = entry
  if (entry.by === by) return { kind: 'unchanged', position }
  const problem = `${entry.by} has typed the same sheet; approve it: ratebook review approve ${position}.`
  return { kind: 'denied', problem }
}

function verdictOn(
  context: PublicationContext,
  { parsed, typedFrom, pageFindings, ...attribution }: TypedSheet,
  at: Instant,
  limits: GateLimits,
): Verdict {
  const details = {
    ...attribution,
    at,
    sample: false,
    ...(typedFrom !== undefined && { typedFrom }),
  }
  return passGate(context, decideSheet(context, parsed, details), limits, pageFindings)
}
