import {
  clockOf,
  type Attribution,
  type Deciding,
  type Draft,
  type Entry,
  type Holding,
  type Override,
  type Publishing,
  type Reviewer,
} from '../../../domain/entry.ts'
import type { Finding, GateLimits } from '../../../domain/gate-limits.ts'
import type { Instant } from '../../../domain/instant.ts'
import { canonicalJson } from '../../../domain/json.ts'
import type { CapturedPage, SourceRef } from '../../../domain/origin.ts'
import { needsTwoReviewers } from '../../gate/gate.ts'
import { openHold } from '../../market/holds.ts'
import type { BookReader } from '../../store/store.ts'
import { append, type AppendDecision, type Appender } from '../append.ts'
import {
  contextFromStore,
  readBook,
  readReviewers,
  type PublicationContext,
} from '../context-from-store.ts'
import { decideSheet, passGate, type Verdict } from '../decide-sheet.ts'
import type { ClockWarning, EntryClock } from '../entry-instant.ts'
import type { ParsedSheet } from '../input/read-sheet.ts'
import { decideEdit, type EditRequest, type ReviewRules } from './decide-edit.ts'
import {
  decideOnHold,
  holdApproved,
  notAHold,
  notRegistered,
  textRefusal,
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
type TypedOutcome =
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

/** A change of the list of reviewers. */
export type ReviewerChange = Attribution &
  (
    | { readonly kind: 'reviewer-registered'; readonly reviewer: Reviewer }
    | { readonly kind: 'reviewer-removed'; readonly reviewer: Pick<Reviewer, 'id'> }
  )

/** The outcome of a change of the list of reviewers. */
type ReviewerOutcome =
  | { readonly kind: 'entered'; readonly entry: Entry }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly problem: string }

/** Registers or removes a reviewer. A reviewer who is registered with that name already, or was removed already, makes no entry. */
export async function appendReviewer(
  store: Appender,
  change: ReviewerChange,
  clock: EntryClock,
): Promise<ReviewerOutcome & ClockWarning> {
  const done = await append(
    store,
    clock,
    async (reader): Promise<ReviewersRead> => ({
      reviewers: await readReviewers(reader),
      wasRemoved: await wasRemoved(reader, change.reviewer.id),
    }),
    (standing, { at, problem }): AppendDecision<Exclude<ReviewerOutcome, { kind: 'entered' }>> => {
      const report = nothingToEnter(standing, change)
      if (report !== undefined) return { report }
      if (problem !== undefined) return { report: { kind: 'refused', problem: problem.message } }
      return { drafts: [{ ...change, at, institutionId: '' }] }
    },
  )
  if ('report' in done) return done.report
  return { kind: 'entered', entry: done.entries[0] as Entry, ...done.warned }
}

type ReviewersRead = {
  readonly reviewers: ReadonlyMap<string, Reviewer>
  /** Whether the reviewer of the change was removed before. */
  readonly wasRemoved: boolean
}

function nothingToEnter(
  { reviewers, wasRemoved: isGone }: ReviewersRead,
  { kind, reviewer }: ReviewerChange,
): Exclude<ReviewerOutcome, { kind: 'entered' }> | undefined {
  const { id } = reviewer
  const known = reviewers.get(id)
  if (kind === 'reviewer-registered')
    return known?.name === reviewer.name ? { kind: 'unchanged' } : undefined
  if (known !== undefined) return undefined
  return isGone ? { kind: 'unchanged' } : { kind: 'refused', problem: notRegistered(id) }
}

async function wasRemoved(reader: BookReader, id: string): Promise<boolean> {
  for await (const entries of reader.entriesOf('', 'reviewer-removed')) {
    const isSame = (entry: Entry) => entry.kind === 'reviewer-removed' && entry.reviewer.id === id
    if (entries.some(isSame)) return true
  }
  return false
}

/** A reviewer accepts how a version of a source definition reads the pages of an institution. */
type Acceptance = Pick<Attribution, 'note'> & {
  readonly institutionId: string
  readonly source: SourceRef
  /** The id of the reviewer. */
  readonly by: string
}

/** The result of accepting a source definition. A refusal is a sentence for the reviewer. */
type AcceptanceResult = ClockWarning &
  (
    | { readonly kind: 'accepted' | 'unchanged'; readonly position: number }
    | { readonly kind: 'refused'; readonly problem: string }
  )

/** Appends that a reviewer accepts a source definition. One that was accepted already is not accepted again. */
export async function acceptSource(
  store: Appender,
  acceptance: Acceptance,
  clock: EntryClock,
): Promise<AcceptanceResult> {
  const done = await append(
    store,
    clock,
    async (reader) => ({
      book: await readBook(reader, acceptance.institutionId),
      reviewers: await readReviewers(reader),
    }),
    ({ book, reviewers }, { at, problem }): AppendDecision<AcceptanceResult> => {
      const { institutionId, by, source } = acceptance
      const refuse = (sentence: string) =>
        ({ report: { kind: 'refused', problem: sentence } }) as const
      if (book === undefined)
        return refuse(
          `The institution ${institutionId} is not registered; see: ratebook institutions.`,
        )
      if (!reviewers.has(by)) return refuse(notRegistered(by))
      const earlier = book.entries.find(
        (one) => one.kind === 'source-accepted' && one.source.digest === source.digest,
      )
      if (earlier !== undefined)
        return { report: { kind: 'unchanged', position: earlier.position } }
      if (problem !== undefined) return refuse(problem.message)
      return { drafts: [{ ...acceptance, at, kind: 'source-accepted' }] }
    },
  )
  if ('report' in done) return done.report
  return { kind: 'accepted', position: (done.entries[0] as Entry).position, ...done.warned }
}
