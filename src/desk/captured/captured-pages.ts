import { LRUCache } from 'lru-cache'
import { definitionOf } from '../../collect/audit/prove-edits.ts'
import { createSemaphore, tablesInCage, viewInCage } from '../../collect/cage/cage.ts'
import { capturedBytes } from '../../collect/captures/captures.ts'
import type { PageBytes } from '../../collect/read/reading.ts'
import type { ReadFailure, Table } from '../../collect/read/table.ts'
import type { PageView } from '../../collect/read/view/view-page.ts'
import type { Entry } from '../../domain/entry.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import type { DeskContext } from '../desk-context.ts'

/** How many pages are read at the same time, and how many results are kept. */
const limits = { running: 2, kept: 50 }

/** The tables of a captured page, as the reader sees them. */
type ReadTables = { readonly tables: readonly Table[] } | ReadFailure

/** Shows captured pages. A process without rights reads them, never this one. */
export type CapturedPages = {
  readonly tables: (page: CapturedPage, institutionId: string) => Promise<ReadTables>
  readonly view: (page: CapturedPage, address: string) => Promise<PageView | ReadFailure>
}

/** Keeps the last results: a reviewer looks at one page several times. A failure is not kept, because the operator may mend it. */
export function createCapturedPages({
  captures,
  sourceOf,
}: Pick<DeskContext, 'captures' | 'sourceOf'>): CapturedPages {
  const inTurn = createSemaphore(limits.running)
  const kept = new LRUCache<string, Promise<object>>({ max: limits.kept })
  const once = async <T extends object>(key: string, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(key) as Promise<T> | undefined
    if (known !== undefined) return known
    const made = inTurn(make)
    kept.set(key, made)
    const forget = (): boolean => kept.delete(key)
    made.then((result) => 'failure' in result && forget(), forget)
    return made
  }
  const reading = async <T>(
    page: CapturedPage,
    read: (bytes: PageBytes) => Promise<T>,
  ): Promise<T | ReadFailure> => {
    const bytes = await capturedBytes(page, captures)
    return 'message' in bytes ? { failure: bytes.message } : read(bytes)
  }
  return {
    async tables(page, institutionId) {
      const definition = definitionOf(page, sourceOf(institutionId)?.definition)
      const key = JSON.stringify(['tables', page.digest, definition, page.charset])
      return once(key, async () => reading(page, (bytes) => tablesInCage(bytes, definition)))
    },
    async view(page, address) {
      const { digest, format, charset } = page
      const key = JSON.stringify(['view', digest, format, charset, address])
      return once(key, async () => reading(page, (bytes) => viewInCage(bytes, address)))
    },
  }
}

/** The captured pages that an entry cites. */
export function pagesOf(entry: Entry): readonly CapturedPage[] {
  const { captures = [] } = ('origin' in entry && entry.origin) || {}
  const typedFrom = ('typedFrom' in entry && entry.typedFrom) || []
  return [...captures, ...typedFrom]
}
