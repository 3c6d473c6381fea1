import { sameDecimal } from '../../../src/domain/decimal.ts'
import type { ReceiptRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import { formatRate, hasMinimum } from '../../parts/figures.tsx'
import { minimumText } from '../../parts/offer-texts.ts'
import { termsOf, toDecimal } from '../../rates/format.ts'

type Correction = ReceiptRow['corrections'][number]

/** Whether a correction is of a later sheet, which had left the offer out. The figure itself was right. */
export function isOfWithdrawal({ position }: ReceiptRow, { target }: Correction): boolean {
  return target !== position
}

/** Whether a correction says that the published rate is right, as one that corrects an earlier correction does. */
export function isRight(receipt: ReceiptRow, { now_rate_pa: now }: Correction): boolean {
  return now !== null && sameDecimal(toDecimal(now), toDecimal(receipt.rate_pa))
}

/** Whether the last correction of the figure itself says that it was wrong. */
export function isWrong(receipt: ReceiptRow): boolean {
  const last = receipt.corrections.findLast((one) => !isOfWithdrawal(receipt, one))
  return last !== undefined && !isRight(receipt, last)
}

/** A rate of a correction, which is null if there was no such offer. */
export function formatCorrected(rate: string | null, { corrections }: Messages): string {
  return rate === null ? corrections.notOffered : corrections.percent({ rate: formatRate(rate) })
}

/** The terms and the minimum deposit of a figure. */
export function termsInWords(row: ReceiptRow, messages: Messages): string {
  const { receipt, words } = messages
  const terms = words.terms(termsOf(row))
  if (!hasMinimum(row.min_deposit)) return terms
  return receipt.termsFrom({ terms, minimum: minimumText(row.min_deposit, words) })
}

/** The person who typed or edited the sheet of a receipt: the first decision about a held sheet is that of its maker. */
export function makerOf({ decisions, by, by_name: name }: ReceiptRow): string | null {
  return decisions?.[0]?.reviewer_name ?? name ?? by
}

/** The page that a figure was read from, and whether it is the institution's own. */
export function pageOf({ cells, captures, source_url, own_page: isOwn }: ReceiptRow) {
  const captured = cells === null ? undefined : captures[cells.capture]?.url
  return { address: captured ?? source_url, isOwn }
}
