import { parseDay, type Day } from '../../src/domain/day.ts'
import { canonicalDecimal, parseDecimal, scaleOf, type Decimal } from '../../src/domain/decimal.ts'
import { dayLength, parseInstant } from '../../src/domain/instant.ts'
import type { Messages } from '../messages/messages.ts'
import { amountSentence } from '../money/amount-sentence.ts'
import { earliestYear, quote } from '../rates/format.ts'
import { useApp } from './app-context.ts'

/**
 * Reads the query parameters of an address, which somebody may have shared or typed. A parameter that is missing or invalid
 * has its default; an invalid one also adds an error.
 */
export type QueryReader = {
  readonly choice: <T extends string>(name: string, allowed: readonly T[], preset: T) => T
  readonly optional: <T extends string>(name: string, allowed: readonly T[]) => T | ''
  readonly tenure: (name: string) => Decimal
  /** Accepts `any` too, which it returns as an empty string. */
  readonly anyTenure: (name: string, preset?: Decimal | '') => Decimal | ''
  /** A plain decimal, as the page writes addresses, or an amount as people write it. */
  readonly amount: (name: string, preset: Decimal) => Decimal
  readonly day: (name: string) => Day | ''
  /** `from` and `until`, the first and the last day; empty where the address has none. A last day before the first is left out. */
  readonly range: () => { readonly from: Day | ''; readonly until: Day | '' }
  /** ISO 8601; not in the future. */
  readonly instant: (name: string) => string
  readonly text: (name: string) => string
  /** Texts between commas, such as institution ids. */
  readonly list: (name: string) => readonly string[]
  /** Whether the parameter is `yes`. */
  readonly flag: (name: string) => boolean
  /**
   * What is wrong with the address, a sentence for each error. Call it last: a parameter that no method has read is unknown,
   * and so an error.
   */
  readonly errors: () => readonly string[]
}

const defaultTenure = '12' as Decimal

/** A parsed value, or the name of an error of the catalogue of messages. */
type ParseResult<T> =
  | { readonly value: T }
  | { readonly error: 'notTenure' | 'notDay' | 'notInstant' }

/** The problem of a value, as a sentence after it. */
type Refused = { readonly sentence: string }

/** A reader of the parameters of the current address. */
export function useQueryReader(): QueryReader {
  const app = useApp()
  const { query } = app.route
  const texts = app.messages.errors
  const now = app.now().getTime()
  const errors: string[] = []
  const knownNames: string[] = []
  const read = <T, P>(
    name: string,
    parse: (text: string) => ParseResult<T> | Refused,
    preset: P,
  ): T | P => {
    knownNames.push(name)
    const text = query.get(name)
    if (text === null) return preset
    const parsed = parse(text)
    if (query.getAll(name).length > 1) errors.push(texts.repeated({ name }))
    if ('value' in parsed) return parsed.value
    const error = 'error' in parsed ? texts[parsed.error] : parsed.sentence
    errors.push(texts.invalid({ name, text: quote(text), error }))
    return preset
  }
  const choose = <T extends string, P>(name: string, allowed: readonly T[], preset: P): T | P => {
    const parse = (text: string) => {
      const value = allowed.find((one) => one === text)
      return value === undefined
        ? { sentence: texts.notOneOf({ allowed: allowed.join(', ') }) }
        : { value }
    }
    return read(name, parse, preset)
  }
  const day = (name: string): Day | '' => read(name, parseQueryDay, '')
  return {
    choice: choose,
    optional: (name, allowed) => choose(name, allowed, ''),
    tenure: (name) => read(name, parseTenure, defaultTenure),
    anyTenure: (name, preset = defaultTenure) => read(name, parseAnyTenure, preset),
    amount: (name, preset) => read(name, (text) => readAmount(text, app.messages), preset),
    day,
    range: () => {
      const [from, until] = [day('from'), day('until')]
      const isReversed = from !== '' && until !== '' && until < from
      if (isReversed) errors.push(texts.reversedDays({ from, until }))
      return { from, until: isReversed ? '' : until }
    },
    instant: (name) => read(name, (text) => parsePastInstant(text, now), ''),
    text: (name) => read(name, (value) => ({ value }), ''),
    list: (name) => read(name, (value) => ({ value: value.split(',').filter(Boolean) }), []),
    flag: (name) => choose(name, ['yes', 'no'], 'no') === 'yes',
    errors: () => {
      const filterNames = [...knownNames]
      read('at', (text) => parseMoment(text, now), '')
      const languages = app.settings.languages.map(({ tag }) => tag)
      choose('lang', languages, '')
      const known = [...knownNames, 'part']
      const unknown = [...new Set(query.keys())].filter(
        (name) => !known.includes(name) && !trackingParameter.test(name),
      )
      const unknownFilter = (name: string): string =>
        filterNames.length === 0
          ? texts.noFilters({ name: quote(name) })
          : texts.unknownFilter({ name: quote(name), known: filterNames.join(', ') })
      return [...errors, ...unknown.map(unknownFilter)]
    },
  }
}

/** The instant to which an address pins the page, empty for `today`; `undefined` if the address names no moment that has passed. */
export function pinnedInstant(text: string | null, now: number): string | undefined {
  const parsed = parseMoment(text ?? '', now)
  return 'value' in parsed ? parsed.value : undefined
}

/** The moment of a view: `today` shows a sample as the server sees it now. */
function parseMoment(text: string, now: number): ParseResult<string> {
  return text === 'today' ? { value: '' } : parsePastInstant(text, now)
}

function parsePastInstant(text: string, now: number): ParseResult<string> {
  const at = parseInstant(text)
  // The reader's clock may be behind that of the server, which refuses the future itself.
  return at === undefined || at > now + dayLength ? { error: 'notInstant' } : { value: text }
}

/** The plain decimals of an address are the same in every language, if they have no more digits than they need. */
function readAmount(text: string, messages: Messages): { readonly value: Decimal } | Refused {
  const { money } = messages.words
  const plain = parseDecimal(text)
  const isOwn =
    plain !== undefined && canonicalDecimal(plain) === plain && scaleOf(plain) <= money.places
  if (isOwn && plain !== '0') return { value: plain }
  const read = money.parse(text)
  return 'value' in read ? read : { sentence: amountSentence(read.error, messages) }
}

function parseTenure(text: string): ParseResult<Decimal> {
  const tenure = /[1-9]/.test(text) ? parseDecimal(text) : undefined
  return tenure === undefined ? { error: 'notTenure' } : { value: tenure }
}

function parseAnyTenure(text: string): ParseResult<Decimal | ''> {
  return text === 'any' ? { value: '' } : parseTenure(text)
}

function parseQueryDay(text: string): ParseResult<Day> {
  const day = text >= earliestYear ? parseDay(text) : undefined
  return day === undefined ? { error: 'notDay' } : { value: day }
}

/** Parameters that mail programs and social networks add to links. They are not filters. */
const trackingParameter = /^utm_|clid$/
