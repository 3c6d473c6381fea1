import type { Market } from '../../book/market/market.ts'
import {
  eventsAfter,
  isBeyond,
  type BookEvent,
  type FollowedEvents,
} from '../../book/query/events.ts'
import { eventIdText, type EventId } from '../../book/query/ids.ts'
import { Failure } from '../../domain/failure.ts'
import { sleepUntil } from './retry.ts'

/** A place in the book that was reached, and the event at it; without one, there is nothing to show up to that place. */
export type FollowedPlace = { readonly place: EventId; readonly event?: BookEvent }

/** The most events that are read from one market. */
const pageSize = 200
/** The milliseconds until the market is read again. */
const pollInterval = 200

/** Yields the events of a growing market in order, until the signal. */
export async function* followEvents(
  market: () => Market,
  { after, ...filters }: FollowedEvents,
  signal: AbortSignal,
): AsyncGenerator<FollowedPlace, void> {
  let place = after
  while (!signal.aborted) {
    const page = eventsAfter(market(), { ...filters, after: place, limit: pageSize })
    for (const event of page.events) {
      if (signal.aborted) return
      yield { place: { position: event.position, line: event.line }, event }
    }
    if (page.reached.position !== place.position || page.reached.line !== place.line) {
      place = page.reached
      yield { place }
    }
    if (!page.hasMore) await sleepUntil(pollInterval, signal)
  }
}

/** Refuses a place after the end of the book. */
export function checkPlace(market: Market, after: EventId): void {
  if (!isBeyond(market, after)) return
  throw new Failure(
    'usage',
    `--after ${eventIdText(after)} is after the end of the book, which is position ${market.position}.`,
  )
}
