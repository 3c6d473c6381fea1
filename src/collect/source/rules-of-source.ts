import type { Day } from '../../domain/day.ts'
import { monthsOfDays, parseWhole, type Decimal } from '../../domain/decimal.ts'
import type { Misprint, SourceRules } from '../../gate/source-rules.ts'
import { tierOfTerms } from '../../read/misprints.ts'
import type { SourceDefinition } from '../../read/source-schema.ts'
import { listedTenures } from './listed-tenures.ts'

/** The rules of the gate from a definition that was checked. */
export function rulesOfSource({ expects, aer, misprints = [] }: SourceDefinition): SourceRules {
  return {
    expects: listedTenures(expects).map(({ variant, payout, tenures }) => ({
      variant,
      payout,
      tenures: tenures.map(monthsOf),
    })),
    ...(aer !== undefined && { effectiveRateTolerance: aer.tolerance as Decimal }),
    misprints: misprints.flatMap(misprintOf),
  }
}

/** A tenure in months, from one in months, which YAML may have as a number, or one such as `100 days`. */
function monthsOf(tenure: number | string): Decimal {
  const [amount = '', unit] = String(tenure).split(' ')
  const days = unit === undefined ? undefined : parseWhole(amount)
  return days === undefined ? (amount as Decimal) : monthsOfDays(days)
}

function misprintOf({
  terms,
  aer,
  until,
}: NonNullable<SourceDefinition['misprints']>[number]): readonly Misprint[] {
  const tier = tierOfTerms(terms)
  if (tier === undefined) return []
  return [{ tier, annualEffectiveRate: aer as Decimal, until: until as Day }]
}
