import type { Layout } from '../layout.ts'
import type { PracticePage } from '../practice-page.ts'

/** A page with a fault: the page before it is written, or the body that is sent in its place. */
export type FaultyPage = { readonly page: PracticePage } | { readonly body: string | Uint8Array }

/** Why a fault cannot exist in a layout, as a sentence. */
export type Impossible = { readonly impossible: string }

/** Makes the faulty versions of the page of a layout, always the same ones. */
export type Fault = (layout: Layout) => readonly FaultyPage[] | Impossible

/** At most `count` of some items, evenly spread, the first and the last among them. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items
  const places = Array.from({ length: count }, (_, index) =>
    Math.round((index * (items.length - 1)) / (count - 1)),
  )
  return items.filter((_, index) => places.includes(index))
}
