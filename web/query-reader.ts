import { parseDay, type Day } from '../src/domain/day.ts'
import { parseDecimal, type Decimal } from '../src/domain/decimal.ts'
import { parseAmount, type ParseResult } from './amount.ts'
import { earliestYear, quote } from './format.ts'

/**
 * Reads the query parameters of an address, which somebody may have shared or typed. A parameter that is missing or invalid
 * has its default; an invalid one also adds an error.
 */
export type QueryReader = {
  readonly choice: <T extends string>(name: string, allowed: readonly T[], preset: T) => T
  readonly optional: <T extends string>(name: string, allowed: readonly T[]) => T | ''
  readonly tenure: (name: string) => Decimal
  /** Accepts `any` too, which it returns as an empty string. */
  readonly anyTenure: (name: string) => Decimal | ''
  readonly amount: (name: string, preset: Decimal) => Decimal
  readonly day: (name: string) => Day | ''
  readonly text: (name: string) => string
  /**
   * What is wrong with the address, a sentence for each error. Call it last: a parameter that no method has read is unknown,
   * and so an error.
   */
  readonly errors: () => readonly string[]
}

const defaultTenure = '12' as Decimal

export function createQueryReader(query: URLSearchParams): QueryReader {
  const errors: string[] = []
  const knownNames: string[] = []
  const read = <T, P>(name: string, parse: (text: string) => ParseResult<T>, preset: P): T | P => {
    knownNames.push(name)
    const text = query.get(name)
    if (text === null) return preset
    const parsed = parse(text)
    if (query.getAll(name).length > 1)
      errors.push(`The address has ${name} more than once; the first one is used.`)
    if ('value' in parsed) return parsed.value
    errors.push(`The address has ${name} ${quote(text)}, which ${parsed.error}.`)
    return preset
  }
  return {
    choice: (name, allowed, preset) => read(name, parserOf(allowed), preset),
    optional: (name, allowed) => read(name, parserOf(allowed), ''),
    tenure: (name) => read(name, parseTenure, defaultTenure),
    anyTenure: (name) => read(name, parseAnyTenure, defaultTenure),
    amount: (name, preset) => read(name, parseAmount, preset),
    day: (name) => read(name, parseQueryDay, ''),
    text: (name) => read(name, (value) => ({ value }), ''),
    errors: () => [...errors, ...unknownParameterErrors(query, knownNames)],
  }
}

function parserOf<T extends string>(allowed: readonly T[]): (text: string) => ParseResult<T> {
  const error = `does not exist; choose ${allowed.join(', ')}`
  return (text) =>
    resultOf(
      allowed.find((one) => one === text),
      error,
    )
}

function parseTenure(text: string): ParseResult<Decimal> {
  const tenure = /[1-9]/.test(text) ? parseDecimal(text) : undefined
  return resultOf(tenure, 'is not a tenure; write a number of months above zero, such as 12')
}

function parseAnyTenure(text: string): ParseResult<Decimal | ''> {
  return text === 'any' ? { value: '' } : parseTenure(text)
}

function parseQueryDay(text: string): ParseResult<Day> {
  const day = text >= earliestYear ? parseDay(text) : undefined
  return resultOf(day, 'is not a valid day; write one such as 2026-06-01')
}

function resultOf<T>(value: T | undefined, error: string): ParseResult<T> {
  return value === undefined ? { error } : { value }
}

/** Parameters that mail programs and social networks add to links. They are not filters. */
const trackingParameter = /^utm_|clid$/

function unknownParameterErrors(
  query: URLSearchParams,
  knownNames: readonly string[],
): readonly string[] {
  const filters =
    knownNames.length === 0 ? 'it has no filters' : `its filters are ${knownNames.join(', ')}`
  return [...new Set(query.keys())]
    .filter((name) => !knownNames.includes(name) && !trackingParameter.test(name))
    .map((name) => `This view has no filter ${quote(name)}; ${filters}.`)
}
