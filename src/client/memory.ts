/** What takes up so many characters. */
export type Sized = { readonly size: number }

/** Values by address, the least recently used forgotten first: never more than so many characters of the texts they came from. */
export type Memory<T extends Sized> = {
  readonly get: (address: string) => T | undefined
  readonly set: (address: string, value: T) => void
}

/** An empty memory; one of 0 characters keeps nothing. */
export function createMemory<T extends Sized>(mostCharacters: number): Memory<T> {
  const kept = new Map<string, T>()
  let total = 0
  const forget = (address: string): void => {
    total -= kept.get(address)?.size ?? 0
    kept.delete(address)
  }
  return {
    get(address) {
      const found = kept.get(address)
      if (found === undefined) return undefined
      kept.delete(address)
      kept.set(address, found)
      return found
    },
    set(address, value) {
      forget(address)
      if (value.size > mostCharacters) return
      kept.set(address, value)
      total += value.size
      for (const oldest of kept.keys()) {
        if (total <= mostCharacters) break
        forget(oldest)
      }
    },
  }
}
