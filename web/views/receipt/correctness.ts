import { sameDecimal } from '../../../src/domain/decimal.ts'
import type { ReceiptRow } from '../../api/api.ts'
import { toDecimal } from '../../rates/format.ts'

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
