import { consequenceOf, consequenceOfFinding } from '../../book/gate/gate.ts'
import { comparedWith } from '../../book/market/holds.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import type { RunOutcome } from '../../book/market/runs.ts'
import type { PublicationContext } from '../../book/publish/context-from-store.ts'
import { enteredSheet, problemsWithBook } from '../../book/publish/decide-sheet.ts'
import { validateSheet } from '../../book/publish/input/read-sheet.ts'
import type { Draft } from '../../domain/entry.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import type { Instant } from '../../domain/instant.ts'
import { tierKeyOf, tierOf, type Offer, type Sheet } from '../../domain/offer.ts'
import type { CapturedPage, OfferCells, Origin } from '../../domain/origin.ts'
import type { Reading } from '../read/reading.ts'
import {
  coveredOffers,
  findingsOf,
  hasSameCells,
  readingOfSameBodies,
  sameHold,
  sameOffers,
  sheetOf,
  wasDateAccepted,
  wereAccepted,
} from '../source/collected-sheet.ts'
import type { LoadedSource } from '../source/load-source.ts'
import type { RunFailure } from './run-report.ts'

/** The result of one run, before it is compared with the book. */
export type RunInput = {
  readonly source: LoadedSource
  /** The pages that were captured, in the order of the source definition; fewer if one of them failed. */
  readonly captures: readonly CapturedPage[]
  /** The reading of the pages, or why there is none. */
  readonly result: Reading | RunFailure
  /** The instant of the entry. */
  readonly at: Instant
  readonly nextDue: Instant
  /** Whether a person alone may approve what two should see. */
  readonly isOneReviewerEnough: boolean
  readonly limits: GateLimits
}

/** The book that a run is compared with. */
export type RunContext = {
  readonly book: InstitutionBook
  /** The currency of the book, if it has sheets. */
  readonly currency: string | undefined
} & Pick<PublicationContext, 'clock'>

/** How a run ends: one outcome and one entry. */
export type RunDecision = {
  readonly outcome: RunOutcome
  readonly draft: Draft
  /** The findings of the gate about the sheet. */
  readonly findings: readonly Finding[]
  /** What was read; absent if the pages could not be read. */
  readonly reading?: Reading
}

/** A run whose pages were read, and the sheet that they make. */
type ReadRun = RunInput & { readonly reading: Reading; readonly sheet: Sheet }

/** Decides how a run ends. Pure, so that tests compare it with the table of outcomes in `docs/collecting.md`. */
export function decideRun(input: RunInput, context: RunContext): RunDecision {
  const { result } = input
  if ('failure' in result) return failedRun(input, result)
  const reading = withPlainTexts(result)
  const sheet = sheetOf(input.source, input.captures, reading)
  const run = { ...input, reading, sheet }
  const problem = problemOf(sheet, context, input.at)
  if (problem !== undefined) return { ...failedRun(input, { failure: problem }), reading }
  const { book } = context
  const findings = findingsOf(input.source, sheet, reading, { book, limits: input.limits })
  const decision = isUnchanged(run, context, findings)
    ? verifiedRun(run, context)
    : gatedRun(run, context, findings)
  return { ...decision, reading }
}

