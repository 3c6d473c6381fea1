import type { Entry } from '../domain/entry.ts'
import type { Market } from '../market/market.ts'

/** The digests of the captured pages that published figures come from, in an entry: none for a held sheet or a failed run. */
function digestsIn(entry: Entry): readonly string[] {
  if (entry.kind !== 'sheet-published' && entry.kind !== 'rates-verified') return []
  const typedFrom = entry.kind === 'sheet-published' ? (entry.typedFrom ?? []) : []
  return [...(entry.origin?.captures ?? []), ...typedFrom].map(({ digest }) => digest)
}

/**
 * Creates a function that says whether published or verified figures cite a captured page. The page of a held sheet is not public
 * until the sheet is. Only the entries after the last market are read.
 */
export function createIsCited(): (market: Market, digest: string) => boolean {
  let cited = new Set<string>()
  let last: Entry | undefined
  return ({ entries }, digest) => {
    const known = last?.position ?? 0
    // A market of another past has another entry there.
    const isLater = known === 0 || entries[known - 1] === last
    if (!isLater) cited = new Set()
    for (const entry of entries.slice(isLater ? known : 0))
      for (const one of digestsIn(entry)) cited.add(one)
    last = entries.at(-1)
    return cited.has(digest)
  }
}
