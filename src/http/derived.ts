import type { SendingMemory } from './rows/sending-memory.ts'

/**
 * What is derived from something once and then answers many requests: `make(of)`, made the first time for each pair of the
 * two, with the memory that the server sends from. It is forgotten with what it was derived of.
 */
export type Derived = <K extends object, T>(of: K, make: Make<K, T>) => T
type Make<K, T> = (of: K, sending: SendingMemory | undefined) => T

/** A place for what is derived, which goes with the server. */
export function createDerived(sending?: SendingMemory): Derived {
  const places = new WeakMap<object, Map<unknown, unknown>>()
  return <K extends object, T>(of: K, make: Make<K, T>): T => {
    const made = places.get(of) ?? new Map<unknown, unknown>()
    if (made.size === 0) places.set(of, made)
    if (!made.has(make)) made.set(make, make(of, sending))
    return made.get(make) as T
  }
}
