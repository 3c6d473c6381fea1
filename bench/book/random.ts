/** A source of numbers that look random and are the same at every run. */
export type Random = {
  /** A number from 0 up to, but not at, 1. */
  readonly fraction: () => number
  /** A whole number from 0 up to, but not at, `below`. */
  readonly below: (below: number) => number
  /** One of some items. */
  readonly one: <T>(items: readonly T[]) => T
  /** `count` of some items, in their order; all of them if there are no more. */
  readonly some: <T>(items: readonly T[], count: number) => T[]
}

/** Begins a source; `Math.random` takes no seed. The generator is mulberry32, of 32 bits of state. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    one: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('There is nothing to choose from.')
      return item
    },
    some: (items, count) => {
      let wanted = Math.min(count, items.length)
      return items.filter((_, i) => {
        if (fraction() * (items.length - i) >= wanted) return false
        wanted--
        return true
      })
    },
  }
}
