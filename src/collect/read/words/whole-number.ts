import { parseWhole } from '../../../domain/decimal.ts'

/** A whole number in digits, zeros at the start included: the months of `06 Months`. */
export function wholeNumber(digits: string): number {
  return parseWhole(digits.replace(/^0+(?=\d)/, '')) ?? 0
}
