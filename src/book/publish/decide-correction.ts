import type { Cause, CorrectedFigure, Correction } from '../../domain/change.ts'
import { sameOptional, type Decimal } from '../../domain/decimal.ts'
import {
  entriesAfter,
  type Attribution,
  type CorrectionDraft,
  type Entry,
  type Override,
  type Publishing,
} from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  compareTiers,
  hasTerms,
  keyOf,
  tierKeyOf,
  tierOf,
  tierText,
  type Tier,
  type TierKey,
} from '../../domain/offer.ts'
import {
  believedSheets,
  correctedFiguresIn,
  correctionsIn,
  isAbout,
  type BelievedSheet,
} from '../market/believed-sheets.ts'
import { changesOfCorrection } from '../market/changes.ts'
import { foldEntries } from '../market/fold.ts'
import type { InstitutionBook } from '../market/market.ts'
import type { RateHistory } from '../market/rate-history.ts'
import { offersIn } from '../market/standing.ts'
import { collectProblems, type InputProblem } from './input/problem.ts'
import { rate, readTier } from './input/read-offers.ts'

/** A request to correct one published figure, or to retract a whole sheet. */
export type CorrectionRequest = Attribution &
  Override & {
    /** The position of the sheet. */
    readonly of: number
    readonly cause: Cause
    /** Absent to retract the sheet. */
    readonly figure?: RightFigure
    /** Whether later sheets that repeat the wrong figure stay as they are. */
    readonly only?: boolean
  }

/** The outcome of a correction. */
export type CorrectionVerdict =
  | { readonly kind: 'corrected'; readonly draft: CorrectionDraft }
  | Exclude<CorrectionResult, { kind: 'figures' }>

/** Computes the entry of a correction. Pure, so `audit` shares it. */
export function decideCorrection(
  book: InstitutionBook,
  { of, cause, figure, only = false, ...details }: CorrectionRequest,
  at: Instant,
): CorrectionVerdict {
  const sheet = book.entries.find(({ position }) => position === of)
  if (sheet?.kind !== 'sheet-published') return refused(notASheet(of))
  const retraction = retractionOf(book, of)
  if (retraction !== undefined && figure === undefined)
    return { kind: 'unchanged', position: retraction }
  if (retraction !== undefined)
    return refused(`The sheet at position ${of} was already retracted, at position ${retraction}.`)
  const result: CorrectionResult =
    figure === undefined
      ? { kind: 'figures', figures: retractedFigures(book, sheet) }
      : wrongFigures(book, sheet, figure, only)
  if (result.kind !== 'figures') return result
  const isRetraction = figure === undefined
  const draft = draftOf(book, { of, isRetraction, cause, figures: result.figures }, at)
  return { kind: 'corrected', draft: { ...details, ...draft } }
}

/** The entry, with the changes from what is believed without it to what is believed with it. */
function draftOf(book: InstitutionBook, correction: Correction, at: Instant): CorrectionDraft {
  const { id: institutionId } = book.institution
  const head = { at, institutionId, kind: 'rate-corrected' as const, correction }
  const after = foldEntries(withCorrection(book, { ...head, changes: [] }))
  return { ...head, changes: changesOfCorrection(book, after) }
}

/** The entries of an institution with one more correction. */
export function withCorrection(
  { entries }: Pick<InstitutionBook, 'entries'>,
  draft: CorrectionDraft,
): readonly Entry[] {
  return [...entries, ...entriesAfter(entries.at(-1)?.position ?? 0, [draft])]
}

/** The sentence about a position that has another kind of entry. */
export function notASheet(of: number): string {
  return `The entry at position ${of} is not a rate sheet; see: ratebook events.`
}

/** The position of the entry that retracted a sheet. */
function retractionOf({ entries }: InstitutionBook, of: number): number | undefined {
  return correctionsIn(entries).find(
    ({ correction }) => correction.isRetraction && correction.of === of,
  )?.position
}

/** A right rate; absent if there was no such offer. The minimum deposit may be left out where the terms have one tier. */
export type RightFigure = { readonly tier: Tier; readonly rate?: Decimal }

/** The figures that a correction names, or why there are none. */
type CorrectionResult =
  | { readonly kind: 'figures'; readonly figures: readonly CorrectedFigure[] }
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problems: readonly InputProblem[] }

/** Refuses a correction. */
export function refused(message: string): CorrectionResult & { readonly kind: 'refused' } {
  return { kind: 'refused', problems: [{ code: 'not-correctable', location: '', message }] }
}

/**
 * The figures that a correction of one figure names: that of its sheet, and unless `only`, the same wrong rate of the sheets that
 * follow, up to the first sheet about the terms that says something else. A missing offer is not repeated: it may have ended since.
 */
function wrongFigures(
  { entries, believed }: InstitutionBook,
  entry: Publishing,
  { tier: requested, rate: now }: RightFigure,
  only: boolean,
): CorrectionResult {
  const { position: of } = entry
  const [sheet, ...later] = believedSheets(entries).filter((one) => one.entry.position >= of)
  if (sheet?.entry !== entry) throw new Error(`The sheet at position ${of} was retracted.`)
  const tier = findTier(of, tiersOf(entries, believed, sheet), requested)
  if (typeof tier === 'string') return refused(tier)
  const was = rateIn(sheet, tier)
  if (sameOptional(was, now)) {
    const earlier = correctionsIn(entries).findLast(({ correction }) =>
      correction.figures.some((figure) => figure.of === of && isTier(figure, tier)),
    )
    if (earlier !== undefined) return { kind: 'unchanged', position: earlier.position }
    return refused(
      now === undefined
        ? `The sheet at position ${of} already withdraws ${tierText(tier)}.`
        : `The sheet at position ${of} already has the rate ${now} for ${tierText(tier)}.`,
    )
  }
  const repeating = only || was === undefined ? [] : repeatingSheets(later, tier, was)
  const figures = [sheet, ...repeating].map((one) => figureOf(one, tier, was, now))
  return { kind: 'figures', figures }
}

