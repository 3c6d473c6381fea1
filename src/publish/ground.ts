import type { Entry, Head, Publishing } from '../domain/entry.ts'
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
 * Reads what deciding about a sheet needs, from the institution's newest entry backwards until it is found: of hundreds of sheets
 * of a long book the last nearly always says all; terms that are new to the institution take all of them, and so does one that
 * publishes partial sheets alone.
 */
export async function groundOf(
  reader: BookReader,
  institutionId: string | undefined,
  sheet?: Sheet,
): Promise<Ground> {
  let known: Known | undefined
  let isRegistered = false
  const newest: Publishing[] = []
  if (institutionId !== undefined) {
    for await (const entries of reader.entriesOf(institutionId)) {
      isRegistered = true
      newest.push(...entries.filter(isPublishing))
      if (isRefused(newest, sheet)) break
      if (sheet === undefined || isOld(newest, sheet) || !isSettled(newest, sheet)) continue
      // What stands is said: from here on only changes are looked for, each sheet once.
      known ??= knownFrom(newest)
      if (sheet.offers.every(known.lastKnown)) break
    }
  }
  if (isRegistered) known ??= knownFrom(newest)
  const ground = { head: await reader.head(), currency: await reader.currency(), known }
  const twin = sheet && twinOf(newest, sheet)
  // Two sheets of one instant, of which the other stands: this one is published again.
  if (twin !== newest[0] && !isOld(newest, sheet)) return ground
  return { ...ground, twin: twin?.position }
}

/** Whether an entry says what stands, or how it came to be; of the others nothing is needed. */
function isPublishing(entry: Entry): entry is Publishing {
  switch (entry.kind) {
    case 'sheet-published':
      return true
    case 'institution-registered':
    case 'rates-checked':
    case 'rates-verified':
      return false
    default:
      throw entry satisfies never
  }
}

/**
 * Whether a sheet is refused whatever stands, and enough is read to say why: one that cannot be read, or one that was read before
 * the institution's last, unless it was published before: then that stands among those of its instant.
 */
function isRefused(newest: readonly Publishing[], sheet: Sheet | undefined): boolean {
  const first = newest.at(-1)
  if (first === undefined) return false
  return sheet === undefined || (isOld(newest, sheet) && first.sheet.scrapedAt < sheet.scrapedAt)
}

/** Whether all that stands of the variants of a sheet is in these publications: of each there is a complete one. */
function isSettled(newest: readonly Publishing[], { covers }: Sheet): boolean {
  return covers.every((variant) =>
    newest.some(({ sheet }) => sheet.complete && sheet.covers.includes(variant)),
  )
}

/** Whether the institution's last sheet was read later than this one. */
function isOld([last]: readonly Publishing[], sheet: Sheet | undefined): boolean {
  return sheet !== undefined && last !== undefined && sheet.scrapedAt < last.sheet.scrapedAt
}
