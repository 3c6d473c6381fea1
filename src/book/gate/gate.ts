import type { Day } from '../../domain/day.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import type { Sheet } from '../../domain/offer.ts'
import type { InstitutionBook } from '../market/market.ts'
import {
  compareWithStanding,
  withoutMisprints,
  type Check,
  type CheckedSheet,
  type CollectedCheck,
  type CollectedFacts,
} from './checked-sheet.ts'
import {
  largeMoves,
  manyMoves,
  oneFactor,
  ratesAtOtherTenures,
  tinyMoves,
  veryLargeMoves,
} from './moves.ts'
import { futureDate, olderDate, unchangedDate } from './printed-date.ts'
import { decimalTails, effectiveRate, rateRange, seniorBelow, seniorFarAbove } from './rates.ts'
import {
  goneTiers,
  halfWithdrawn,
  noOffers,
  tenuresGone,
  withdrawnVariants,
} from './withdrawals.ts'

/** The consequences of a finding for a collected sheet, the mildest first. */
const consequences = ['publish', 'hold', 'hold-for-two', 'fail'] as const

/**
 * The fate of a collected sheet: it is published; it waits for one reviewer, or for two different ones; or the run fails
 * and nothing is withdrawn.
 */
export type Consequence = (typeof consequences)[number]

/** A rule of the gate. `finding` and `why` are the sentences of `docs/gate.md`. */
export type Rule = {
  readonly finding: string
  readonly why: string
  readonly consequence: Exclude<Consequence, 'publish'>
} & (
  | { readonly about: 'any sheet'; readonly check: Check }
  | { readonly about: 'a collected sheet'; readonly check: CollectedCheck }
  /** Checked where the pages are read, or searched for a figure that a person typed. */
  | { readonly about: 'pages' }
)

/** A rule about typed and collected sheets. */
function ofAny(
  check: Check,
  finding: string,
  why: string,
  consequence: Rule['consequence'] = 'hold',
): Rule {
  return { about: 'any sheet', check, finding, why, consequence }
}

/** A rule about collected sheets. */
function ofCollected(check: CollectedCheck, finding: string, why: string): Rule {
  return { about: 'a collected sheet', check, finding, why, consequence: 'hold' }
}

/** A rule about pages. */
function ofPages(finding: string, why: string, consequence: Rule['consequence'] = 'hold'): Rule {
  return { about: 'pages', finding, why, consequence }
}

const sourceNotAccepted: CollectedCheck = ({ sheet }, { isSourceAccepted }) => {
  if (isSourceAccepted) return []
  const message = `Nobody has accepted this version of the source definition; compare the sheet with the page, then run: ratebook source accept ${sheet.institutionId}.`
  return [{ message }]
}

