import { daysBetween, isLongGap, longestGapDays } from '../../src/domain/day.ts'
import type { RateChangeRow } from '../api/api.ts'
import type { Messages } from '../messages/messages.ts'
import { groupBy } from './group-by.ts'

type ReadTimes = Pick<
  RateChangeRow,
  'changed_at' | 'read_at' | 'prev_changed_at' | 'prev_seen_at' | 'prev_withdrawn_at'
>

/** When the new rate was read. Its entry may be later; nobody read the record of a correction. */
function readTimeOf({ read_at: readAt, changed_at: changedAt }: ReadTimes): number {
  return Date.parse(readAt ?? changedAt)
}

/** Whether the previous rate was last seen so long before the new one was read that nobody knows when it moved, or how often. */
export function hasLongGap(change: ReadTimes): boolean {
  const { prev_seen_at: seenAt } = change
  return seenAt !== null && isLongGap(Date.parse(seenAt), readTimeOf(change))
}

/** Whether the day of the change is that of a move. An offer that was withdrawn may have returned on an earlier day. */
function isDayKnown(change: ReadTimes): boolean {
  return change.prev_withdrawn_at === null && !hasLongGap(change)
}

/** What is known about the rate before a change. */
type TimesBefore = {
  /** For how many calendar days it stood: from entry to entry, or until it was last seen if more is not known. */
  readonly stood: number
  readonly seenAt: string
  readonly withdrawnAt: string | null
  /** For how many whole days nobody read it then, if those were many. */
  readonly unread: number | undefined
}

const startOfDay = (at: string): number => Date.parse(at.slice(0, 10))

/** `undefined` for the first rate. */
export function timesBefore(change: ReadTimes): TimesBefore | undefined {
  const { prev_changed_at: enteredAt, prev_seen_at: seenAt } = change
  if (enteredAt === null || seenAt === null) return undefined
  return {
    stood: daysBetween(
      startOfDay(enteredAt),
      startOfDay(isDayKnown(change) ? change.changed_at : seenAt),
    ),
    seenAt,
    withdrawnAt: change.prev_withdrawn_at,
    // A sheet that withdrew the offer read the terms after the previous rate was last seen.
    unread:
      change.prev_withdrawn_at === null && hasLongGap(change)
        ? daysBetween(Date.parse(seenAt), readTimeOf(change))
        : undefined,
  }
}

/** The times before a change in words: how long the rate before stood, when it was last seen, and for how long nobody read it. */
export function previousRateNote(change: ReadTimes, { changes, words }: Messages): string {
  const times = timesBefore(change)
  if (times === undefined) return ''
  const lastSeen = words.shortDay(times.seenAt)
  if (times.withdrawnAt !== null)
    return changes.withdrawnBefore({ lastSeen, withdrawn: words.shortDay(times.withdrawnAt) })
  if (times.unread !== undefined)
    return changes.unreadBefore({ lastSeen, duration: words.duration(times.unread) })
  return changes.stood({
    duration: times.stood === 0 ? changes.lessThanADay : words.duration(times.stood),
    lastSeen,
  })
}

/** The warning of a change that followed a long gap: when the previous rate was last seen. Empty for the others. */
export function gapNote(change: ReadTimes, messages: Messages): string {
  return hasLongGap(change) ? previousRateNote(change, messages) : ''
}

/** How many of some changes followed a long gap. Empty for none. */
export function gapsNote(
  { gaps, all }: { readonly gaps: number; readonly all: number },
  { changes, words }: Messages,
): string {
  const days = words.days(longestGapDays)
  if (gaps === 0) return ''
  if (all === 1) return changes.onlyAfterGap({ days })
  return gaps === all ? changes.allAfterGap({ days }) : changes.someAfterGap({ count: gaps, days })
}

/** When the page was read, where that was another day than that of the entry, and the date that it prints. */
export function readingNote(
  {
    changed_at,
    read_at,
    printed_date,
  }: Pick<RateChangeRow, 'changed_at' | 'read_at' | 'printed_date'>,
  { changes, words }: Messages,
): string {
  const isOtherDay = read_at !== null && read_at.slice(0, 10) !== changed_at.slice(0, 10)
  return [
    isOtherDay ? changes.readOn({ day: words.shortDay(read_at) }) : [],
    printed_date === null ? [] : changes.pageDated({ day: words.shortDay(printed_date) }),
  ]
    .flat()
    .join(', ')
}

/** The note that most of some changes have; none if one of them has none. */
function commonNote(notes: readonly string[]): string {
  if (notes.includes('')) return ''
  const counts = [...groupBy(notes, (note) => note)].map(
    ([note, all]) => [note, all.length] as const,
  )
  return counts.toSorted(([, a], [, b]) => b - a).at(0)?.[0] ?? ''
}

/** Takes what most of a group's changes have in common out of their notes, so that it is said once. A change has several notes. */
export function sharedNotes(notes: readonly (readonly string[])[]): {
  readonly common: string
  readonly own: readonly string[]
} {
  const common = (notes[0] ?? []).map((_, place) =>
    commonNote(notes.map((row) => row[place] ?? '')),
  )
  const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')
  return {
    common: join(common),
    own: notes.map((row) => join(row.map((part, place) => (part === common[place] ? '' : part)))),
  }
}
