import { holdsOf, openHold, type Hold } from '../../book/market/holds.ts'
import type { InstitutionBook, Market } from '../../book/market/market.ts'

/** A held sheet and the book of its institution. */
export type BookedHold = { readonly book: InstitutionBook; readonly hold: Hold }

/** The held sheets that wait for a reviewer, oldest first. */
export function waitingHolds({
  institutions,
}: Pick<Market, 'institutions'>): readonly BookedHold[] {
  return [...institutions.values()]
    .flatMap((book): readonly BookedHold[] => {
      const hold = openHold(book)
      return hold === undefined ? [] : [{ book, hold }]
    })
    .toSorted((a, b) => a.hold.entry.position - b.hold.entry.position)
}

/** The held sheet at a position, whatever became of it. */
export function heldAt(
  { institutions, entries }: Market,
  position: number,
): BookedHold | undefined {
  const book = institutions.get(entries[position - 1]?.institutionId ?? '')
  const hold = book && holdsOf(book).find(({ entry }) => entry.position === position)
  return book && hold && { book, hold }
}

/** The waiting holds before and after a position; from the last one, the next is the first again. */
export function neighbours(
  waiting: readonly BookedHold[],
  position: number,
): { readonly previous: number | undefined; readonly next: number | undefined } {
  const positions = waiting.map(({ hold }) => hold.entry.position)
  const others = positions.filter((one) => one !== position)
  return {
    previous: others.findLast((one) => one < position) ?? others.at(-1),
    next: others.find((one) => one > position) ?? others[0],
  }
}
