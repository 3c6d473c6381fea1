import type { SourceRules } from '../../src/book/gate/checked-sheet.ts'
import { checkCollected, type CollectedSheet } from '../../src/book/gate/gate.ts'
import type { Day } from '../../src/domain/day.ts'
import { defaultGateLimits } from '../../src/domain/gate-limits.ts'
import { termsOf, variants, type Sheet, type Variant } from '../../src/domain/offer.ts'
import { bookAfter } from './gate-sheets.ts'

/** The facts of a collected sheet for the gate; by default nothing but the sheet speaks against it. */
export function collected(
  sheet: Sheet,
  { before, source, ...facts }: CollectedFacts = {},
): CollectedSheet {
  return {
    sheet,
    book: before && bookAfter(before),
    reading: { findings: [] },
    limits: defaultGateLimits,
    source: { expects: [], limits: {}, misprints: [], ...source },
    isSourceAccepted: true,
    today: '2026-06-01' as Day,
    ...facts,
  }
}

type CollectedFacts = Partial<Omit<CollectedSheet, 'sheet' | 'book' | 'source'>> & {
  readonly before?: Sheet
  readonly source?: Partial<SourceRules>
}

/** The rules with findings on a collected sheet. */
export function rulesForCollected(sheet: Sheet, facts?: CollectedFacts): readonly string[] {
  return checkCollected(collected(sheet, facts)).map(({ rule }) => rule)
}

/** Expected tenures and ranges that a sheet has exactly. */
export function expectationsOf({ offers }: Sheet): SourceRules['expects'] {
  return variants.flatMap((variant: Variant) =>
    [
      ...Map.groupBy(
        offers.filter((one) => one.variant === variant),
        ({ payout }) => payout,
      ),
    ].map(([payout, some]) => ({ variant, payout, tenures: some.map(termsOf) })),
  )
}
