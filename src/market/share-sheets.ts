import type { Entry } from '../domain/entry.ts'

/** Replaces the parts of a sheet by equal parts of earlier sheets. */
export type ShareSheets = (entry: Entry) => Entry

/**
 * Creates a function for the entries of one load. A market keeps every sheet, and most sheets repeat offers, so equal offers
 * share one object (decision 013).
 */
export function createShareSheets(): ShareSheets {
  const known = new Map<string, unknown>()
  const shared = <T>(part: T): T => {
    const key = JSON.stringify(part)
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier as T
    known.set(key, part)
    return part
  }
  return (entry) => {
    if (entry.kind !== 'sheet-published') return entry
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
