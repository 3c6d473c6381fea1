import type { Head, Publishing } from '../domain/entry.ts'
import type { Variant } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import type { BookReader } from '../store/store.ts'
import { knownFrom, type Known } from './known.ts'
import { twinOf } from './twin.ts'

/** What deciding about a sheet needs of a book. */
export type Ground = {
  readonly head: Head
  readonly currency: string | undefined
  /** What is known of the sheet's institution, if it is registered. */
  readonly known: Known | undefined
  /** The position of the same sheet, if it is the institution's last, or older than that. */
  readonly twin?: number | undefined
}

/**
 * Reads what deciding about a sheet needs, from the institution's newest entry backwards and no further: of hundreds of sheets
 * of a long book the last nearly always says all; terms that are new to the institution take all of them.
 */
export async function groundOf(
  reader: BookReader,
  institutionId: string | undefined,
  sheet?: Sheet,
): Promise<Ground> {
  let known: Known | undefined
  const newest: Publishing[] = []
  if (institutionId !== undefined) {
    for await (const entries of reader.entriesOf(institutionId)) {
      for (const entry of entries) if (entry.kind === 'sheet-published') newest.push(entry)
      known = knownFrom(newest)
      if (isEnough(known, newest, sheet)) break
    }
  }
  const ground = { head: await reader.head(), currency: await reader.currency(), known }
  const twin = sheet && twinOf(newest, sheet)
  // Two sheets of one instant, of which the other stands: this one is published again.
  if (twin !== newest[0] && !isOld(sheet, known)) return ground
  return { ...ground, twin: twin?.position }
}

/** Whether all that has to be known of an institution is in these publications, its newest. */
function isEnough(known: Known, newest: readonly Publishing[], sheet: Sheet | undefined): boolean {
  const earliest = newest.at(-1)
  if (earliest === undefined) return false
  if (sheet === undefined) return true
  // It is refused, but for the case that it was published before: then that stands among those of its instant.
  if (isOld(sheet, known)) return earliest.sheet.scrapedAt < sheet.scrapedAt
  const isSettled = (variant: Variant) =>
    newest.some(({ sheet: { complete, covers } }) => complete && covers.includes(variant))
  if (!sheet.covers.every(isSettled)) return false
  return sheet.offers.every((offer) => known.lastKnown(offer) !== undefined)
}

/** Whether the institution's last sheet was read later than this one. */
function isOld(sheet: Sheet | undefined, known: Known | undefined): boolean {
  const last = known?.publication?.sheet.scrapedAt
  return sheet !== undefined && last !== undefined && sheet.scrapedAt < last
}
