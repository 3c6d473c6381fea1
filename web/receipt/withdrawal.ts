import type { ReceiptRow } from '../api.ts'

/** Whether a correction brought the offer back after a later sheet had left it out. The figure itself was right. */
export function isOfWithdrawal(
  { position }: ReceiptRow,
  { target, was_rate_pa: was }: ReceiptRow['corrections'][number],
): boolean {
  return target !== position && was === null
}

/** Whether a correction says that the figure itself was wrong. */
export function isWrong(receipt: ReceiptRow): boolean {
  return receipt.corrections.some((one) => !isOfWithdrawal(receipt, one))
}
