import type { EntryClock } from '../../src/book/publish/entry-instant.ts'
import { at } from './sample-market.ts'

/** The source of a given instant, which may be long after the last entry. */
export function instantAt(text: string): EntryClock {
  return { from: 'sheet', read: () => at(text) }
}
