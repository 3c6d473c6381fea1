import type { Payout, Variant } from '../../src/domain/offer.ts'
import type { Messages } from '../messages/messages.ts'
import { hasMinimum, movesMinimum } from './figures.tsx'

type OfferTerms = {
  readonly product_variant: Variant
  readonly tenure_months: string
  readonly payout_type: Payout
}

/** `12 months, at maturity, women`: the terms of a row, without the variant that is for everyone. */
function termsText(row: OfferTerms, words: Messages['words']): string {
  const { product_variant: variant, tenure_months: tenure, payout_type: payout } = row
  const saver = variant === 'general' ? [] : [words.variants[variant]]
  return [words.tenure(tenure), words.payouts[payout], ...saver].join(', ')
}

/** `from 5,000` */
export function minimumText(deposit: string, words: Messages['words']): string {
  return hasMinimum(deposit)
    ? words.fromAmount({ amount: words.money.amount(deposit) })
    : words.noMinimum
}

/** `from 10,000 (before: from 5,000)`: the minimum deposit of a record, and the one before if it moved. */
export function recordMinimumText(
  record: { readonly min_deposit: string; readonly prev_min_deposit: string },
  words: Messages['words'],
): string {
  const minimum = minimumText(record.min_deposit, words)
  if (!movesMinimum(record)) return minimum
  return words.minimumMoved({
    now: minimum,
    before: minimumText(record.prev_min_deposit, words),
  })
}

/** `12 months, at maturity, women, from 5,000`: the terms, and the minimum deposit if one is stated. */
export function offerText(
  row: OfferTerms & { readonly min_deposit: string },
  words: Messages['words'],
): string {
  const minimum = hasMinimum(row.min_deposit) ? [minimumText(row.min_deposit, words)] : []
  return [termsText(row, words), ...minimum].join(', ')
}
