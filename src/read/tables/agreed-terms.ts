import { sameDecimal, type Decimal } from '../../domain/decimal.ts'
import type { Payout, Variant } from '../../domain/offer.ts'
import type { Stated } from './row-facts.ts'

/** The terms of a rate, and which of them two places of the page state differently. */
export type AgreedTerms = {
  readonly payouts: readonly Payout[]
  readonly variant: Variant
  readonly minimumDeposit?: Decimal
  readonly product?: string
  readonly conflicts: readonly string[]
}

/**
 * The terms that several places state about one rate. The specific places (column, cells of the row, row label) must agree; what
 * the table states counts where none of them says anything. Relabelling goes before all.
 */
export function agreedTerms(
  specific: readonly Stated[],
  table: Stated,
  relabelled: Stated,
): AgreedTerms {
  const conflicts: string[] = []
  const agreed = <T>(
    what: string,
    of: (stated: Stated) => T | undefined,
    isSame: (a: T, b: T) => boolean,
  ): T | undefined => {
    const corrected = of(relabelled)
    if (corrected !== undefined) return corrected
    const all = specific.map(of).filter((value) => value !== undefined)
    const [first] = all
    if (first === undefined) return of(table)
    if (all.some((other) => !isSame(first, other))) conflicts.push(what)
    return first
  }
  const isSame = (a: string, b: string) => a === b
  const minimumDeposit = agreed('minimum deposit', (stated) => stated.minimumDeposit, sameDecimal)
  const product = agreed('product', (stated) => stated.product, isSame)
  return {
    payouts:
      agreed(
        'payout',
        (stated) => stated.payouts,
        (a, b) => a.join() === b.join(),
      ) ?? [],
    variant: agreed('variant', (stated) => stated.variant, isSame) ?? 'general',
    ...(minimumDeposit !== undefined && { minimumDeposit }),
    ...(product !== undefined && { product }),
    conflicts,
  }
}
