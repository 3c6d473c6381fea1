import { bodyOf, entryOf, type StoredEntry } from '../domain/entry-body.ts'
import { canonicalJson } from '../domain/canonical-json.ts'
import type { Entry } from '../domain/entry.ts'
import { evolve } from '../market/evolve.ts'
import { emptyMarket, type Market } from '../market/market.ts'
import { diff } from './diff.ts'

/** The first thing in a log that is not as it should be. */
export type Difference = { readonly position: number; readonly message: string }

/** Goes through a log again, batch by batch: its order, its canonical texts, and every sheet's changes decided anew. */
export async function auditEntries(
  batches: AsyncIterable<readonly StoredEntry[]>,
  onBatch: (position: number) => void,
): Promise<{ readonly entries: readonly Entry[] } | { readonly difference: Difference }> {
  const entries: Entry[] = []
  let market = emptyMarket
  for await (const batch of batches) {
    for (const stored of batch) {
      const { position } = stored
      try {
        const entry = entryOf(stored)
        const message = differenceIn(market, stored, entry)
        if (message !== undefined) return { difference: { position, message } }
        market = evolve(market, entry)
        entries.push(entry)
      } catch (error) {
        // What cannot be read, or does not follow, is a difference too.
        return { difference: { position, message: messageOf(error) } }
      }
    }
    onBatch(market.position)
  }
  return { entries }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function differenceIn(market: Market, { body }: StoredEntry, entry: Entry): string | undefined {
  if (bodyOf(entry) !== body) return 'The body is not the canonical text of what it says.'
  if (entry.kind !== 'sheet-published') return undefined
  const book = market.institutions.get(entry.institutionId)
  if (book === undefined) return `${entry.institutionId} is not registered before this sheet.`
  const { currency } = entry.sheet
  if (market.currency !== undefined && market.currency !== currency) {
    return `The sheet is in ${currency}, and the book in ${market.currency}.`
  }
  const { sheet, changes } = diff(book, entry.sheet, entry.at, entry.sample)
  if (canonicalJson(changes) !== canonicalJson(entry.changes)) {
    return 'The changes are not those that the sheet makes to what stood before it.'
  }
  if (canonicalJson(sheet) !== canonicalJson(entry.sheet)) {
    return 'A value is printed anew that the book already had.'
  }
  return undefined
}
