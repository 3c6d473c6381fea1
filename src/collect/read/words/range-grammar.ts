import type { Language } from './languages.ts'
import type { Token } from './lexicon.ts'

/** A meaning of a word. The grammar of ranges knows its own and skips none of the others. */
type Word = { readonly is: string; readonly bound?: Bound }

/** One side of a range, and whether the range includes it. */
export type Side<Q> = { readonly quantity: Q; readonly isExcluded: boolean }

/** One quantity, a range, or one bound of a range, as a text says it. */
export type Said<Q> = { readonly one: Q } | { readonly lower?: Side<Q>; readonly upper?: Side<Q> }

/** A reading of the tokens before `next`. */
export type Read<T> = { readonly value: T; readonly next: number }

type Tokens = readonly Token<Word>[]

/** Every way to read a quantity, such as a tenure or an amount, that begins at a token. */
export type QuantitiesAt<Q> = (at: number) => Iterable<Read<Q>>

/** Every reading that begins at a token. */
export function* readingsAt<Q>(
  tokens: Tokens,
  at: number,
  quantitiesAt: QuantitiesAt<Q>,
): Generator<Read<Said<Q>>> {
  const start = isWord(tokens[at], 'lead') ? at + 1 : at
  for (const { value, next } of quantitiesAt(start)) yield { value: { one: value }, next }
  for (const lower of lowerSidesAt(tokens, start, quantitiesAt)) {
    if (lower.isMarked) yield { value: { lower: lower.value }, next: lower.next }
    const upperAt = lower.isBetween ? lower.next : skipped(tokens, lower.next, 'but')
    for (const upper of upperSidesAt(tokens, upperAt, quantitiesAt, lower.isBetween))
      yield { value: { lower: lower.value, upper: upper.value }, next: upper.next }
  }
  for (const { value, next, isJoined } of upperSidesAt(tokens, start, quantitiesAt, false))
    if (!isJoined) yield { value: { upper: value }, next }
}

type Lower<Q> = Read<Side<Q>> & { readonly isMarked: boolean; readonly isBetween: boolean }

function* lowerSidesAt<Q>(
  tokens: Tokens,
  at: number,
  quantitiesAt: QuantitiesAt<Q>,
): Generator<Lower<Q>> {
  const isBetween = isWord(tokens[at], 'between')
  const before = isBetween ? undefined : boundAt(tokens, at, 'before', ['from', 'above'])
  const start = isBetween || before !== undefined ? at + 1 : at
  for (const { value: quantity, next } of quantitiesAt(start))
    for (const after of endsAt(tokens, next, ['from', 'above'])) {
      const isExcluded = isExcludedBy(before, after.value, 'above')
      if (isExcluded === undefined || (isBetween && after.value !== undefined)) continue
      const isMarked = before !== undefined || after.value === 'from' || after.value === 'above'
      yield { value: { quantity, isExcluded }, next: after.next, isMarked, isBetween }
    }
}

type Upper<Q> = Read<Side<Q>> & { readonly isJoined: boolean }

/** The upper side of a range. After a lower side it needs a word that joins them, or one that makes it a bound. */
function* upperSidesAt<Q>(
  tokens: Tokens,
  at: number,
  quantitiesAt: QuantitiesAt<Q>,
  isBetween: boolean,
): Generator<Upper<Q>> {
  const joins = isWord(tokens[at], 'join') || (isBetween && isWord(tokens[at], 'and'))
  for (const isJoined of joins ? [true, false] : [false]) {
    const markAt = isJoined ? at + 1 : skipped(tokens, at, 'and')
    const before = boundAt(tokens, markAt, 'before', ['upTo', 'under'])
    const start = before === undefined ? markAt : markAt + 1
    for (const { value: quantity, next } of quantitiesAt(start))
      for (const after of endsAt(tokens, next, ['upTo', 'under'])) {
        const isExcluded = isExcludedBy(before, after.value, 'under')
        const isMarked = before !== undefined || after.value === 'upTo' || after.value === 'under'
        if (isExcluded === undefined || !(isJoined || isMarked)) continue
        yield { value: { quantity, isExcluded }, next: after.next, isJoined: isJoined && !isMarked }
      }
  }
}

