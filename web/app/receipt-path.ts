import type { Payout, Variant } from '../../src/domain/offer.ts'

/** A figure of a view. A property that is absent does not narrow the search for its receipt. */
export type ShownFigure = {
  readonly institution_id: string
  readonly product_variant: Variant
  readonly tenure_months: string
  readonly payout_type: Payout
  readonly min_deposit?: string
  readonly rate_pa?: string
  /** A time at which the figure stood; absent for a current figure. */
  readonly at?: string
}

/** The path of a receipt, below the base path. */
export function receiptPath(id: string): string {
  return `receipt/${encodeURIComponent(id)}`
}

/**
 * The path that finds the receipt of a figure whose id the view does not have: a figure of the past, or one of a list without
 * ids.
 */
export function receiptSearchPath(figure: ShownFigure): string {
  const { institution_id, product_variant, tenure_months, payout_type } = figure
  const { min_deposit, rate_pa, at } = figure
  const query = new URLSearchParams({
    institution: institution_id,
    variant: product_variant,
    tenure: tenure_months,
    payout: payout_type,
    ...(min_deposit !== undefined && { minimum: min_deposit }),
    ...(rate_pa !== undefined && { rate: rate_pa }),
    ...(at !== undefined && { stood_at: at }),
  })
  return `receipt?${query.toString()}`
}
