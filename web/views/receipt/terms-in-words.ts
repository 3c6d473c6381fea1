import type { ReceiptRow } from '../../api/api.ts'
import { termsOf } from '../../rates/format.ts'
import type { Messages } from '../../messages/messages.ts'
import { hasMinimum } from '../../parts/figures.tsx'
import { minimumText } from '../../parts/offer-texts.ts'

/** The terms and the minimum deposit of a figure. */
export function termsInWords(row: ReceiptRow, messages: Messages): string {
  const { receipt, words } = messages
  const terms = words.terms(termsOf(row))
  if (!hasMinimum(row.min_deposit)) return terms
  return receipt.termsFrom({ terms, minimum: minimumText(row.min_deposit, words) })
}
