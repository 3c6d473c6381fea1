import type { Entry } from '../../domain/entry.ts'

/**
 * Creates a function for the entries of one load. A market keeps every sheet, and most sheets repeat offers, so equal offers
 * share one object (decision 013). Cells are left out, except those of held sheets: they are long and differ in every run.
 */
export function createShareSheets(): (entry: Entry) => Entry {
  const known = new Map<string, unknown>()
  const shared = <T>(part: T): T => {
    const key = JSON.stringify(part)
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier as T
    known.set(key, part)
    return part
  }
  return (original) => {
    const entry = withoutCells(original)
    if (entry.kind === 'rates-verified' && entry.tiers !== undefined)
      return { ...entry, tiers: shared(entry.tiers) }
    if (entry.kind !== 'sheet-published' && entry.kind !== 'sheet-held') return entry
    const { covers, sourceUrl, offers } = entry.sheet
    return {
      ...entry,
      sheet: {
        ...entry.sheet,
        covers: shared(covers),
        sourceUrl: shared(sourceUrl),
        offers: offers.map(shared),
      },
    }
  }
}

/** The entry without the cells of its figures. A held sheet keeps them, because a reviewer looks at them. */
export function withoutCells(entry: Entry): Entry {
  if (entry.kind !== 'sheet-published' && entry.kind !== 'rates-verified') return entry
  if (entry.origin?.cells === undefined) return entry
  const { cells: _, ...origin } = entry.origin
  return { ...entry, origin }
}
