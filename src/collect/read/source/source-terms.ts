import { parseDecimal, sameDecimal, type Decimal } from '../../../domain/decimal.ts'
import {
  depositOf,
  keyOf,
  payouts,
  variants,
  type Offer,
  type Tier,
  type Variant,
} from '../../../domain/offer.ts'
import { tierWords } from '../../../domain/tenure.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { Role, RowRole, SourceTable } from './table-schema.ts'

/** The variants that a source can read. A sheet withdraws only offers of these. */
export function coveredVariants({ tables }: SourceDefinition): readonly Variant[] {
  const named = new Set(tables.flatMap(variantsOf))
  return variants.filter((variant) => named.has(variant))
}

function variantsOf(table: SourceTable): readonly string[] {
  const rates = Object.values(table.columns).filter(isRateRole)
  const others = Object.values(table.rows ?? {})
  const words = Object.values(table.columns).flatMap(variantWords)
  const named = [...rates, ...others, ...(table.relabel ?? [])].flatMap(variantOf)
  const usesDefault = words.length === 0 && rates.some((role) => variantOf(role).length === 0)
  return [...named, ...words, ...(usesDefault ? [table.variant ?? 'general'] : [])]
}

/** Whether the cells of a column are rates. */
export function isRateRole(role: Role): boolean {
  if (typeof role !== 'object' || 'ignore' in role) return false
  return role.is === undefined || role.is === 'rate'
}

function variantOf(role: Role | RowRole): readonly string[] {
  if (typeof role !== 'object' || !('variant' in role)) return []
  return role.variant === undefined ? [] : [role.variant]
}

/** The variants that the words of a column mean. */
function variantWords(role: Role): readonly string[] {
  if (typeof role !== 'object' || !('is' in role) || role.is !== 'variant') return []
  return Object.values(role.values ?? {}).filter((value) => typeof value === 'string')
}

/**
 * The tier of a `misprints` line, such as `general 24 maturity 5000` or `general 12-24 maturity`; `undefined` for another text. A
 * definition was checked with `readTier` before.
 */
export function tierOfTerms(terms: string): Tier | undefined {
  const [first, months = '', third, deposit, ...rest] = tierWords(terms)
  const [lower = '', upper] = months.split(/-(.*)/s)
  const variant = variants.find((one) => one === first)
  const payout = payouts.find((one) => one === third)
  const tenure = parseDecimal(lower)
  const tenureTo = upper === undefined ? undefined : parseDecimal(upper)
  const minimumDeposit = deposit === undefined ? undefined : parseDecimal(deposit)
  if (variant === undefined || payout === undefined || tenure === undefined) return undefined
  if (upper !== undefined && tenureTo === undefined) return undefined
  if (rest.length > 0 || (deposit !== undefined && minimumDeposit === undefined)) return undefined
  return {
    variant,
    tenure,
    ...(tenureTo !== undefined && { tenureTo }),
    payout,
    ...(minimumDeposit !== undefined && { minimumDeposit }),
  }
}

/** A sentence for each `misprints` line whose offer is gone or prints another AER. */
export function unmatchedMisprints(
  { misprints = [] }: SourceDefinition,
  offers: readonly Offer[],
): readonly string[] {
  return misprints
    .filter(({ terms, aer }) => {
      const tier = tierOfTerms(terms)
      return tier === undefined || !offersOfTier(tier, offers).some((offer) => prints(offer, aer))
    })
    .map(
      ({ terms, aer }) =>
        `The page no longer prints the AER ${aer} for ${terms}, a misprint of the source.`,
    )
}

/** The offers that a tier means. Without a minimum deposit it means the only tier of its terms. */
function offersOfTier(tier: Tier, offers: readonly Offer[]): readonly Offer[] {
  const { minimumDeposit } = tier
  const sameTerms = offers.filter((offer) => keyOf(offer) === keyOf(tier))
  if (minimumDeposit === undefined) return sameTerms.length === 1 ? sameTerms : []
  return sameTerms.filter((offer) => sameDecimal(depositOf(offer), minimumDeposit))
}

function prints({ annualEffectiveRate: printed }: Offer, aer: string): boolean {
  return printed !== undefined && sameDecimal(printed, aer as Decimal)
}
