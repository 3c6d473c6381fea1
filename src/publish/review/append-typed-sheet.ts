import type { Attribution, Override } from '../../domain/attribution.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { Deciding, Draft, Entry, Holding, Publishing } from '../../domain/entry.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Instant } from '../../domain/instant.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import { needsTwoReviewers } from '../../gate/consequence.ts'
import { comparedWith, openHold } from '../../market/collection.ts'
import type { Store } from '../../store/store.ts'
import { contextFromStore, readReviewers } from '../context-from-store.ts'
import { entryInstant, type InstantSource } from '../entry-instant.ts'
import type { InputProblem } from '../problem.ts'
import type { PublicationContext } from '../publication-context.ts'
import { decide, passGate, type Verdict } from '../publish.ts'
import type { ParsedSheet } from '../read-sheet.ts'
import type { ReviewRules } from './decide-edit.ts'
import { approve, notRegistered } from './decide-on-hold.ts'
import { textRefusal } from './text-refusal.ts'

/** A rate sheet that a reviewer typed. */
export type TypedSheet = Pick<Attribution, 'note'> &
  Pick<Override, 'reason'> & {
    /** The id of the reviewer. */
    readonly by: string
    readonly parsed: ParsedSheet
    /** The captured pages that the reviewer typed it from. */
    readonly typedFrom?: readonly CapturedPage[]
  }

/** The outcome of a typed sheet. */
export type TypedOutcome =
  | { readonly kind: 'published'; readonly entry: Publishing }
  /** Another reviewer must approve it, too. */
  | { readonly kind: 'held'; readonly hold: Holding; readonly entry: Deciding }
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problems: readonly InputProblem[] }
  /** The typist is no registered reviewer, or must do something else: a sentence. */
  | { readonly kind: 'denied'; readonly problem: string }
  /** The reviewer gave no reason to enter the sheet in spite of the findings of the gate. */
  | { readonly kind: 'implausible'; readonly findings: readonly Finding[] }

/**
 * Publishes a typed sheet. If its findings ask for two reviewers, it is held and approved by its typist, so that another reviewer
 * must approve it. The warning is about this machine's clock.
 */
export async function appendTypedSheet(
  store: Pick<Store, 'append'>,
  sheet: TypedSheet,
  source: InstantSource,
  rules: ReviewRules,
): Promise<TypedOutcome & { readonly warning?: string }> {
  const { head } = sheet.parsed
  let early: Exclude<TypedOutcome, { kind: 'published' | 'held' }> | undefined
  let warning: string | undefined
  const entries = await store.append(async (reader): Promise<readonly Draft[]> => {
    const context = await contextFromStore(reader, head.institutionId, sheet.parsed.sheet)
    const { at, problem, ...instant } = entryInstant(source, context.head)
    const isReviewer = (await readReviewers(reader)).has(sheet.by)
    const denial = isReviewer ? textRefusal(sheet) : notRegistered(sheet.by)
    const verdict = verdictOn(context, sheet, at)
    if (denial !== undefined) early = { kind: 'denied', problem: denial }
    else early = waitingAlready(context, sheet)
    if (early !== undefined) return []
    if (verdict.kind !== 'published') early = verdict
    else if (problem !== undefined) early = { kind: 'refused', problems: [problem] }
    if (early !== undefined || verdict.kind !== 'published') return []
    warning = instant.warning
    const { findings = [] } = verdict.draft
    if (rules.isOneReviewerEnough || !needsTwoReviewers(findings)) return [verdict.draft]
    return holdForSecond(context, sheet, findings, at)
  })
  if (early !== undefined) return early
  return { ...outcomeOf(entries), ...(warning !== undefined && { warning }) }
}

/** The outcome if the same typed sheet waits for a second reviewer: typing it again must not start over. */
function waitingAlready(
  { book }: PublicationContext,
  { by, parsed: { sheet } }: TypedSheet,
): Extract<TypedOutcome, { kind: 'unchanged' | 'denied' }> | undefined {
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
  { parsed, typedFrom, ...attribution }: TypedSheet,
  at: Instant,
): Verdict {
  const details = {
    ...attribution,
    at,
    sample: false,
    ...(typedFrom !== undefined && { typedFrom }),
  }
  return passGate(context, decide(context, parsed, details))
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

function outcomeOf(entries: readonly Entry[]): TypedOutcome {
  const [first, second] = entries
  if (first?.kind === 'sheet-published') return { kind: 'published', entry: first }
  if (first?.kind === 'sheet-held' && second?.kind === 'sheet-decided')
    return { kind: 'held', hold: first, entry: second }
  throw new Error('The store appended no sheet.')
}
