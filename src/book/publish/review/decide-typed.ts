import type { Attribution, Override, Draft, Holding } from '../../../domain/entry.ts'
import { canonicalJson } from '../../../domain/json.ts'
import type { Finding, GateLimits } from '../../../domain/gate-limits.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { CapturedPage } from '../../../domain/origin.ts'
import { needsTwoReviewers } from '../../gate/consequence.ts'
import { comparedWith, openHold } from '../../market/holds.ts'
import type { PublicationContext } from '../context-from-store.ts'
import { decideSheet, passGate, type Verdict } from '../decide-sheet.ts'
import type { ParsedSheet } from '../input/read-sheet.ts'
import type { ReviewRules } from './decide-edit.ts'
import { approve, notRegistered, type ReviewContext, textRefusal } from './decide-on-hold.ts'

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

/** The result of a typed sheet: the entries of one append, or why there are none. */
export type TypedVerdict =
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
  const drafts =
    isOneReviewerEnough || !needsTwoReviewers(findings)
      ? [verdict.draft]
      : holdForSecond(context, sheet, findings, at)
  return { kind: 'decided', drafts }
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

/** The entries that hold a typed sheet for a second reviewer. */
function holdForSecond(
  context: PublicationContext,
  { parsed: { sheet }, by, note, reason, typedFrom }: TypedSheet,
  findings: readonly Finding[],
  at: Instant,
): readonly Draft[] {
  if (sheet === undefined) throw new Error('A sheet with findings can be read.')
  const { institutionId } = sheet
  const held: Holding = {
    kind: 'sheet-held',
    position: context.head.position + 1,
    at,
    institutionId,
    sheet,
    findings,
    by,
    reviewers: 2,
    ...(reason !== undefined && { reason }),
    ...(note !== undefined && { note }),
    ...(typedFrom !== undefined && { typedFrom }),
    comparedWith: comparedWith({ entries: context.book?.entries ?? [] }),
  }
  const approval = approve(context, { entry: held, decisions: [] }, { by }, at)
  const { position: _, ...draft } = held
  return approval.kind === 'decided' ? [draft, ...approval.drafts] : []
}
