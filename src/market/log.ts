/**
 * An append-only list whose every version stays as it was: versions share one array, and each sees its own length of it.
 * Appending to the newest version costs what it appends, where copying a history of a million changes would cost them all.
 */
export type Log<T> = { readonly items: readonly T[]; readonly length: number }

/** A log of nothing. */
export function emptyLog<T>(): Log<T> {
  return { items: [], length: 0 }
}

/**
 * The log with more items after its last. An older version is copied first, so that no other version sees them; so is an
 * empty one, which is often a constant that every market begins with.
 */
export function append<T>(log: Log<T>, added: readonly T[]): Log<T> {
  const newest = log.length > 0 && log.items.length === log.length
  const items = (newest ? log.items : log.items.slice(0, log.length)) as T[]
  for (const item of added) items.push(item)
  return { items, length: items.length }
}

/** The items from the newest to the oldest. */
export function* newestFirst<T>(log: Log<T>): Generator<T> {
  for (let i = log.length - 1; i >= 0; i--) yield log.items[i] as T
}

/** The items from the oldest to the newest. */
export function* oldestFirst<T>(log: Log<T>): Generator<T> {
  for (let i = 0; i < log.length; i++) yield log.items[i] as T
}
