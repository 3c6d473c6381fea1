import type { Head } from '../domain/entry.ts'
import { dayLength, instantText, type Instant } from '../domain/instant.ts'
import type { InputProblem } from './input/problem.ts'

/** Where the instant of an entry comes from. */
export type EntryClock = {
  /** The clock of this machine, `--at`, or the `scraped_at` of the sheet itself (`--at-scraped`). */
  readonly from: 'clock' | 'option' | 'sheet'
  /** Called once the write lock is held: a clock that is read earlier may be behind the book by then. */
  readonly read: () => Instant
  /** With `--at-last-instant`, a clock may be behind the book by any time. */
  readonly atLastInstant?: boolean
  /** With `--clock-is-right`, an instant may be after the book's last entry by any time. */
  readonly clockIsRight?: boolean
}

/** The instant of an entry. With a problem, the entry is refused; a warning is shown to the user. */
export type EntryInstant = {
  readonly at: Instant
  readonly warning?: string
  readonly problem?: InputProblem
}

/** The greatest time in milliseconds by which a clock may be behind the book without `--at-last-instant`. */
const greatestDelay = dayLength
/** The greatest time in milliseconds after the book's last entry without `--clock-is-right`. */
const greatestGap = 180 * dayLength

/**
 * Decides the instant of the next entry. A clock that is behind the last entry gives the instant of that entry. An entry far in
 * the future would block the book, so a long gap must be confirmed; sheets with `--at-scraped` may have gaps of years.
 */
export function entryInstant(clock: EntryClock, head: Head): EntryInstant {
  const { from, atLastInstant = false, clockIsRight = false } = clock
  const at = clock.read()
  if (head.position === 0) return { at }
  const difference = at - head.at
  if (from !== 'clock' && difference < 0) return { at, problem: earlierProblem(at, head) }
  if (from !== 'sheet' && difference > greatestGap && !clockIsRight)
    return { at, problem: aheadProblem(from, at, head) }
  if (difference >= 0) return { at }
  const behind = `This machine's clock says ${instantText(at)}, ${durationText(-difference)} before the book's last entry`
  if (-difference > greatestDelay && !atLastInstant) {
    return {
      at: head.at,
      problem: {
        code: 'clock-behind',
        location: '',
        message: `${behind}, at ${instantText(head.at)}: set the clock, or use the instant of the last entry with --at-last-instant.`,
      },
    }
  }
  return {
    at: head.at,
    warning: `${behind}; the instant of that entry, ${instantText(head.at)}, is used instead.`,
  }
}

function aheadProblem(from: 'clock' | 'option', at: Instant, head: Head): InputProblem {
  const subject =
    from === 'clock' ? `This machine's clock says ${instantText(at)}` : `--at is ${instantText(at)}`
  return {
    code: 'clock-ahead',
    location: '',
    message: `${subject}, ${durationText(at - head.at)} after the book's last entry, at ${instantText(head.at)}: if that is right, give --clock-is-right.`,
  }
}

function earlierProblem(at: Instant, head: Head): InputProblem {
  return {
    code: 'before-last-entry',
    location: '',
    message: `An entry at ${instantText(at)} would be earlier than the book's last entry, at ${instantText(head.at)}: give a later --at. To start a book earlier, register its institutions with an earlier --at.`,
  }
}

const units = [
  ['days', dayLength],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1_000],
] as const

/** A duration in the largest unit of which there are at least two, so that the unit is always plural: `36 hours`. */
export function durationText(milliseconds: number): string {
  for (const [name, length] of units) {
    if (milliseconds >= 2 * length) return `${Math.floor(milliseconds / length)} ${name}`
  }
  return `${milliseconds} ms`
}
