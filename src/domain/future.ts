import type { Head } from './entry.ts'
import { dayLength, instantText, type Instant } from './instant.ts'

/** The milliseconds by which the clocks of two machines may differ. */
export const clockTolerance = 60_000

/** Whether an instant is in the future: later than a difference of two clocks explains. */
export function isAhead(at: Instant, now: Instant): boolean {
  return at - now > clockTolerance
}

/** Names a last entry that is in the future, as a sentence; `undefined` if it is not. */
export function futureText({ position, at }: Head, now: Instant): string | undefined {
  return isAhead(at, now)
    ? `The last entry of the book, position ${position}, is at ${instantText(at)}, ${durationText(at - now)} after this machine's clock: this clock is slow, or that of the machine that appended the entry was fast.`
    : undefined
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