/** Of the sheets that follow one, those that repeat its rate, up to the first sheet about the terms that says something else. */
export function repeatingSheets(
  later: readonly BelievedSheet[],
  tier: Tier,
  rate: Decimal,
): readonly BelievedSheet[] {
  const about = later.filter((one) => isAbout(one, tier))
  const other = about.findIndex((one) => !sameOptional(rateIn(one, tier), rate))
  return other === -1 ? about : about.slice(0, other)
}

/** The figures of a sheet that is retracted: each that a correction may name, and each offer that stood before it and no longer after it. */
function retractedFigures(
  { entries, believed }: InstitutionBook,
  { position: of }: Publishing,
): readonly CorrectedFigure[] {
  const sheet = believedSheets(entries).find(({ entry }) => entry.position === of)
  if (sheet === undefined) throw new Error(`The sheet at position ${of} was retracted.`)
  const before = offersBefore(entries, of)
  const after = offersBefore(entries, of + 1)
  const ended = [...before].filter(([key]) => !after.has(key)).map(([, offer]) => offer)
  const tiers = new Map(
    [...tiersOf(entries, believed, sheet), ...ended].map((tier) => [tierKeyOf(tier), tierOf(tier)]),
  )
  const rates = new Map(sheet.sheet.offers.map((offer) => [tierKeyOf(offer), offer.rate]))
  return [...tiers]
    .toSorted(([, some], [, other]) => compareTiers(some, other))
    .map(([key, tier]) => figureOf(sheet, tier, rates.get(key), before.get(key)?.rate))
}

/** The offers that stood before a position, as corrections of the sheets until then say now. */
function offersBefore(entries: readonly Entry[], position: number) {
  const earlier = entries.filter((one) => one.position < position || one.kind === 'rate-corrected')
  const offers = offersIn(foldEntries(earlier).standing)
  return new Map(offers.map((offer) => [tierKeyOf(offer), offer]))
}

/** The tiers that a correction of a sheet may name: those that it lists, withdraws, or had in an earlier correction. */
function tiersOf(
  entries: readonly Entry[],
  { series }: RateHistory,
  { entry, sheet }: BelievedSheet,
): readonly Tier[] {
  const steps = [...series.values()].flat().filter((step) => step.entry.position === entry.position)
  const withdrawn = [...steps.map((step) => ({ ...step.terms, ...step })), ...entry.changes]
    .filter(({ direction }) => direction === 'withdrawn')
    .map(tierOf)
  const corrected = correctedFiguresIn(entries).filter(({ of }) => of === entry.position)
  const all = [...entry.sheet.offers, ...sheet.offers, ...withdrawn, ...corrected]
  return [...new Map(all.map((one): [TierKey, Tier] => [tierKeyOf(one), tierOf(one)])).values()]
}

/** The one of these tiers that was requested, or why it cannot be found. Without a minimum deposit, it has none or is the only one. */
function findTier(of: number, tiers: readonly Tier[], requested: Tier): Tier | string {
  const { variant, tenure, payout, minimumDeposit } = requested
  const near = tiers.filter((tier) => hasTerms(tier, { variant, tenure, payout }))
  const ofTerms = near.filter((tier) => keyOf(tier) === keyOf(requested))
  const exact = ofTerms.find((tier) => isTier(tier, requested))
  if (exact !== undefined) return exact
  const [only, ...others] = minimumDeposit === undefined ? ofTerms : []
  if (only !== undefined && others.length === 0) return only
  const listed = ofTerms.length > 0 ? ofTerms : near
  const texts = listed.map((one) => `"${tierText(one)}"`).join(', ')
  if (only !== undefined)
    return `The sheet at position ${of} has several minimum deposits for ${tierText(requested)}; give one of ${texts}.`
  return texts === ''
    ? `The sheet at position ${of} neither lists nor withdraws ${tierText(requested)}.`
    : `The sheet at position ${of} has no ${tierText(requested)}; it has ${texts}.`
}

function figureOf(
  { entry: { position: of } }: BelievedSheet,
  tier: Tier,
  was: Decimal | undefined,
  now: Decimal | undefined,
): CorrectedFigure {
  return { of, ...tier, ...(was !== undefined && { was }), ...(now !== undefined && { now }) }
}

/** The rate of a tier in a sheet; `undefined` if it does not list the tier. */
export function rateIn({ sheet }: BelievedSheet, tier: Tier): Decimal | undefined {
  return sheet.offers.find((offer) => isTier(offer, tier))?.rate
}

function isTier(some: Tier, other: Tier): boolean {
  return tierKeyOf(some) === tierKeyOf(other)
}

/** Reads `general 12 maturity 5000`, whose last word may be absent, and the right rate; without it, there was no such offer. */
export function readFigure(
  terms: string,
  rightRate: string | undefined,
): { readonly figure: RightFigure } | { readonly problems: readonly InputProblem[] } {
  const { problems, refuse } = collectProblems()
  const tier = readTier(terms, '--terms', refuse)
  const right = rightRate === undefined ? undefined : rate(rightRate, '--rate', refuse)
  if (tier === undefined || problems.length > 0) return { problems }
  return { figure: { tier, ...(right !== undefined && { rate: right }) } }
}
