import type { Payout, Variant } from '../../src/domain/offer.ts'
import type { Messages } from '../messages/messages.ts'
import { formatMoney, hasMinimum } from './figures.tsx'

type OfferTerms = {
  readonly product_variant: Variant
  readonly tenure_months: string
  readonly payout_type: Payout
}

/** `12 months, at maturity, women`: the terms of a row, without the variant that is for everyone. */
export function termsText(row: OfferTerms, words: Messages['words']): string {
  const { product_variant: variant, tenure_months: tenure, payout_type: payout } = row
  const saver = variant === 'general' ? [] : [words.variants[variant]]
  return [words.tenure(tenure), words.payouts[payout], ...saver].join(', ')
}

/** `from 5,000` */
export function minimumText(deposit: string, words: Messages['words']): string {
  return hasMinimum(deposit) ? words.fromAmount(formatMoney(deposit)) : words.noMinimum
}

/** `12 months, at maturity, women, from 5,000`: the terms, and the minimum deposit if one is stated. */
export function offerText(
  row: OfferTerms & { readonly min_deposit: string },
  words: Messages['words'],
): string {
  const minimum = hasMinimum(row.min_deposit) ? [minimumText(row.min_deposit, words)] : []
  return [termsText(row, words), ...minimum].join(', ')
}
