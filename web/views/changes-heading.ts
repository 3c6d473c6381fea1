import type { RateChangeRow } from '../api.ts'
import { longestGapDays } from '../../src/domain/longest-gap.ts'
import type { Messages } from '../messages/messages.ts'
import type { PagedRows } from '../use-pages.ts'
import { hasLongGap, isDayKnown } from './reading-gap.ts'

/**
 * The heading counts the changes of the newest day once all of them are loaded, and only if no direction is filtered out. It
 * calls the day that of a move only if the previous rate of each change had been read shortly before.
 */
export function changesHeading(
  { rows, isEnd }: Pick<PagedRows<RateChangeRow>, 'rows' | 'isEnd'>,
  direction: 'up' | 'down' | '',
  { changes, words }: Messages,
): { readonly heading: string; readonly details: string } {
  const [first] = rows
  if (first === undefined) return { heading: changes.heading, details: '' }
  const date = first.changed_at.slice(0, 10)
  const day = words.day(date)
  const ofDay = rows.filter((row) => row.changed_at.startsWith(date))
  const gaps = ofDay.filter(hasLongGap).length
  const isKnown = ofDay.every(isDayKnown)
  const limit = words.days(longestGapDays)
  if (!isEnd && ofDay.length === rows.length) {
    const heading = changes.lastMovesSeen(direction, day)
    return { heading, details: gaps === 0 ? '' : changes.someLongGaps(limit) }
  }
  const details = gaps === 0 ? '' : changes.longGaps(gaps, ofDay.length, limit)
  if (direction !== '') {
    const sentence = isKnown ? changes.lastMovesOf : changes.lastMovesSeen
    return { heading: sentence(direction, day), details }
  }
  const up = ofDay.filter((row) => row.direction === 'up').length
  const sentence = isKnown ? changes.lastMove : changes.lastSeen
  return { heading: sentence({ up, down: ofDay.length - up }, day), details }
}
