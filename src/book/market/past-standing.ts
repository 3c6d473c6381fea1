import type { Entry } from '../../domain/entry.ts'
import type { Tier } from '../../domain/offer.ts'
import { believedSheets, type BelievedSheet } from './believed-sheets.ts'
import { newStanding, stand } from './fold.ts'
import type { StandingSnapshot, StandingState } from './market.ts'
import { confirmations, type Verifying } from './verifications.ts'

/** Folds the entries of an institution after a snapshot. It skips the sheets and verifications that later entries replace. */
export function standingOf(
  entries: readonly Entry[],
  snapshot: StandingSnapshot | undefined,
): StandingState {
  const state = { ...(snapshot ?? newStanding()) }
  const later = entries.filter(({ position }) => position > (snapshot?.position ?? 0))
  const sheets = new Map(believedSheets(entries).map((sheet) => [sheet.entry.position, sheet]))
  const confirms = confirmations(entries)
  const first = firstSheet([...sheets.values()], entries)
  const replaced = replacedFrom(first, later)
  for (const entry of later) {
    const isReplaced = entry.position < first || replaced.has(entry)
    stand(state, entry, sheets.get(entry.position), confirms, isReplaced)
  }
  return state
}

/**
 * The position of the sheet from which on complete sheets list or withdraw everything that was ever listed; 0 if there is none.
 * A sheet that was read before an earlier verification does not count: the confirmation of an equal rate outlives it.
 */
function firstSheet(sheets: readonly BelievedSheet[], entries: readonly Entry[]): number {
  const variants = new Set(sheets.flatMap(({ sheet }) => sheet.covers))
  const verifications = entries.filter(({ kind }) => kind === 'rates-verified')
  for (const { entry, sheet } of sheets.toReversed()) {
    const { complete, covers, leaves = [], scrapedAt } = sheet
    const verified = verifications.findLast(({ position }) => position < entry.position)
    if (!complete || leaves.length > 0 || (verified?.at ?? scrapedAt) > scrapedAt) continue
    for (const variant of covers) variants.delete(variant)
    if (variants.size === 0) return entry.position
  }
  return 0
}

/** The verifications from a position on that a later one replaces: it names the same tiers, and no sheet or correction is between. */
function replacedFrom(position: number, entries: readonly Entry[]): ReadonlySet<Entry> {
  const replaced = new Set<Entry>()
  let later: Verifying[] = []
  for (const entry of entries.toReversed()) {
    if (entry.position < position) break
    if (entry.kind === 'sheet-published' || entry.kind === 'rate-corrected') later = []
    if (entry.kind !== 'rates-verified') continue
    if (later.some((one) => namesSame(one, entry))) replaced.add(entry)
    else later.push(entry)
  }
  return replaced
}

function namesSame({ tiers }: Verifying, { tiers: others }: Verifying): boolean {
  if (tiers === undefined || others === undefined) return tiers === others
  const isSame = (tier: Tier, index: number): boolean => {
    const other = others[index]
    return (
      tier.variant === other?.variant &&
      tier.tenure === other.tenure &&
      tier.payout === other.payout
    )
  }
  return tiers === others || (tiers.length === others.length && tiers.every(isSame))
}
