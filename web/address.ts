import { parseDay, type Day } from '../src/domain/day.ts'
import { parseDecimal, type Decimal } from '../src/domain/decimal.ts'

/** What an address shows. `nowhere` is an address that this version of the page does not have. */
export type Place = {
  readonly view: View
  /** The institution of its view. */
  readonly id: string
  readonly query: URLSearchParams
}
export type View =
  | 'market'
  | 'deposit'
  | 'institutions'
  | 'institution'
  | 'changes'
  | 'sources'
  | 'nowhere'

const views: Readonly<Record<string, View>> = {
  '': 'market',
  deposit: 'deposit',
  institution: 'institutions',
  changes: 'changes',
  sources: 'sources',
}

/** Reads an address below a base path, which ends with a slash. */
export function placeOf(url: URL, base: string): Place {
  const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : ''
  const [first = '', id = '', ...rest] = path.replace(/\/$/, '').split('/')
  const query = url.searchParams
  if (rest.length > 0) return { view: 'nowhere', id: '', query }
  if (id !== '') return { view: first === 'institution' ? 'institution' : 'nowhere', id, query }
  return { view: views[first] ?? 'nowhere', id: '', query }
}

/** The address of an institution, below the base path. */
export function institutionAddress(id: string): string {
  return `institution/${encodeURIComponent(id)}`
}

/** What stands before a query: an address with some parameters set, and those that are empty left out. */
export function addressWith(
  path: string,
  query: URLSearchParams,
  changes: Readonly<Record<string, string>>,
): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next.size === 0 ? path : `${path}?${next.toString()}`
}

/** Reads the parameters of a shared address; what it cannot read is a sentence for the reader, and the preset. */
export type AddressReader = {
  readonly wrong: readonly string[]
  readonly choice: <T extends string>(name: string, allowed: readonly T[], preset: T) => T
  readonly optional: <T extends string>(name: string, allowed: readonly T[]) => T | ''
  readonly decimal: (name: string, what: string, preset: Decimal) => Decimal
  readonly optionalDecimal: (name: string, what: string, preset: Decimal | '') => Decimal | ''
  readonly day: (name: string) => Day | ''
}

/** A reader of one address. */
export function readAddress(query: URLSearchParams): AddressReader {
  const wrong: string[] = []
  const refuse = (name: string, text: string, allowed: string): void => {
    wrong.push(`The address asks for ${name} “${text}”, which does not exist; ${allowed}.`)
  }
  const read = <T, P>(
    name: string,
    parse: (text: string) => T | undefined,
    preset: P,
    allowed: string,
  ): T | P => {
    const text = query.get(name)
    if (text === null) return preset
    const value = parse(text)
    if (value === undefined) refuse(name, text, allowed)
    return value ?? preset
  }
  const among =
    <T extends string>(allowed: readonly T[]) =>
    (text: string) =>
      allowed.find((one) => one === text)
  const oneOf = (allowed: readonly string[]): string => `choose ${allowed.join(', ')}`
  const aboveZero = (text: string): Decimal | undefined =>
    /[1-9]/.test(text) ? parseDecimal(text) : undefined
  return {
    wrong,
    choice: (name, allowed, preset) => read(name, among(allowed), preset, oneOf(allowed)),
    optional: (name, allowed) => read(name, among(allowed), '', oneOf(allowed)),
    decimal: (name, what, preset) => read(name, aboveZero, preset, what),
    optionalDecimal: (name, what, preset) =>
      read<Decimal | '', Decimal | ''>(
        name,
        (text) => (text === 'any' ? '' : aboveZero(text)),
        preset,
        what,
      ),
    day: (name) => read(name, parseDay, '', 'a day is written as 2026-06-01'),
  }
}
