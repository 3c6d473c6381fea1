import { window } from './deflate.ts'
import { grownTo } from './grown.ts'

/** Further away than anything can be seen. */
const nowhere = -window - 1
const nowheres = (length: number): Int32Array => new Int32Array(length).fill(nowhere)
/** The place from which they are counted anew. */
export const farthest = 1_000_000_000

/** Where things that are known by dense numbers stood last. */
type Places = {
  /** The places of so many things. */
  readonly of: (count: number) => Int32Array
  readonly forget: () => void
}

/** Places of things of which none stood anywhere yet. */
export function createPlaces(): Places {
  let places = nowheres(1_024)
  return {
    of: (count) => (places = grownTo(places, count, nowheres)),
    forget() {
      places.fill(nowhere)
    },
  }
}
