import { window } from './deflate.ts'

/** Further away than anything can be seen. */
const nowhere = -window - 1
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
  let places = new Int32Array(1_024).fill(nowhere)
  return {
    move(number, to) {
      if (number >= places.length) {
        const longer = new Int32Array(2 * (number + 1)).fill(nowhere)
        longer.set(places)
        places = longer
      }
      const back = to - (places[number] as number)
      places[number] = to
      return back
    },
    forget() {
      places.fill(nowhere)
    },
  }
}
