import type { ExpectedTenures, Misprint, SourceRules } from '../../book/gate/checked-sheet.ts'
import type { Day } from '../../domain/day.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { GateLimits } from '../../domain/gate-limits.ts'
import { variants, type Payout, type Variant } from '../../domain/offer.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { tierOfTerms } from '../read/source/source-terms.ts'
import { statedTenure } from '../read/words/tenure.ts'
import type { ValuePath } from './schema-problems.ts'

/** The rules of the gate from a definition that was checked. */
export function rulesOfSource({
  expects,
  aer,
  gate = {},
  misprints = [],
}: SourceDefinition): SourceRules {
  const { tolerance, periods_per_year: periodsPerYear } = aer ?? {}
  const limits = Object.entries(gate).map(([name, { value, because }]) => [
    name,
    { value: value as Decimal, reason: because },
  ])
  return {
    expects: listedTenures(expects).map(({ variant, payout, tenures }) => ({
      variant,
      payout,
      tenures: tenures.flatMap(expectedTenure),
    })),
    limits: {
      ...(Object.fromEntries(limits) as Partial<GateLimits>),
      ...(tolerance !== undefined && {
        aer_tolerance: { value: tolerance as Decimal, reason: 'set by the source definition' },
      }),
    },
    ...(periodsPerYear !== undefined && { periodsPerYear }),
    misprints: misprints.flatMap(misprintOf),
  }
}

function expectedTenure(stated: number | string): ExpectedTenures['tenures'] {
  const tenure = statedTenure(stated)
  if (tenure === undefined) return []
  const { months, to } = tenure
  return [{ tenure: months, ...(to !== undefined && { tenureTo: to.months }) }]
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

/** The tenures that a definition expects for a variant at a payout, as its file writes them. */
export type ListedTenures = {
  readonly variant: Variant
  readonly payout: Payout
  readonly tenures: readonly (number | string)[]
  /** Their place in the definition. */
  readonly path: ValuePath
}

type ByPayout = Readonly<Record<Payout, readonly (number | string)[]>>

/** The tenures that `expects` lists, by payout (those of `general`) or by variant and then payout. */
export function listedTenures(expects: SourceDefinition['expects']): readonly ListedTenures[] {
  const listed = expects as ByPayout | Readonly<Record<Variant, ByPayout>>
  const named = variants.filter((variant) => Object.hasOwn(expects, variant))
  return named.length === 0
    ? atPayouts(listed as ByPayout, 'general', [])
    : named.flatMap((variant) =>
        atPayouts((listed as Record<Variant, ByPayout>)[variant], variant, [variant]),
      )
}

function atPayouts(
  byPayout: ByPayout,
  variant: Variant,
  path: readonly string[],
): readonly ListedTenures[] {
  return Object.entries(byPayout).map(([payout, tenures]) => ({
    variant,
    payout: payout as Payout,
    tenures,
    path: ['expects', ...path, payout],
  }))
}