/** The rules of the gate, in the order of their findings. */
export const rules = {
  'other-currency': ofPages(
    'a heading over the table names another currency',
    'the figures are of another table',
  ),
  'impossible-date': ofPages(
    'the printed date does not exist',
    'nobody knows from when the rates are',
  ),
  'ambiguous-date': ofPages(
    'day and month of the printed date could be exchanged',
    'nobody knows from when the rates are',
  ),
  'dates-disagree': ofPages(
    'the page prints several dates for the same table',
    'nobody knows from when the rates are',
  ),
  range: ofPages(
    'a cell has a range, such as "6.50 to 7.00"; no offer is made of it',
    'a rate is one figure',
  ),
  'tenure-conflict': ofPages(
    'two texts of a row state different tenures',
    'one of the two is wrong',
  ),
  'fields-disagree': ofPages(
    'two texts of a row state different payouts, variants or minimum deposits',
    'one of the two is wrong',
  ),
  'source-line-unmatched': ofPages(
    'a line of the source that says what to read, such as a label in `rows` or a line of `relabel`, matches nothing on the page',
    'the page has changed',
  ),
  'aer-without-rate': ofPages('an AER stands where no rate does', 'a rate was not read'),
  'copies-disagree': ofPages(
    'a second visible copy of a table has other figures',
    'one of the two is wrong',
  ),
  'pages-disagree': ofPages(
    'two pages that the source compares have different figures',
    'one of the two is wrong',
  ),
  'hidden-rows-changed': ofPages(
    'the number of [rows that nobody sees](sources.md#what-is-visible) differs from that of the last reading',
    'a row may have been hidden, or shown',
  ),
  'not-on-page': ofPages(
    'a [typed figure](review.md#how-do-i-enter-rates-by-hand) stands on none of the captured pages',
    'a typing error, or another page',
    'hold-for-two',
  ),
  'page-not-searched': ofPages(
    'no program could read a captured page, so the typed figures were not looked for on it',
    'nothing confirms the figures',
  ),
  'contradicts-page': ofPages(
    'a [correction](corrections.md#does-a-correction-fit-the-captured-page) does not fit the captured page',
    'the correction may be wrong',
  ),
  'printed-date-in-future': ofCollected(
    futureDate,
    'the printed date is after the day of the capture, at the place of the institution',
    'the rates are not in force yet',
  ),
  'printed-date-older': ofCollected(
    olderDate,
    'the printed date is before that of the last sheet that was published or verified',
    'an old page came back',
  ),
  'printed-date-unchanged': ofCollected(
    unchangedDate,
    'rates or tiers differ from those that stand, and the printed date did not change',
    'the page was edited by mistake, the date belongs to another table, or a standing rate was corrected since',
  ),
  'rate-out-of-range': ofAny(
    rateRange,
    'a rate below 0.5 % or above 30 %',
    'a lost decimal point, or a fraction in place of a percentage',
  ),
  'decimal-tail': ofAny(
    decimalTails,
    'a rate with more than four decimals; zeros at the end do not count',
    'the tail of binary arithmetic: a program multiplied 0.0829 by 100 and got 8.290000000000001',
  ),
  'effective-rate': ofAny(
    effectiveRate,
    'the printed AER and the AER computed from the rate differ by more than 0.06',
    'two figures of the page that must agree: a typing error in one of them, or a wrong payout, breaks that. Pages round, so a small difference is normal',
  ),
  'senior-below-general': ofAny(
    seniorBelow,
    'a senior rate is below the general one at the same tenure and payout',
    'a senior rate is the general rate and a small addition',
  ),
  'senior-far-above-general': ofAny(
    seniorFarAbove,
    'a senior rate is more than 200 basis points above the general one',
    'a senior rate is the general rate and a small addition',
  ),
  'large-move': ofAny(
    largeMoves,
    'a rate moves by 100 basis points or more without a printed AER, by 200 or more with one',
    'without an AER, nothing on the sheet confirms the figure',
  ),
  'very-large-move': ofAny(
    veryLargeMoves,
    'a rate moves by more than 300 basis points. It replaces `large-move`',
    'two people should see it. By hand it is a finding like the others',
    'hold-for-two',
  ),
  'tiny-move': ofAny(
    tinyMoves,
    'a rate moves by less than 0.01 basis points',
    'no institution moves a rate so little: such a tail appeared or went away',
  ),
  'one-factor': ofAny(
    oneFactor,
    'all rates rise or fall by one factor of 3 or more',
    'another unit: fractions, rates per month',
    'fail',
  ),
  'many-moves': ofAny(
    manyMoves,
    'of at least four rates, more than half move, and a moved one has no printed AER',
    'whole columns may be wrong. With an AER for each moved rate this passes, because real sheets move all rates at once',
  ),
  'no-offers': ofAny(
    noOffers,
    'a complete sheet lists no offers, and does not leave all alone that stands. It replaces the rules below',
    'nothing was read',
    'fail',
  ),
  'variant-withdrawn': ofAny(
    withdrawnVariants,
    'a variant that the sheet covers had offers and is listed no more',
    'a whole table was not read',
    'hold-for-two',
  ),
  'half-withdrawn': ofAny(
    halfWithdrawn,
    'half or more of the standing offers of the covered variants are withdrawn. Terms that the sheet leaves alone do not count',
    'a part of the page was not read',
  ),
  'rates-at-other-tenures': ofCollected(
    ratesAtOtherTenures,
    'of at least three rates that move at one variant and payout, three quarters or more stood at another tenure. For `maturity` only if the source has `periods_per_year`',
    'the labels of the rows have shifted. For `maturity` the AER shows that otherwise',
  ),
  'tenure-gone': ofAny(
    tenuresGone,
    'a complete sheet does not list a tenure that stands. Of a collected sheet: one in `expects` of the source, also if it never stood',
    'a row was not read',
  ),
  'tier-gone': ofCollected(
    goneTiers,
    'a minimum deposit that stood is gone, and its terms are still listed',
    'a row was not read. `expects` names no minimum deposits',
  ),
  'source-not-accepted': ofCollected(
    sourceNotAccepted,
    'nobody has accepted this version of the source definition: [`ratebook source accept`](../sources/README.md#accept-it)',
    'somebody must have compared what it reads with the page',
  ),
  'replaced-since': ofPages(
    'the page prints a figure as the last run read it, although a person has replaced or corrected it since',
    'publishing it would undo what the person entered',
  ),
}

