/** Chance that a seed decides: the same seed, the same choices. */
export type Chance = {
  /** A whole number from 0 up to, but not at, `end`. */
  readonly below: (end: number) => number
  /** Whether something happens that happens so many times in a hundred. */
  readonly percent: (times: number) => boolean
  readonly pick: <T>(list: readonly T[]) => T
}

/** Chance from a seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed | 0
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
  return {
    below,
    percent: (times) => below(100) < times,
    pick(list) {
      const [picked] = list.slice(below(list.length))
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
  }
}
