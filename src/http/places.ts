import { window } from './deflate.ts'
import { grownTo } from './grown.ts'

/** Further away than anything can be seen. */
const nowhere = -window - 1
const nowheres = (length: number): Int32Array => new Int32Array(length).fill(nowhere)
/** The place from which they are counted anew. */
export const farthest = 1_000_000_000

/** Where things stood last. */
type Places = {
  /** Says how far back a thing stood last, and that it stands at another place now. */
  readonly move: (number: number, to: number) => number
  readonly forget: () => void
}

/** Places of things that are known by dense numbers, of which none stood anywhere yet. */
export function createPlaces(): Places {
  let places = nowheres(1_024)
  return {
    move(number, to) {
      places = grownTo(places, number + 1, nowheres)
      const back = to - (places[number] as number)
      places[number] = to
      return back
    },
    forget() {
      places.fill(nowhere)
    },
  }
}
