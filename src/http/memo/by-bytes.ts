import { bounded } from '../message/bounded.ts'
import { areSame, headNumber, viewed, type Viewed } from './head-number.ts'

/** Values by the bytes of a request that they belong to: no text is made of those, which costs more than to look a value up. */
export type ByBytes<V> = {
  /** What is kept for the bytes between two places. */
  readonly find: (view: DataView, start: number, end: number) => V | undefined
  /** Keeps a value; the bytes are to be nobody else's. */
  readonly set: (bytes: Buffer, value: V) => void
}

/** None yet, of so many bytes at the most, with what each value takes up beside its bytes. */
export function byBytes<V>(most: number, size: number): ByBytes<V> {
  const known = bounded<number, Viewed & { readonly value: V }>(
    most,
    ({ bytes }) => size + bytes.length,
  )
  return {
    find(view, start, end) {
      const found = known.get(headNumber(view, start, end))
      return found !== undefined && areSame(view, start, end, found) ? found.value : undefined
    },
    set(bytes, value) {
      const key = viewed(bytes)
      known.set(headNumber(key.view, 0, bytes.length), { ...key, value })
    },
  }
}
