import type { Messages } from '../messages/messages.ts'
import type { TenuresRow, TermsRow } from '../rates/format.ts'
import { hasMinimum, movesMinimum } from './figures.tsx'

/** `12 months, at maturity, women`: the terms of a row, without the variant that is for everyone. */
function termsText(row: TermsRow, words: Messages['words']): string {
  const { product_variant: variant, payout_type: payout } = row
  const saver = variant === 'general' ? [] : [words.variants[variant]]
  return [tenureText(row, words), words.payouts[payout], ...saver].join(', ')
}

/** `12 months`, or `12 to under 24 months`: the tenure or the range of a row. */
export function tenureText(row: TenuresRow, words: Messages['words']): string {
  return words.tenure(row.tenure_months, row.tenure_to_months)
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
  row: TermsRow & { readonly min_deposit: string },
  words: Messages['words'],
): string {
  const minimum = hasMinimum(row.min_deposit) ? [minimumText(row.min_deposit, words)] : []
  return [termsText(row, words), ...minimum].join(', ')
}
