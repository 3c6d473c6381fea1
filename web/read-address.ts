import { parseDay, type Day } from '../src/domain/day.ts'
import { parseDecimal, type Decimal } from '../src/domain/decimal.ts'
import { readAmount, type Read } from './amount.ts'
import { firstDay, quoted } from './words.ts'

/**
 * Reads the parameters of a shared address. What it cannot read is a sentence for the reader, and the preset; so is, at the
 * end, a parameter that nobody asked for.
 */
export type AddressReader = {
  readonly choice: <T extends string>(name: string, allowed: readonly T[], preset: T) => T
  readonly optional: <T extends string>(name: string, allowed: readonly T[]) => T | ''
  readonly tenure: (name: string) => Decimal
  /** `any` is a tenure too: empty. */
  readonly anyTenure: (name: string) => Decimal | ''
  readonly amount: (name: string, preset: Decimal) => Decimal
  readonly day: (name: string) => Day | ''
  readonly text: (name: string) => string
  /** What is wrong with the address, once everything was read that the view knows. */
  readonly wrong: () => readonly string[]
}

const year = '12' as Decimal

/** A reader of one address. */
export function readAddress(query: URLSearchParams): AddressReader {
  const wrong: string[] = []
  const known: string[] = []
  const read = <T, P>(name: string, parse: (text: string) => Read<T>, preset: P): T | P => {
    known.push(name)
    const text = query.get(name)
    if (text === null) return preset
    const found = parse(text)
    if (query.getAll(name).length > 1)
      wrong.push(`The address asks for ${name} more than once; the first one is taken.`)
    if ('value' in found) return found.value
    wrong.push(`The address asks for ${name} ${quoted(text)}, which ${found.wrong}.`)
    return preset
  }
  return {
    choice: (name, allowed, preset) => read(name, among(allowed), preset),
    optional: (name, allowed) => read(name, among(allowed), ''),
    tenure: (name) => read(name, readTenure, year),
    anyTenure: (name) => read(name, readAnyTenure, year),
    amount: (name, preset) => read(name, readAmount, preset),
    day: (name) => read(name, readDay, ''),
    text: (name) => read(name, (value) => ({ value }), ''),
    wrong: () => [...wrong, ...strangers(query, known)],
  }
}

function among<T extends string>(allowed: readonly T[]): (text: string) => Read<T> {
  const wrong = `does not exist; choose ${allowed.join(', ')}`
  return (text) =>
    orWrong(
      allowed.find((one) => one === text),
      wrong,
    )
}

function readTenure(text: string): Read<Decimal> {
  const tenure = /[1-9]/.test(text) ? parseDecimal(text) : undefined
  return orWrong(tenure, 'is no tenure; write a number of months above zero, such as 12')
}

function readAnyTenure(text: string): Read<Decimal | ''> {
  return text === 'any' ? { value: '' } : readTenure(text)
}

function readDay(text: string): Read<Day> {
  const day = text >= firstDay ? parseDay(text) : undefined
  return orWrong(day, 'is no day of a book; write one such as 2026-06-01')
}

function orWrong<T>(value: T | undefined, wrong: string): Read<T> {
  return value === undefined ? { wrong } : { value }
}

/** What others add to addresses to see where readers come from: no filter, whatever the view. */
const tracking = /^utm_|clid$/

/** A sentence for each parameter that the view does not know. */
function strangers(query: URLSearchParams, known: readonly string[]): readonly string[] {
  const knows = known.length === 0 ? 'it has none' : `those that it has are ${known.join(', ')}`
  return [...new Set(query.keys())]
    .filter((name) => !known.includes(name) && !tracking.test(name))
    .map((name) => `This view has no filter ${quoted(name)}, which the address asks for; ${knows}.`)
}
