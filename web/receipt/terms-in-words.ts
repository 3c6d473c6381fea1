import type { ReceiptRow } from '../api.ts'
import { formatTerms, termsOf } from '../format.ts'
import { formatMinimum, hasMinimum } from '../parts/figures.tsx'

/** The terms and the minimum deposit of a figure. */
export function termsInWords(receipt: ReceiptRow): string {
  const minimum = hasMinimum(receipt.min_deposit) ? `, ${formatMinimum(receipt.min_deposit)}` : ''
  return formatTerms(termsOf(receipt)) + minimum
}
