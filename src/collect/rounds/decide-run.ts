import type { Draft } from '../../domain/entry.ts'
import type { Finding } from '../../domain/gate-limits.ts'
import { tierKeyOf, tierOf, type Offer } from '../../domain/offer.ts'
import type { RunOutcome } from '../../book/market/runs.ts'
import { comparedWith } from '../../book/market/holds.ts'
import { consequenceOf, consequenceOfFinding } from '../../book/gate/gate.ts'
import { enteredSheet } from '../../book/publish/decide-sheet.ts'
import type { Reading } from '../read/reading.ts'
import {
  findingsOf,
  problemOf,
  sheetOf,
  type ReadRun,
  type RunContext,
  type RunInput,
} from '../source/collected-sheet.ts'
import type { RunFailure } from '../source/run-failure.ts'
import type { OfferCells, Origin } from '../../domain/origin.ts'
import {
  hasSameCells,
  readingOfSameBodies,
  sameHold,
  wasDateAccepted,
  wereAccepted,
  coveredOffers,
  sameOffers,
} from '../source/earlier-reading.ts'

/** How a run ends: one outcome and one entry. */
export type RunDecision = {
  readonly outcome: RunOutcome
  readonly draft: Draft
  /** The findings of the gate about the sheet. */
  readonly findings: readonly Finding[]
}

/** The parts of a run that its entry is made of. */
type GatedRun = ReadRun & Pick<RunInput, 'at' | 'nextDue' | 'isOneReviewerEnough'>

/** Decides how a run ends. Pure, so that tests compare it with the table of outcomes in `docs/collecting.md`. */
export function decideRun(input: RunInput, context: RunContext): RunDecision {
  const { result } = input
  if ('failure' in result) return failedRun(input, result)
  const { reading } = result
  const sheet = sheetOf(input, reading)
  const problem = problemOf(sheet, context, input.at)
  if (problem !== undefined) return failedRun(input, { failure: problem })
  const run = { ...input, reading, sheet }
  const findings = findingsOf(run, context.book)
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

function verifiedRun(run: GatedRun, { book }: RunContext): RunDecision {
  const { source, captures, at, reading, sheet } = run
  const offers = coveredOffers(book, sheet.covers)
  const cells = cellsOf(offers, reading)
  const earlier = readingOfSameBodies(book, source.ref, captures)
  const isRepeated = earlier !== undefined && hasSameCells(earlier, offers, cells)
  const evidence = isRepeated ? { repeats: earlier.position } : { cells }
  const origin = { ...originOf(run, reading), ...evidence }
  const { institutionId } = sheet
  const tiers = offers.map(tierOf)
  return decisionOf('verified', { kind: 'rates-verified', institutionId, at, tiers, origin })
}

/** Lets the gate decide about a sheet that differs from the standing offers, or whose reading is in doubt. */
function gateDecision(
  run: GatedRun,
  context: RunContext,
  findings: readonly Finding[],
): RunDecision {
  const { source, at, reading, sheet, isOneReviewerEnough } = run
  const consequence = consequenceOf(findings)
  if (consequence === 'fail') {
    const failing = findings.filter((finding) => consequenceOfFinding(finding) === 'fail')
    const message = failing.map((finding) => finding.message).join(' ')
    return failedRun(run, { failure: message }, findings)
  }
  const reviewers = consequence === 'hold-for-two' && !isOneReviewerEnough ? 2 : 1
  const same = sameHold(context.book, source.ref, sheet)
  // A clean sheet is published although it is held, for example because somebody has accepted the source since.
  const isClean = consequence === 'publish'
  if (same !== undefined) {
    const { hold, state } = same
    const mayBeHeld = (state === 'rejected' || !isClean) && hold.entry.reviewers >= reviewers
    // The published edit says that these figures are wrong, however plausible they are beside it.
    if (state === 'approved' || mayBeHeld) return heldAgainRun(run, findings)
  }
  if (isClean) return changedRun(run, context)
  const { institutionId } = sheet
  const origin = { ...originOf(run, reading), cells: reading.cells }
  const comparison = { comparedWith: comparedWith(context.book), reviewers } as const
  const head = { kind: 'sheet-held', institutionId, at } as const
  return decisionOf('held', { ...head, sheet, findings, origin, ...comparison }, findings)
}

/**
 * The hold keeps its age and its decisions, so the entry only says that the run took place. It is public, and the pages of a held
 * sheet are not: it names none.
 */
function heldAgainRun(run: GatedRun, findings: readonly Finding[]): RunDecision {
  const { at, reading, sheet } = run
  const { printedDate: _, ...rest } = originOf(run, reading)
  const origin = { ...rest, captures: [] }
  const { institutionId } = sheet
  const draft = { kind: 'rates-checked', institutionId, at, outcome: 'held', origin } as const
  return decisionOf('held', draft, findings)
}

function changedRun(run: GatedRun, { book }: RunContext): RunDecision {
  const { at, reading, sheet } = run
  const { institutionId } = sheet
  const published = enteredSheet(book, sheet)
  const cells = cellsOf(published.sheet.offers, reading)
  const origin = { ...originOf(run, reading), cells }
  const head = { kind: 'sheet-published', institutionId, at, sample: false } as const
  return decisionOf('changed', { ...head, ...published, origin })
}

function failedRun(
  run: Pick<RunInput, 'source' | 'captures' | 'at' | 'nextDue'>,
  { failure, refusal }: RunFailure,
  findings: readonly Finding[] = [],
): RunDecision {
  const institutionId = run.source.definition.institution
  const { at } = run
  const origin = originOf(run)
  const head = { kind: 'rates-checked', institutionId, at, outcome: 'failed' } as const
  const reason = { message: oneLine(failure), ...(refusal !== undefined && { refusal }) }
  return decisionOf('failed', { ...head, ...reason, origin }, findings)
}

/** The origin of the entry of a run, without the cells of its offers. */
function originOf(
  { source, captures, nextDue }: Pick<RunInput, 'source' | 'captures' | 'nextDue'>,
  reading?: Reading,
): Origin {
  return {
    source: source.ref,
    captures,
    nextDue,
    ...(reading?.printedDate !== undefined && { printedDate: reading.printedDate }),
    ...(reading !== undefined && reading.unmatched.length > 0 && { unmatched: reading.unmatched }),
  }
}

/** The cells of offers, which may be in another order and printing than in the reading. */
function cellsOf(offers: readonly Offer[], reading: Reading): readonly OfferCells[] {
  const cells = new Map(
    reading.offers.map((offer, index) => [tierKeyOf(offer), reading.cells[index]]),
  )
  return offers.map((offer) => {
    const found = cells.get(tierKeyOf(offer))
    if (found === undefined) throw new Error(`The reading has no cells for ${tierKeyOf(offer)}.`)
    return found
  })
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
