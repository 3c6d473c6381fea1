import type { Correcting, Entry, Publishing } from '../domain/entry.ts'
import { tierKeyOf, type Tier } from '../domain/offer.ts'
import type { CorrectionRecord } from '../market/correction-records.ts'
import type { Market } from '../market/market.ts'
import { decidingSheet, retractedIn } from '../market/published-state.ts'
import { lastFigure } from './listed-figures.ts'

/**
 * The corrections of a published figure, oldest first: those of its sheet, and those of another sheet that changed the current
 * rate of the tier while this figure was the last one published. Retracted sheets count as never published.
 */
export function correctionsOf(
  { corrections, institutions }: Market,
  { institutionId, position }: Publishing,
  tier: Tier,
): readonly CorrectionRecord[] {
  const entries = institutions.get(institutionId)?.entries ?? []
  const retracted = retractedIn(entries)
  const key = tierKeyOf(tier)
  return corrections.filter(({ entry, figure }) => {
    if (entry.institutionId !== institutionId || tierKeyOf(figure) !== key) return false
    const { of } = entry.correction
    if (of === position) return true
    const kept = entries.filter((one) => !retracted.has(one.position))
    return !retracted.has(of) && replaces(entry, kept, position, tier)
  })
}

/** Whether a correction of another sheet replaced the figure of the sheet at a position as the current rate. */
function replaces(
  { position: correctedAt, correction, changes }: Correcting,
  entries: readonly Entry[],
  position: number,
  tier: Tier,
): boolean {
  const key = tierKeyOf(tier)
  const before = entries.filter((entry) => entry.position < correctedAt)
  const isCurrent =
    changes.some((change) => tierKeyOf(change) === key) ||
    decidingSheet(before, tier)?.position === correction.of
  return isCurrent && lastFigure(before, tier)?.position === position
}
