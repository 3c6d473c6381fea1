import type { Extent, Phrase } from './phrases.ts'

/** The columns from `first` to `last` that a heading spans. */
export type ColumnSpan = { readonly first: number; readonly last: number }

/** The largest distance between the middle of a heading and the middle of its columns, as a part of the smallest distance of two columns. */
const tolerance = 0.2

/**
 * The columns that each heading of a line spans, if the headings are centred over groups that together fill the line: all columns,
 * or all but the first. `undefined` if there is no such division, or more than one.
 */
export function spansOf(
  phrases: readonly Phrase[],
  centres: readonly number[],
): readonly ColumnSpan[] | undefined {
  const found = [0, 1].flatMap((start) => divisions(phrases, centres, start))
  const [only, ...others] = found
  return others.length === 0 ? only : undefined
}

function divisions(
  phrases: readonly Phrase[],
  centres: readonly number[],
  start: number,
): readonly (readonly ColumnSpan[])[] {
  const [phrase, ...rest] = phrases
  if (phrase === undefined) return start === centres.length ? [[]] : []
  const found: (readonly ColumnSpan[])[] = []
  for (let last = start; last < centres.length; last++) {
    if (!isCentred(phrase, centres, { first: start, last })) continue
    for (const division of divisions(rest, centres, last + 1))
      found.push([{ first: start, last }, ...division])
  }
  return found
}

function isCentred(
  phrase: Phrase,
  centres: readonly number[],
  { first, last }: ColumnSpan,
): boolean {
  const [left = 0, right = 0] = [centres[first], centres[last]]
  return Math.abs(centreOf(phrase) - (left + right) / 2) <= tolerance * smallestDistance(centres)
}

function smallestDistance(centres: readonly number[]): number {
  return Math.min(...centres.slice(1).map((centre, index) => centre - (centres[index] ?? 0)))
}

/** The middle of a column or a text. */
export function centreOf({ left, right }: Extent): number {
  return (left + right) / 2
}
