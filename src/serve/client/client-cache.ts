/** A cache by address. It evicts the least recently used values once their total size exceeds a limit. */
export type ClientCache<T extends { readonly size: number }> = {
  readonly get: (address: string) => T | undefined
  readonly set: (address: string, value: T) => void
}

/** Creates an empty cache. A value that is larger than `maxSize` is not stored, so a cache of size 0 stores nothing. */
export function createClientCache<T extends { readonly size: number }>(
  maxSize: number,
): ClientCache<T> {
  // A Map keeps its insertion order: the first key is the least recently used.
  const values = new Map<string, T>()
  let totalSize = 0
  const remove = (address: string): void => {
    totalSize -= values.get(address)?.size ?? 0
    values.delete(address)
  }
  return {
    get(address) {
      const value = values.get(address)
      if (value === undefined) return undefined
      values.delete(address)
      values.set(address, value)
      return value
    },
    set(address, value) {
      remove(address)
      if (value.size > maxSize) return
      values.set(address, value)
      totalSize += value.size
      for (const oldest of values.keys()) {
        if (totalSize <= maxSize) break
        remove(oldest)
      }
    },
  }
}
