import type { Language } from './languages.ts'

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
