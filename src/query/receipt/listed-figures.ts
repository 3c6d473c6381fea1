import type { Entry } from '../../domain/entry.ts'
import { tierKeyOf, type Tier, type TierKey } from '../../domain/offer.ts'
import { retractedIn } from '../../market/believed-sheets.ts'
import type { EvidenceId } from '../ids.ts'

/**
 * The figures of the last sheets that list some tiers. `entries` are those of one institution, oldest first. A retracted sheet
 * counts only for a tier that no other sheet lists: a correction of a later sheet may have brought it back.
 */
export function lastFigures(
  entries: readonly Entry[],
  tiers: Iterable<Tier>,
): ReadonlyMap<TierKey, EvidenceId> {
  const retracted = retractedIn(entries)
  const sheets = entries.filter((entry) => entry.kind === 'sheet-published').toReversed()
  const missing = new Set(Array.from(tiers, tierKeyOf))
  const figures = new Map<TierKey, EvidenceId>()
  const isRetracted = ({ position }: Entry): boolean => retracted.has(position)
  const inOrder = [
    ...sheets.filter((entry) => !isRetracted(entry)),
    ...sheets.filter((entry) => isRetracted(entry)),
  ]
  for (const { position, sheet } of inOrder) {
    if (missing.size === 0) break
    for (const [index, offer] of sheet.offers.entries()) {
      const key = tierKeyOf(offer)
      if (missing.delete(key)) figures.set(key, { position, row: index + 1 })
    }
  }
  return figures
}

/** The figure of the last sheet that lists a tier; `undefined` if none does. */
export function lastFigure(entries: readonly Entry[], tier: Tier): EvidenceId | undefined {
  return lastFigures(entries, [tier]).get(tierKeyOf(tier))
}
