import type { Entry, Publishing } from '../../../domain/entry.ts'
import type { CapturedPage } from '../../../domain/origin.ts'
import type { Market } from '../../market/market.ts'

/** The pages that a sheet comes from, as evidence. */
export type CitedPages = {
  readonly captures: readonly CapturedPage[]
  /** Whether a person typed the sheet from a page that no run could read. */
  readonly isUnread: boolean
}

/**
 * The pages that a sheet of an institution comes from. A page that no run could read proves nothing, because it may be a captcha. But
 * a person can read a PDF that is a scan. Only public entries decide, so that a mirror gives the same answer.
 */
export function citedPages(
  { origin, typedFrom = [], position }: Publishing,
  entries: readonly Entry[],
): CitedPages {
  if (origin !== undefined) return { captures: origin.captures, isUnread: false }
  if (typedFrom.length === 0) return { captures: [], isUnread: false }
  const read = digestsOf(entries.flatMap(pagesRead))
  const earlier = entries.filter((entry) => entry.position < position)
  const failed = digestsOf(earlier.flatMap(pagesNotRead)).difference(read)
  return {
    captures: typedFrom.filter((page) => page.format === 'pdf' || !failed.has(page.digest)),
    isUnread: typedFrom.some(({ digest }) => failed.has(digest)),
  }
}

function digestsOf(pages: readonly CapturedPage[]): ReadonlySet<string> {
  return new Set(pages.map(({ digest }) => digest))
}

/** The pages from which a run published or confirmed figures. */
function pagesRead(entry: Entry): readonly CapturedPage[] {
  const isRead = entry.kind === 'sheet-published' || entry.kind === 'rates-verified'
  return isRead ? (entry.origin?.captures ?? []) : []
}

/** The pages of a run that failed. */
function pagesNotRead(entry: Entry): readonly CapturedPage[] {
  const isFailed = entry.kind === 'rates-checked' && entry.outcome === 'failed'
  return isFailed ? (entry.origin?.captures ?? []) : []
}

/**
 * Creates a function that says whether published or verified figures cite a captured page, as their receipts do. The page of a held
 * sheet is not public until the sheet is. Only the entries after the last market are read.
 */
export function createIsCited(): (market: Market, digest: string) => boolean {
  const cited = new Set<string>()
  let last: Entry | undefined
  return ({ entries, institutions }, digest) => {
    const known = last?.position ?? 0
    // A market of another past has another entry there.
    const isLater = known === 0 || entries[known - 1] === last
    if (!isLater) cited.clear()
    for (const entry of entries.slice(isLater ? known : 0)) {
      const pages =
        entry.kind === 'sheet-published'
          ? citedPages(entry, institutions.get(entry.institutionId)?.entries ?? []).captures
          : pagesRead(entry)
      for (const page of pages) cited.add(page.digest)
    }
    last = entries.at(-1)
    return cited.has(digest)
  }
}
