import type { Entry } from '../../../domain/entry.ts'
import { tierKeyOf, type Tier, type TierKey } from '../../../domain/offer.ts'
import { retractedIn } from '../../market/believed-sheets.ts'
import type { EvidenceId } from '../ids.ts'

/** The figures of some tiers, and how many entries and offers were read to find them. */
type ListedFigures = {
  readonly figures: ReadonlyMap<TierKey, EvidenceId>
  readonly read: number
}

/**
 * The figures of the last sheets that list some tiers. `entries` are those of one institution, oldest first. A retracted sheet
 * counts only for a tier that no other sheet lists: a correction of a later sheet may have brought it back.
 */
export function lastFigures(entries: readonly Entry[], tiers: readonly Tier[]): ListedFigures {
  const retracted = retractedIn(entries)
  const missing = new Set(tiers.map(tierKeyOf))
  const figures = new Map<TierKey, EvidenceId>()
  let read = entries.length
  for (const isRetracted of [false, true]) {
    for (let index = entries.length - 1; index >= 0 && missing.size > 0; index--) {
      const entry = entries[index]
      if (entry?.kind !== 'sheet-published') continue
      const { position, sheet } = entry
      if (retracted.has(position) !== isRetracted) continue
      read += sheet.offers.length
      for (const [line, offer] of sheet.offers.entries()) {
        const key = tierKeyOf(offer)
        if (missing.delete(key)) figures.set(key, { position, row: line + 1 })
      }
    }
  }
  return { figures, read }
}

/** The figure of the last sheet that lists a tier; `undefined` if none does. */
export function lastFigure(entries: readonly Entry[], tier: Tier): EvidenceId | undefined {
  return lastFigures(entries, [tier]).figures.get(tierKeyOf(tier))
}
