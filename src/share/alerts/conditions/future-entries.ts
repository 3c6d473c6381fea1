import { type Head, isAhead } from '../../../domain/entry.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { InstitutionBook } from '../../../book/market/market.ts'
import { momentText, type Alert } from './alert.ts'

/** The last entry of the book is in the future. What such entries say counts for nothing, and commands refuse a right clock. */
export function futureEntries(
  { position, at }: Head,
  books: readonly InstitutionBook[],
  now: Instant,
): readonly Alert[] {
  if (!isAhead(at, now)) return []
  // They were appended after the last entry that is not in the future.
  const earlier = books.flatMap(({ entries }) => {
    const last = entries.findLast((entry) => !isAhead(entry.at, now))
    return last === undefined ? [] : [last.at]
  })
  return [
    {
      kind: 'future-entries',
      since: earlier.length === 0 ? at : (Math.max(...earlier) as Instant),
      sentence: `The last entry of the book, position ${position}, is in the future, at ${momentText(at)}: the clock of a machine was ahead.`,
      whatToDo:
        'Set that clock. Until the time of that entry has come, enter what is true with --at-last-instant: such entries keep the true time.',
    },
  ]
}
