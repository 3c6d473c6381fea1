import type { CorrectedFigure } from '../domain/correction.ts'
import type { Correcting, Entry } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'

/** One figure of a correction or retraction. */
export type CorrectionRecord = {
  readonly entry: Correcting
  /** The place of the figure in the entry, from 1. */
  readonly row: number
  readonly figure: CorrectedFigure
  /** The instant at which the wrong figure was published. */
  readonly publishedAt: Instant
}

/** The figures of corrections. `entries` are all entries of the book up to them. */
export function correctionRecords(
  entries: readonly Entry[],
  corrections: readonly Correcting[],
): readonly CorrectionRecord[] {
  return corrections.flatMap((entry) => {
    const { of, figures } = entry.correction
    const published = entries[of - 1]
    if (published === undefined) throw new Error(`There is no entry at position ${of}.`)
    return figures.map((figure, index) => ({
      entry,
      row: index + 1,
      figure,
      publishedAt: published.at,
    }))
  })
}
