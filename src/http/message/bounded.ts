/**
 * A map that forgets: it holds values of so many bytes at the most, and of those what was used last. Two generations instead
 * of a list in order of use: the older is dropped whole when the younger fills half of the room, and what is used moves to
 * the younger, so that a look-up costs a look-up.
 */
export type Bounded<K, V> = {
  readonly get: (key: K) => V | undefined
  /** Keeps a value, or learns that a value that it keeps has grown. One that needs more than half of the room is not kept. */
  readonly set: (key: K, value: V) => void
  readonly entries: () => Iterable<[K, V]>
}

/** An empty one for `most` bytes. */
export function bounded<K, V>(most: number, sizeOf: (value: V) => number): Bounded<K, V> {
  let young = new Map<K, V>()
  let old: typeof young = new Map()
  /** Of those in the younger: apart from them, for a look-up that never comes near it is as many waits for memory less. */
  let sizes = new Map<K, number>()
  let used = 0
  const set = (key: K, value: V): void => {
    const size = sizeOf(value)
    used -= sizes.get(key) ?? 0
    sizes.delete(key)
    young.delete(key)
    old.delete(key)
    if (size > most / 2) return
    if (used + size > most / 2) {
      old = young
      young = new Map()
      sizes = new Map()
      used = 0
    }
    used += size
    sizes.set(key, size)
    young.set(key, value)
  }
  return {
    get(key) {
      const found = young.get(key)
      if (found !== undefined) return found
      const before = old.get(key)
      if (before !== undefined) set(key, before)
      return before
    },
    set,
    *entries() {
      yield* young
      yield* old
    },
  }
}
