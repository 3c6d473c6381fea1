import { longestGapDays } from '../../../src/domain/day.ts'
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
  const down = rows.length - up
  const noun = direction === '' ? 'any' : direction
  const counts = (isEnd ? changes.counts : changes.latest)[noun]({ count: rows.length })
  const gaps = rows.filter(hasLongGap).length
  return {
    heading: direction === '' ? changes.upAndDown({ counts, up, down }) : counts,
    details: [
      changes.dayOfChange,
      ...(gaps === 0 ? [] : [gapsText({ gaps, all: rows.length }, { changes, words })]),
    ].join(' '),
  }
}

/** How many of the changes followed a long time without a reading. */
function gapsText(
  { gaps, all }: { readonly gaps: number; readonly all: number },
  { changes, words }: Pick<Messages, 'changes' | 'words'>,
): string {
  const days = words.days(longestGapDays)
  if (all === 1) return changes.onlyAfterGap({ days })
  return gaps === all ? changes.allAfterGap({ days }) : changes.someAfterGap({ count: gaps, days })
}
