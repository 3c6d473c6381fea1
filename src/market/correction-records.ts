import type { CorrectedFigure } from '../domain/correction.ts'
import type { Correcting, Entry } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { tierKeyOf, tierOf } from '../domain/offer.ts'

/** One figure of a correction or retraction. */
export type CorrectionRecord = {
  readonly entry: Correcting
  /** The place of the figure in the entry, from 1; the figures of a retracted sheet that the entry does not name come after. */
  readonly row: number
  /** `was` and `now` are equal if a sheet was retracted, and another one lists the same rate. */
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
    return [...figures, ...sameFigures(entries, entry, published)].map((figure, index) => ({
      entry,
      row: index + 1,
      figure,
      publishedAt: published.at,
    }))
  })
}

/** The figures of a retracted sheet that other sheets list with the same rate. */
function sameFigures(
  entries: readonly Entry[],
  { position, correction: { of, isRetraction, figures } }: Correcting,
  published: Entry,
): readonly CorrectedFigure[] {
  if (!isRetraction || published.kind !== 'sheet-published') return []
  const wrong = new Set(figures.map(tierKeyOf))
  const earlier = entries
    .slice(of, position - 1)
    .flatMap((entry) =>
      entry.kind === 'rate-corrected' && entry.correction.of === of ? entry.correction.figures : [],
    )
  return published.sheet.offers
    .filter((offer) => !wrong.has(tierKeyOf(offer)))
    .map((offer) => {
      const key = tierKeyOf(offer)
      const corrected = earlier.findLast((figure) => tierKeyOf(figure) === key)
      const { now: rate } = corrected ?? { now: offer.rate }
      return { of, ...tierOf(offer), ...(rate !== undefined && { was: rate, now: rate }) }
    })
}
