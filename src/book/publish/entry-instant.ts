import { durationText, type Draft, type Head } from '../../domain/entry.ts'
import { dayLength, instantText, type Instant } from '../../domain/instant.ts'
import type { BookReader } from '../store/store.ts'
import type { InputProblem } from './input/problem.ts'

/** Where the instant of an entry comes from. */
export type EntryClock = {
  /** The clock of this machine, `--at`, or the `scraped_at` of the sheet itself (`--at-scraped`). */
  readonly from: 'clock' | 'option' | 'sheet'
  /** Called once the write lock is held: a clock that is read earlier may be behind the book by then. */
  readonly read: () => Instant
  /** This machine's clock, where `read` gives another instant. A book that is ahead of it takes earlier instants. */
  readonly now?: () => Instant
  /** With `--at-last-instant`, a clock may be behind the book by any time. */
  readonly atLastInstant?: boolean
  /** With `--clock-is-right`, an instant may be after the book's last entry by any time. */
  readonly clockIsRight?: boolean
}

/** An outcome with a warning about this machine's clock, which the user is shown. */
export type ClockWarning = { readonly warning?: string }

/** The instant of an entry. With a problem, the entry is refused. */
export type EntryInstant = Pick<Draft, 'at' | 'clock'> &
  ClockWarning & { readonly problem?: InputProblem }

/** The greatest time in milliseconds by which a clock may be behind the book without `--at-last-instant`. */
const greatestDelay = dayLength
/** The bounds of the greatest time in milliseconds after the book's last entry without `--clock-is-right`. */
const [shortestLimit, longestLimit] = [7 * dayLength, 60 * dayLength]

/** How many days with entries, and how many entries, tell how long the gaps of a book are. */
const [daysRead, entriesRead] = [20, 2_000]

/** Decides the instant of the next entry of a book. */
export async function readEntryInstant(
  clock: EntryClock,
  reader: Pick<BookReader, 'head' | 'entryAt'>,
): Promise<EntryInstant> {
  const head = await reader.head()
  const enough = (clock.read() - head.at) / 2
  const isChecked = clock.from !== 'sheet' && clock.clockIsRight !== true && head.position > 0
  const isNeeded = isChecked && 2 * enough > shortestLimit && 2 * enough <= longestLimit
  return entryInstant(clock, head, isNeeded ? await longestGap(reader, head, enough) : 0)
}

/** The longest time between the last days on which a book has entries, in milliseconds; or the first one that is long enough. */
async function longestGap(
  reader: Pick<BookReader, 'entryAt'>,
  head: Head,
  enough: number,
): Promise<number> {
  let [gap, later, days] = [0, head.at, 1]
  const first = Math.max(1, head.position - entriesRead)
  for (
    let position = head.position - 1;
    position >= first && days < daysRead && gap < enough;
    position--
  ) {
    const at = (await reader.entryAt(position))?.at ?? later
    if (Math.floor(at / dayLength) < Math.floor(later / dayLength)) days++
    gap = Math.max(gap, later - at)
    later = at
  }
  return gap
}

/**
 * Decides the instant of the next entry. A clock that is behind the last entry gives the instant of that entry, and the entry keeps
 * what the clock said. An entry far in the future would block the book, so a time after the last entry must be confirmed if it is
 * more than twice the longest `gap` between the entries before. Sheets with `--at-scraped` may have gaps of years.
 */
export function entryInstant(clock: EntryClock, head: Head, gap = 0): EntryInstant {
  const { from, atLastInstant = false, clockIsRight = false } = clock
  const at = clock.read()
  if (head.position === 0) return { at }
  const difference = at - head.at
  const limit = Math.min(longestLimit, Math.max(shortestLimit, 2 * gap))
  if (from !== 'sheet' && difference > limit && !clockIsRight)
    return { at, problem: aheadProblem(from, at, head) }
  if (difference >= 0) return { at }
  const isBookAhead = clock.now !== undefined && head.at > clock.now()
  if (from !== 'clock' && !isBookAhead) return { at, problem: earlierProblem(at, head) }
  const subject =
    from === 'clock' ? `This machine's clock says ${instantText(at)}` : instantText(at)
  const behind = `${subject}, ${durationText(-difference)} before the book's last entry`
  const moved = { at: head.at, clock: at }
  if (from === 'clock' && -difference > greatestDelay && !atLastInstant) {
    const message = `${behind}, at ${instantText(head.at)}: set the clock. If it is right, the clock that dated the last entry was ahead; then give --at-last-instant.`
    return { ...moved, problem: { code: 'clock-behind', location: '', message } }
  }
  const warning = `${behind}; the instant of that entry, ${instantText(head.at)}, is used instead.`
  return { ...moved, warning }
}

function aheadProblem(from: 'clock' | 'option', at: Instant, head: Head): InputProblem {
  const subject =
    from === 'clock' ? `This machine's clock says ${instantText(at)}` : `--at is ${instantText(at)}`
  return {
    code: 'clock-ahead',
    location: '',
    message: `${subject}, ${durationText(at - head.at)} after the book's last entry, at ${instantText(head.at)}: that is long for this book, so compare it with another clock. If it is right, give --clock-is-right.`,
  }
}

function earlierProblem(at: Instant, head: Head): InputProblem {
  return {
    code: 'before-last-entry',
    location: '',
    message: `An entry at ${instantText(at)} would be earlier than the book's last entry, at ${instantText(head.at)}: give a later --at. To start a book earlier, register its institutions with an earlier --at.`,
  }
}
