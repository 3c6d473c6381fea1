import type { Market } from '../market/market.ts'
import { eventIdText, type EventId } from '../query/ids.ts'
import { isBeyond } from '../query/events.ts'
import type { ParameterError } from './schema/read-query.ts'

/**
 * The error of an `after` beyond the end of the book; `undefined` for any other. It is a 422, because a follower of a book that
 * was replaced by an older copy must not wait in silence.
 */
export function beyondErrors(
  market: Market,
  after: EventId,
): readonly ParameterError[] | undefined {
  if (!isBeyond(market, after)) return undefined
  const message = `after is ${eventIdText(after)}, but the book of this server ends at position ${market.position}. A server that is behind reaches it later. A book that was restored from an older copy does not; begin again with after=0.`
  return [{ parameter: 'after', message }]
}