/** The name of a rule. */
export type RuleName = keyof typeof rules

/** A finding of a rule of this table; entries of earlier versions may have others. */
export type GateFinding = Finding & { readonly rule: RuleName }

const table = Object.entries(rules) as readonly (readonly [RuleName, Rule])[]

/**
 * Checks whether a typed sheet is plausible. Returns the findings of all rules, in the order of the table, those of one rule in
 * terms order. `book` is the institution's book before the sheet, or `undefined` if nothing is known.
 */
export function checkSheet({
  sheet,
  book,
  limits,
}: {
  readonly sheet: Sheet
  readonly book: Pick<InstitutionBook, 'standing'> | undefined
  readonly limits: GateLimits
}): readonly GateFinding[] {
  return findingsIn({ ...compareWithStanding(sheet, book?.standing), limits })
}

/** A sheet that a collector read, and what the rules compare it with. */
export type CollectedSheet = Omit<CollectedFacts, 'printedDate' | 'lastPrintedDate'> &
  Parameters<typeof checkSheet>[0] & {
    /** The findings and dates of the reading. */
    readonly reading: {
      readonly printedDate?: { readonly day: Day } | undefined
      readonly findings: readonly Finding[]
    }
    /** Absent if no sheet had one. */
    readonly lastPrintedDate?: Day | undefined
  }

/** Checks whether a collected sheet is plausible. Returns the findings of the reading and after them those of all rules. */
export function checkCollected({
  sheet,
  book,
  limits,
  reading,
  ...facts
}: CollectedSheet): readonly Finding[] {
  const { source, today, lastPrintedDate } = facts
  const confirming = withoutMisprints(sheet, source.misprints, today)
  const found = findingsIn({
    ...compareWithStanding(confirming, book?.standing),
    limits: { ...limits, ...source.limits },
    collected: { ...facts, lastPrintedDate, printedDate: reading.printedDate?.day },
  })
  return [...reading.findings, ...found]
}

function findingsIn(sheet: CheckedSheet): readonly GateFinding[] {
  return table.flatMap(([rule, of]) => {
    const found =
      of.about === 'any sheet'
        ? of.check(sheet)
        : of.about === 'a collected sheet' && sheet.collected !== undefined
          ? of.check(sheet, sheet.collected)
          : []
    return found.map((one) => ({ rule, ...one }))
  })
}

/** Whether a rule is about typed sheets, too. Findings of the others are about a source, its pages or an earlier run. */
export function isOfTypedSheets({ rule }: Finding): boolean {
  return ruleOf(rule)?.about === 'any sheet'
}

/** The rule of a finding; `undefined` if this version has no such rule. */
function ruleOf(name: string): Rule | undefined {
  return table.find(([rule]) => rule === name)?.[1]
}

/** The consequence of one finding. */
export function consequenceOfFinding({ rule }: Finding): Consequence {
  return ruleOf(rule)?.consequence ?? 'hold'
}

/** The consequence of all findings of a sheet: the worst of them decides. Without a finding, the sheet is published. */
export function consequenceOf(findings: readonly Finding[]): Consequence {
  const found = findings.map(consequenceOfFinding)
  return consequences.findLast((one) => found.includes(one)) ?? 'publish'
}

/** Whether two different reviewers must approve a sheet with these findings that a person typed or edited. */
export function needsTwoReviewers(findings: readonly Finding[]): boolean {
  return ['hold-for-two', 'fail'].includes(consequenceOf(findings))
}
