import { parseDecimal, type Decimal } from '../src/domain/decimal.ts'

/** A parsed value, or an error that completes the sentence “… is not a number.” */
export type ParseResult<T> = { readonly value: T } | { readonly error: string }

/** Digits without separators, or in groups of two or three: `10,00,000`, `1,000,000`, `1 000 000`. */
const grammar = /^(?:\d+|\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3})(?:\.\d+)?$/

/** Parses an amount of money as people write it. */
export function parseAmount(text: string): ParseResult<Decimal> {
  const trimmed = text.trim()
  if (!grammar.test(trimmed) || !/[1-9]/.test(trimmed))
    return { error: 'is not a number above zero; write one such as 500,000' }
  const plain = trimmed.replaceAll(/[,\s]/g, '').replace(/^0+(?=\d)/, '')
  if (/\.\d{3}/.test(plain))
    return { error: 'is finer than a cent; write at most two digits after the point' }
  const value = parseDecimal(plain)
  if (value === undefined) return { error: 'is too long; write at most 15 digits before the point' }
  return { value }
}
