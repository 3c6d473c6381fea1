import type { Day } from '../domain/day.ts'
import type { Finding } from '../domain/finding.ts'
import type { Sheet } from '../domain/sheet.ts'
import type { InstitutionBook } from '../market/market.ts'
import { compareWithStanding } from './comparison.ts'
import { figureRules } from './gate.ts'
import { defaultLimits, type GateLimits } from './limits.ts'
import { withoutMisprints } from './misprints.ts'
import { expectedTenuresGone } from './rules/gone-tenures.ts'
import { goneTiers } from './rules/gone-tiers.ts'
import { printedDate } from './rules/printed-date.ts'
import { ratesAtOtherTenures } from './rules/rates-at-other-tenures.ts'
import type { SourceRules } from './source-rules.ts'

/** A sheet that a collector read, and what the rules compare it with. */
export type CollectedSheet = {
  /** Complete, for the variants that its source reads. */
  readonly sheet: Sheet
  /** The institution's book before the sheet; `undefined` if nothing is known. */
  readonly book: Pick<InstitutionBook, 'standing'> | undefined
  /** The findings and dates of the reading. */
  readonly reading: {
    readonly printedDate?: { readonly day: Day } | undefined
    readonly findings: readonly Finding[]
  }
  readonly source: SourceRules
  /** Whether somebody has accepted this version of the source definition. */
  readonly isSourceAccepted: boolean
  /** The day of the capture at the place of the institution. */
  readonly today: Day
  /** The date that was printed on the last sheet that was published or verified; absent if there was none. */
  readonly lastPrintedDate?: Day | undefined
  readonly limits?: GateLimits
}

/**
 * Checks whether a collected sheet is plausible. Returns the findings of the reading and of all rules, in the order of
 * `docs/gate.md`, those of one rule in terms order.
 */
export function checkCollected({
  sheet,
  book,
  reading,
  source,
  isSourceAccepted,
  today,
  lastPrintedDate,
  limits = defaultLimits,
}: CollectedSheet): readonly Finding[] {
  const confirming = withoutMisprints(sheet, source.misprints, today)
  const comparison = compareWithStanding(confirming, book?.standing ?? new Map())
  const tolerance = source.effectiveRateTolerance ?? limits.effectiveRateTolerance
  const sourceLimits = { ...limits, effectiveRateTolerance: tolerance }
  const dates = { printed: reading.printedDate?.day, today, last: lastPrintedDate }
  return [
    ...reading.findings,
    ...printedDate(comparison, dates),
    ...figureRules.flatMap((rule) => rule(comparison, sourceLimits)),
    ...ratesAtOtherTenures(comparison),
    ...expectedTenuresGone(comparison, source.expects),
    ...goneTiers(comparison),
    ...(isSourceAccepted ? [] : [sourceNotAccepted(sheet)]),
  ]
}

function sourceNotAccepted({ institutionId }: Sheet): Finding {
  const message = `Nobody has accepted this version of the source definition; compare the sheet with the page, then run: ratebook source accept ${institutionId}.`
  return { rule: 'source-not-accepted', message }
}