/** Whether two words exclude a bound; `undefined` if they contradict each other. */
function isExcludedBy(
  before: Bound | undefined,
  after: End,
  excluding: Bound,
): boolean | undefined {
  const excludes = before === excluding || after === excluding || after === 'excluded'
  const includes = (before !== undefined && before !== excluding) || after === 'included'
  const isSaidTwice = before !== undefined && after !== undefined && !after.endsWith('cluded')
  if (isSaidTwice && (before === excluding) !== (after === excluding)) return undefined
  if (excludes && includes && after !== 'excluded') return undefined
  return excludes
}

type End = Bound | 'included' | 'excluded' | undefined

/** The words after a quantity that make it a bound, in parentheses or not; nothing is one way, too. */
function* endsAt(tokens: Tokens, at: number, bounds: readonly Bound[]): Generator<Read<End>> {
  yield { value: undefined, next: at }
  const isOpen = isWord(tokens[at], 'open')
  const start = isOpen ? at + 1 : at
  const next = isOpen ? start + 2 : start + 1
  if (isOpen && !isWord(tokens[start + 1], 'close')) return
  const bound = boundAt(tokens, start, 'after', bounds)
  if (bound !== undefined) yield { value: bound, next }
  if (isWord(tokens[start], 'included')) yield { value: 'included', next }
  if (isWord(tokens[start], 'excluded')) yield { value: 'excluded', next }
}

export function meaningsOf<T>(token: Token<T> | undefined): readonly T[] {
  return token?.kind === 'word' ? token.meanings : []
}

export function isWord(token: Token<Word> | undefined, is: string): boolean {
  return meaningsOf(token).some((meaning) => meaning.is === is)
}

export function skipped(tokens: Tokens, at: number, is: string): number {
  return isWord(tokens[at], is) ? at + 1 : at
}

function boundAt(
  tokens: Tokens,
  at: number,
  is: 'before' | 'after',
  bounds: readonly Bound[],
): Bound | undefined {
  return meaningsOf(tokens[at]).find(
    (meaning) => meaning.is === is && meaning.bound !== undefined && bounds.includes(meaning.bound),
  )?.bound
}

/** Words of ranges, for tenures and amounts. */
export type RangeWord =
  | {
      readonly is:
        | 'join'
        | 'between'
        | 'and'
        | 'but'
        | 'lead'
        | 'included'
        | 'excluded'
        | 'open'
        | 'close'
    }
  | { readonly is: 'before' | 'after'; readonly bound: Bound }

const bounds = ['from', 'above', 'upTo', 'under'] as const
export type Bound = (typeof bounds)[number]

/** The words of ranges of a language. */
export function rangeWords({
  ranges = {},
  and,
  lead,
}: Language): readonly (readonly [string, RangeWord])[] {
  return [
    ...words(ranges.join, { is: 'join' }),
    ...words(ranges.between, { is: 'between' }),
    ...words(ranges.but, { is: 'but' }),
    ...words(and, { is: 'and' }),
    ...words(lead, { is: 'lead' }),
    ...words(ranges.included, { is: 'included' }),
    ...words(ranges.excluded, { is: 'excluded' }),
    ...bounds.flatMap((bound) => [
      ...words(ranges[bound]?.before, { is: 'before', bound } as const),
      ...words(ranges[bound]?.after, { is: 'after', bound } as const),
    ]),
  ]
}

/** Symbols of ranges, in every language. */
export const rangeSymbols: readonly (readonly [string, RangeWord])[] = [
  ...words(['-', '~', '→'], { is: 'join' }),
  ...words([',', '&'], { is: 'but' }),
  ...words(['≥', '>=', '=>', '⩾'], { is: 'before', bound: 'from' }),
  ...words(['>'], { is: 'before', bound: 'above' }),
  ...words(['≤', '<=', '=<', '⩽'], { is: 'before', bound: 'upTo' }),
  ...words(['<'], { is: 'before', bound: 'under' }),
  ...words(['+'], { is: 'after', bound: 'from' }),
  ['(', { is: 'open' }],
  [')', { is: 'close' }],
]

/** Words with one meaning. */
export function words<const T>(
  list: readonly string[] = [],
  meaning: T,
): readonly (readonly [string, T])[] {
  return list.map((word) => [word, meaning] as const)
}

/** The words of lists by key, with the meaning of each key. */
export function listed<const T>(
  lists: Readonly<Record<string, readonly string[]>> = {},
  meaningOf: (key: string) => T,
): readonly (readonly [string, T])[] {
  return Object.entries(lists).flatMap(([key, list]) => words(list, meaningOf(key)))
}
