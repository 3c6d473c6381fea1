import { parseDecimal, type Decimal } from '../src/domain/decimal.ts'

/** What somebody wrote, or what is wrong with it: the rest of a sentence that begins with it. */
export type Read<T> = { readonly value: T } | { readonly wrong: string }

/** Digits in one piece, or in groups as they are written from Colombo to London: `10,00,000`, `1,000,000`, `1 000 000`. */
const grammar = /^(?:\d+|\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3})(?:\.\d+)?$/

/** Reads an amount of money as people write it. */
export function readAmount(text: string): Read<Decimal> {
  const trimmed = text.trim()
  if (!grammar.test(trimmed) || !/[1-9]/.test(trimmed))
    return { wrong: 'is no number above zero; write one such as 500,000' }
  const plain = trimmed.replaceAll(/[,\s]/g, '').replace(/^0+(?=\d)/, '')
  if (/\.\d{3}/.test(plain))
    return { wrong: 'is finer than a cent; write at most two digits after the point' }
  const value = parseDecimal(plain)
  if (value === undefined) return { wrong: 'is too long; write at most 15 digits before the point' }
  return { value }
}
