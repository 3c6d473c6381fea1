import { longestGapDays } from '../../../src/domain/longest-gap.ts'
import type { RateChangeRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import type { PagedRows } from '../../api/use-pages.ts'
import { hasLongGap } from '../../rates/reading-gap.ts'

/** The heading counts the changes that the list has: all that pass the filters, or the latest while older ones are not loaded. */
export function changesHeading(
  { rows, isEnd }: Pick<PagedRows<RateChangeRow>, 'rows' | 'isEnd'>,
  direction: 'up' | 'down' | '',
  { changes, words }: Messages,
): { readonly heading: string; readonly details: string } {
  if (rows.length === 0) return { heading: changes.heading, details: '' }
  const up = rows.filter((row) => row.direction === 'up').length
  const counts = { up, down: rows.length - up }
  const gaps = rows.filter(hasLongGap).length
  return {
    heading: changes.counts(counts, direction, !isEnd),
    details: [
      changes.dayOfChange,
      gaps === 0 ? [] : changes.longGaps(gaps, rows.length, words.days(longestGapDays)),
    ]
      .flat()
      .join(' '),
  }
}
