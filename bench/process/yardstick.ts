/** So many places of four bytes, 32 MB: more than a core has to itself, and than a tenth of what many share. */
const places = 8_388_608
const steps = 500_000

/** How long the same piece of work took whenever it was asked for, in milliseconds. */
export type Yardstick = {
  readonly measure: () => void
  readonly taken: () => readonly number[]
}

/**
 * A walk through memory in which each place says where the next one is. Other tenants of a shared machine take its caches, which no
 * count of processor time shows: the walk takes longer then, and so does everything else.
 */
export function createYardstick(): Yardstick {
  // A congruential generator of full period goes through all places, in no order that a processor foresees.
  const next = Uint32Array.from(
    { length: places },
    (_, place) => (Math.imul(place, 1_664_525) + 1_013_904_223) & (places - 1),
  )
  const taken: number[] = []
  let place = 0
  return {
    measure() {
      const began = performance.now()
      for (let step = 0; step < steps; step++) place = next[place] as number
      taken.push(performance.now() - began)
    },
    taken: () => taken,
  }
}