/** Why a sheet cannot be compared with the book, in one sentence. */
function problemOf(sheet: Sheet, context: RunContext, at: Instant): string | undefined {
  // `audit` reads every published sheet again, so it must be one that `publish` would accept.
  const parsed = validateSheet(sheet)
  const [problem] = [...parsed.problems, ...problemsWithBook(context, parsed.head, at)]
  if (problem === undefined) return undefined
  if (problem.code === 'older-than-last')
    return 'A sheet that was read later was published while this run was under way.'
  const place = problem.location === '' ? '' : `${problem.location}: `
  return `The pages do not give a sheet that can be published: ${place}${problem.message}`
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

function verifiedRun(run: ReadRun, { book }: RunContext): RunDecision {
  const { source, captures, at, reading, sheet } = run
  const { institutionId } = sheet
  const offers = coveredOffers(book, sheet.covers)
  const cells = cellsOf(offers, reading)
  const earlier = readingOfSameBodies(book, source.ref, captures)
  const isRepeated = earlier !== undefined && hasSameCells(earlier, offers, cells)
  const evidence = isRepeated ? { repeats: earlier.position } : { cells }
  const origin = { ...originOf(run, reading), ...evidence }
  const tiers = offers.map(tierOf)
  const draft = { kind: 'rates-verified', institutionId, at, tiers, origin } as const
  return { outcome: 'verified', draft, findings: [] }
}

/** Lets the gate decide about a sheet that differs from the standing offers, or whose reading is in doubt. */
function gatedRun(run: ReadRun, context: RunContext, findings: readonly Finding[]): RunDecision {
  const { source, at, reading, sheet, isOneReviewerEnough } = run
  const { institutionId } = sheet
  const consequence = consequenceOf(findings)
  if (consequence === 'fail') {
    const failing = findings.filter((finding) => consequenceOfFinding(finding) === 'fail')
    const failure = failing.map(({ message }) => message).join(' ')
    return { ...failedRun(run, { failure }), findings }
  }
  const reviewers = consequence === 'hold-for-two' && !isOneReviewerEnough ? 2 : 1
  const same = sameHold(context.book, source.ref, sheet)
  // A clean sheet is published although it is held, for example because somebody has accepted the source since.
  const isClean = consequence === 'publish'
  if (same !== undefined) {
    const { hold, state } = same
    const mayBeHeld = (state === 'rejected' || !isClean) && hold.entry.reviewers >= reviewers
    // The published edit says that these figures are wrong, however plausible they are beside it.
    if (state === 'approved' || mayBeHeld)
      return { outcome: 'held', draft: heldAgain(run), findings }
  }
  if (isClean) return changedRun(run, context)
  const origin = { ...originOf(run, reading), cells: reading.cells }
  const comparison = { comparedWith: comparedWith(context.book), reviewers } as const
  const head = { kind: 'sheet-held', institutionId, at } as const
  return { outcome: 'held', draft: { ...head, sheet, findings, origin, ...comparison }, findings }
}

/**
 * The hold keeps its age and its decisions, so the entry only says that the run took place. It is public, and the pages of a held
 * sheet are not: it names none.
 */
function heldAgain(run: ReadRun): Draft {
  const { at, reading, sheet } = run
  const { printedDate: _, ...rest } = originOf(run, reading)
  const origin = { ...rest, captures: [] }
  const { institutionId } = sheet
  return { kind: 'rates-checked', institutionId, at, outcome: 'held', origin }
}

function changedRun(run: ReadRun, { book }: RunContext): RunDecision {
  const { at, reading, sheet } = run
  const { institutionId } = sheet
  const published = enteredSheet(book, sheet)
  const cells = cellsOf(published.sheet.offers, reading)
  const origin = { ...originOf(run, reading), cells }
  const head = { kind: 'sheet-published', institutionId, at, sample: false } as const
  return { outcome: 'changed', draft: { ...head, ...published, origin }, findings: [] }
}

function failedRun(run: RunInput, { failure, refusal }: RunFailure): RunDecision {
  const institutionId = run.source.definition.institution
  const head = { kind: 'rates-checked', institutionId, at: run.at, outcome: 'failed' } as const
  const reason = { message: oneLine(failure), ...(refusal !== undefined && { refusal }) }
  return {
    outcome: 'failed',
    draft: { ...head, ...reason, origin: originOf(run) },
    findings: [],
  }
}

/** The origin of the entry of a run, without the cells of its offers. */
function originOf({ source, captures, nextDue }: RunInput, reading?: Reading): Origin {
  const { printedDate, unmatched = [] } = reading ?? {}
  return {
    source: source.ref,
    captures,
    nextDue,
    ...(printedDate !== undefined && { printedDate }),
    ...(unmatched.length > 0 && { unmatched }),
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

/** A reading whose sentences, which have texts of the pages, are lines. */
function withPlainTexts(reading: Reading): Reading {
  const findings = reading.findings.map((one) => ({ ...one, message: oneLine(one.message) }))
  return { ...reading, findings, unmatched: reading.unmatched.map(oneLine) }
}

const longest = 600

/**
 * Text that may come from a page as one line for messages: characters that nobody can see, that reorder others or that control a
 * terminal become spaces, and a long text is cut.
 */
function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ')
    .trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`
}
