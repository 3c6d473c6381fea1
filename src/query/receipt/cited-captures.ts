import type { Entry, Publishing } from '../../domain/entry.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import type { Market } from '../../market/market.ts'

/** The pages that a sheet comes from, as evidence. */
export type CitedPages = {
  readonly captures: readonly CapturedPage[]
  /** Whether a person typed the sheet from a page that no run could read. */
  readonly isUnread: boolean
}

/**
 * The pages that a sheet of an institution comes from. A page that no run could read proves nothing, because it may be a captcha. But
 * a person can read a PDF that is a scan.
 */
export function citedPages(
  { origin, typedFrom = [] }: Publishing,
  entries: readonly Entry[],
): CitedPages {
  if (origin !== undefined) return { captures: origin.captures, isUnread: false }
  const read = new Set(entries.flatMap(pagesRead).map(({ digest }) => digest))
  return {
    captures: typedFrom.filter((page) => page.format === 'pdf' || read.has(page.digest)),
    isUnread: typedFrom.some(({ digest }) => !read.has(digest)),
  }
}

/** The pages that the run of an entry could read. */
function pagesRead(entry: Entry): readonly CapturedPage[] {
  if (!('origin' in entry) || entry.origin === undefined) return []
  const isFailed = entry.kind === 'rates-checked' && entry.outcome === 'failed'
  return isFailed ? [] : entry.origin.captures
}

/**
 * Creates a function that says whether published or verified figures cite a captured page, as their receipts do. The page of a held
 * sheet is not public until the sheet is. Only the entries after the last market are read.
 */
export function createIsCited(): (market: Market, digest: string) => boolean {
  const cited = new Set<string>()
  /** The pages that sheets were typed from, unless a receipt shows them in any case. */
  const typed = new Set<string>()
  const read = new Set<string>()
  let last: Entry | undefined
  return ({ entries }, digest) => {
    const known = last?.position ?? 0
    // A market of another past has another entry there.
    const isLater = known === 0 || entries[known - 1] === last
    if (!isLater) for (const digests of [cited, typed, read]) digests.clear()
    for (const entry of entries.slice(isLater ? known : 0)) {
      for (const page of pagesRead(entry)) read.add(page.digest)
      if (entry.kind === 'rates-verified') addAll(cited, entry.origin?.captures)
      if (entry.kind !== 'sheet-published') continue
      addAll(typed, entry.typedFrom)
      addAll(cited, citedPages(entry, []).captures)
    }
    last = entries.at(-1)
    return cited.has(digest) || (typed.has(digest) && read.has(digest))
  }
}

function addAll(digests: Set<string>, pages: readonly CapturedPage[] = []): void {
  for (const { digest } of pages) digests.add(digest)
}
