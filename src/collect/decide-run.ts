import type { Draft } from '../domain/entry.ts'
import type { Finding } from '../domain/finding.ts'
import { tierOf } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { consequenceOf, consequenceOfFinding } from '../gate/consequence.ts'
import { comparedWith, type Hold, type RunOutcome } from '../market/collection.ts'
import { enteredSheet } from '../publish/entered-sheet.ts'
import type { Reading } from '../read/reading.ts'
import { findingsOf, problemOf, sheetOf } from './collected-sheet.ts'
import {
  hasSameCells,
  readingOfSameBodies,
  sameHold,
  wasDateAccepted,
  wereAccepted,
  coveredOffers,
  sameOffers,
} from './earlier-reading.ts'
import { cellsOf, originOf, type RunContext, type RunFailure, type RunInput } from './run-input.ts'

/** How a run ends: one outcome and one entry. */
export type RunDecision = {
  readonly outcome: RunOutcome
  readonly draft: Draft
  /** The findings of the gate about the sheet. */
  readonly findings: readonly Finding[]
}

/** A run whose pages were read, and the sheet that they make. */
type ReadRun = { readonly input: RunInput; readonly reading: Reading; readonly sheet: Sheet }

/** Decides how a run ends. Pure, so that tests compare it with the table of outcomes in `docs/collecting.md`. */
export function decideRun(input: RunInput, context: RunContext): RunDecision {
  const { result } = input
  if ('failure' in result) return failedRun(input, result)
  const { reading } = result
  const sheet = sheetOf(input, reading)
  const problem = problemOf(sheet, context, input.at)
  if (problem !== undefined) return failedRun(input, { failure: problem })
  const run = { input, reading, sheet }
  const findings = findingsOf(run, context)
  return isUnchanged(run, context, findings)
    ? verifiedRun(run, context)
    : gateDecision(run, context, findings)
}

/** The findings about a printed date that also prevent a verification. */
const dateRules: ReadonlySet<string> = new Set(['printed-date-older', 'printed-date-in-future'])

/** Whether the source reads exactly the standing offers that it covers. Doubts about the pages count, unless they were accepted. */
function isUnchanged(
  { reading, sheet }: ReadRun,
  { book }: RunContext,
  findings: readonly Finding[],
): boolean {
  // An old page has the right figures, too, if they did not change since.
  const ofDate = findings.filter(({ rule }) => dateRules.has(rule))
  return (
    sameOffers(coveredOffers(book, sheet.covers), sheet.offers) &&
    wereAccepted(book, reading.findings) &&
    (ofDate.length === 0 || wasDateAccepted(book, reading.printedDate?.day, ofDate))
  )
}

function verifiedRun({ input, reading, sheet }: ReadRun, { book }: RunContext): RunDecision {
  const { source, captures, at } = input
  const offers = coveredOffers(book, sheet.covers)
  const cells = cellsOf(offers, reading)
  const earlier = readingOfSameBodies(book, source.ref, captures)
  const isRepeated = earlier !== undefined && hasSameCells(earlier, offers, cells)
  const evidence = isRepeated ? { repeats: earlier.position } : { cells }
  const origin = { ...originOf(input, reading), ...evidence }
  const { institutionId } = sheet
  const tiers = offers.map(tierOf)
  return decisionOf('verified', { kind: 'rates-verified', institutionId, at, tiers, origin })
}

/** Lets the gate decide about a sheet that differs from the standing offers, or whose reading is in doubt. */
function gateDecision(
  run: ReadRun,
  context: RunContext,
  findings: readonly Finding[],
): RunDecision {
  const { input, reading, sheet } = run
  const consequence = consequenceOf(findings)
  if (consequence === 'fail') {
    const failing = findings.filter((finding) => consequenceOfFinding(finding) === 'fail')
    const message = failing.map((finding) => finding.message).join(' ')
    return failedRun(input, { failure: message }, findings)
  }
  const reviewers = consequence === 'hold-for-two' && !input.isOneReviewerEnough ? 2 : 1
  const same = sameHold(context.book, input.source.ref, sheet)
  // A clean sheet is published although it is held, for example because somebody has accepted the source since.
  const isClean = consequence === 'publish'
  if (same !== undefined) {
    const { hold, state } = same
    const mayBeHeld = (state === 'rejected' || !isClean) && hold.entry.reviewers >= reviewers
    // The published edit says that these figures are wrong, however plausible they are beside it.
    if (state === 'approved' || mayBeHeld) return heldAgainRun(run, context, hold, findings)
  }
  if (isClean) return changedRun(run, context)
  const { institutionId } = sheet
  const origin = { ...originOf(input, reading), cells: reading.cells }
  const comparison = { comparedWith: comparedWith(context.book), reviewers } as const
  const head = { kind: 'sheet-held', institutionId, at: input.at } as const
  return decisionOf('held', { ...head, sheet, findings, origin, ...comparison }, findings)
}

/** The hold keeps its age and its decisions, so the entry only says that the run took place. */
function heldAgainRun(
  { input, reading, sheet }: ReadRun,
  { book }: RunContext,
  hold: Hold,
  findings: readonly Finding[],
): RunDecision {
  const { source, captures, at } = input
  const { position } = hold.entry
  const isRepeated = readingOfSameBodies(book, source.ref, captures)?.position === position
  const origin = { ...originOf(input, reading), ...(isRepeated && { repeats: position }) }
  const { institutionId } = sheet
  const draft = { kind: 'rates-checked', institutionId, at, outcome: 'held', origin } as const
  return decisionOf('held', draft, findings)
}

function changedRun({ input, reading, sheet }: ReadRun, { book }: RunContext): RunDecision {
  const { institutionId } = sheet
  const published = enteredSheet(book, sheet)
  const cells = cellsOf(published.sheet.offers, reading)
  const origin = { ...originOf(input, reading), cells }
  const head = { kind: 'sheet-published', institutionId, at: input.at, sample: false } as const
  return decisionOf('changed', { ...head, ...published, origin })
}

function failedRun(
  input: RunInput,
  { failure, refusal }: RunFailure,
  findings: readonly Finding[] = [],
): RunDecision {
  const institutionId = input.source.definition.institution
  const { at } = input
  const origin = originOf(input)
  const head = { kind: 'rates-checked', institutionId, at, outcome: 'failed' } as const
  const reason = { message: oneLine(failure), ...(refusal !== undefined && { refusal }) }
  return decisionOf('failed', { ...head, ...reason, origin }, findings)
}

function decisionOf(
  outcome: RunOutcome,
  draft: Draft,
  findings: readonly Finding[] = [],
): RunDecision {
  return { outcome, draft, findings }
}

const longest = 600

/**
 * Text that may come from a page as one line for messages: characters that nobody can see, that reorder others or that control a
 * terminal become spaces, and a long text is cut.
 */
export function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ')
    .trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`
}
