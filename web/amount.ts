import { parseDecimal, type Decimal } from '../src/domain/decimal.ts'

/** What somebody wrote, or what is wrong with it: the rest of a sentence that begins with it. */
export type Read<T> = { readonly value: T } | { readonly wrong: string }

/** Reads an amount of money as people write it: with commas or spaces between thousands, or without. */
export function readAmount(text: string): Read<Decimal> {
  const plain = text.replaceAll(/[,\s]/g, '').replace(/^0+(?=\d)/, '')
  if (!/^\d+(?:\.\d+)?$/.test(plain) || !/[1-9]/.test(plain))
    return { wrong: 'is no number above zero; write one such as 500,000' }
  const value = parseDecimal(plain)
  if (value === undefined)
    return { wrong: 'is too long; an amount has at most 15 digits before the point and after it' }
  return { value }
}
