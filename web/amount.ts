import { parseDecimal, type Decimal } from '../src/domain/decimal.ts'

/** A parsed value, or the name of an error of the catalogue of messages. */
export type ParseResult<T> = { readonly value: T } | { readonly error: ParseError }
export type ParseError = 'notNumber' | 'tooFine' | 'tooLong' | 'notTenure' | 'notDay'

/** Digits without separators, or in groups of two or three: `10,00,000`, `1,000,000`, `1 000 000`. */
const grammar = /^(?:\d+|\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3})(?:\.\d+)?$/

/** Parses an amount of money as people write it. */
export function parseAmount(text: string): ParseResult<Decimal> {
  const trimmed = text.trim()
  if (!grammar.test(trimmed) || !/[1-9]/.test(trimmed)) return { error: 'notNumber' }
  const plain = trimmed.replaceAll(/[,\s]/g, '').replace(/^0+(?=\d)/, '')
  if (/\.\d{3}/.test(plain)) return { error: 'tooFine' }
  const value = parseDecimal(plain)
  if (value === undefined) return { error: 'tooLong' }
  return { value }
}
