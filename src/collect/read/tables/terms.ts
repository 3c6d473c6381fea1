import { sameDecimal, type Decimal } from '../../../domain/decimal.ts'
import type { Payout, Variant } from '../../../domain/offer.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { TableCell } from '../table.ts'
import { compilePattern } from '../words/pattern.ts'
import type { NamedColumn } from './grid.ts'

/** A line that says what a wrongly labelled row is. */
export type RelabelLine = NonNullable<SourceTable['relabel']>[number]

/** The terms that a table, a column, a row or a label states for its offers. An absent member is not stated. */
export type Stated = {
  readonly payouts?: readonly Payout[] | undefined
  readonly variant?: Variant | undefined
  readonly minimumDeposit?: Decimal | undefined
  readonly product?: string | undefined
}

/** The terms that a line of the source states. */
export function statedBy({
  payout,
  variant,
  min_deposit,
  product,
}: Pick<SourceTable, 'variant' | 'min_deposit' | 'product'> & {
  readonly payout?: Payout | readonly Payout[]
}): Stated {
  const payouts = payout === undefined ? undefined : [payout].flat()
  return { payouts, variant, minimumDeposit: min_deposit as Decimal | undefined, product }
}

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

/** The line of the source that relabels a row; `undefined` for other rows. */
export function relabellingLine(
  named: readonly NamedColumn[],
  row: readonly TableCell[],
  { relabel = [] }: SourceTable,
): RelabelLine | undefined {
  const isRow = ([key, texts]: [string, string | string[]]): boolean => {
    const heading = compilePattern(key)
    const columns = named.filter(({ name }) => heading.match(name).length > 0)
    const patterns = [texts].flat().map(compilePattern)
    return columns.some(({ index }) =>
      patterns.some((pattern) => pattern.match(row[index]?.text ?? '').length > 0),
    )
  }
  return relabel.find(({ where }) => Object.entries(where).every(isRow))
}
