import { dayOf, daysBetween, isLongGap } from './day.ts'
import { compareDecimals, type Decimal } from './decimal.ts'
import type { Instant } from './instant.ts'
import type { Tier } from './offer.ts'

/** The directions of a rate history record, in the order of the specification, part 2. */
export const directions = ['initial', 'up', 'down', 'flat'] as const

export type Direction = (typeof directions)[number]

/** A change of a tier. `previous` equals `rate` if `direction` is `initial`. */
export type RateChange = Tier & {
  readonly direction: Direction
  readonly previous: Decimal
  readonly rate: Decimal
  /** The minimum deposit of the series until now, `0` if none was stated; only present if this sheet changed its value. */
  readonly previousMinimumDeposit?: Decimal
}

/** The end of an offer. The book keeps it, but it is not a record of the rate history. */
export type Withdrawal = Tier & {
  readonly direction: 'withdrawn'
  readonly previous: Decimal
}

/** A change that a publication makes to one tier. */
export type Change = RateChange | Withdrawal

/** Why a published figure was wrong. */
export const causes = ['misread', 'misprint', 'wrong-page', 'late', 'source-restated'] as const

export type Cause = (typeof causes)[number]

/** A published figure and the one that replaces it. The tier is that of the corrected sheet. */
export type CorrectedFigure = Tier & {
  /** The position of the sheet. */
  readonly of: number
  /** The rate that was believed; absent if the sheet withdrew the offer or a correction took it out. */
  readonly was?: Decimal
  /** The right rate; absent if there was no such offer. For a retracted sheet, the rate that stood before it. */
  readonly now?: Decimal
}

/** Names figures of published sheets as wrong. */
export type Correction = {
  /** The position of the sheet that was named; later ones may repeat its wrong figure. */
  readonly of: number
  /** Whether the whole sheet is retracted: it then counts as never published. */
  readonly isRetraction: boolean
  readonly cause: Cause
  /** By sheet, and in tier order. */
  readonly figures: readonly CorrectedFigure[]
}

/** The direction from one rate to another, by value. */
export function directionBetween(previous: Decimal, rate: Decimal): 'up' | 'down' | 'flat' {
  const order = compareDecimals(rate, previous)
  if (order === 0) return 'flat'
  return order > 0 ? 'up' : 'down'
}

/** When the rate before a change was last seen, when the offer was then withdrawn, if it was, and when the new rate was read. */
type GapTimes = {
  readonly seenAt: Instant
  readonly withdrawnAt?: Instant | undefined
  readonly readAt: Instant
}

/**
 * The warning of a change whose previous rate was last seen so long before the new one was read that nobody knows when it moved,
 * or how often; empty for other changes. Every English text that shows a change shows it.
 */
export function gapWarning({ seenAt, withdrawnAt, readAt }: GapTimes): string {
  if (!isLongGap(seenAt, readAt)) return ''
  const rest =
    withdrawnAt === undefined
      ? `not read for ${daysBetween(seenAt, readAt)} days`
      : `withdrawn ${dayOf(withdrawnAt)}, offered again`
  return `last seen ${dayOf(seenAt)}, ${rest}`
}

/** Counts changes by direction: `3 up, 1 down, 2 withdrawn`. */
export function changeCounts(changes: readonly Change[]): string {
  const counted = Map.groupBy(changes, ({ direction }) => direction)
  const parts = Array.from(counted, ([direction, { length }]) => `${length} ${direction}`)
  return parts.length === 0 ? 'no changes' : parts.join(', ')
}

/**
 * Whether readers see a figure: one with neither rate changes nothing. A retraction names such figures too: those that a correction took
 * out of the sheet, and offers that the sheet ended and that another retraction has taken away since.
 */
export function isListed({ was, now }: CorrectedFigure): boolean {
  return was !== undefined || now !== undefined
}
