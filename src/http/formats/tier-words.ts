import { canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import { valueText, type WireRow } from '../endpoint.ts'

/** The tier of a row in words: `12 months`, and `general, interest at maturity, from 5000`. */
export function tierWords(row: WireRow): { readonly months: string; readonly others: string } {
  const of = (name: string): string => valueText(row[name])
  const deposit = of('min_deposit')
  const minimum = /[1-9]/.test(deposit) ? `, from ${canonicalDecimal(deposit as Decimal)}` : ''
  const payout = of('payout_type') === 'maturity' ? 'at maturity' : of('payout_type')
  const variant = of('product_variant').replaceAll('_', ' ')
  return {
    months: `${canonicalDecimal(of('tenure_months') as Decimal)} months`,
    others: `${variant}, interest ${payout}${minimum}`,
  }
}
