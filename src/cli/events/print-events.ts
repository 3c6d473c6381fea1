import { once } from 'node:events'
import type { Market } from '../../market/market.ts'
import type { BookEvent, FollowedEvents } from '../../query/events.ts'
import { placesAfter } from '../../deliver/places-after.ts'

/** Prints each event as a line, until the signal or until nobody reads the output any more. */
export async function printEvents(
  market: () => Market,
  request: FollowedEvents,
  textOf: (event: BookEvent) => string,
  signal: AbortSignal,
): Promise<void> {
  const closed = new AbortController()
  process.stdout.once('error', () => closed.abort())
  const ended = AbortSignal.any([signal, closed.signal])
  for await (const { event } of placesAfter(market, request, ended)) {
    if (event === undefined || process.stdout.write(`${textOf(event)}\n`)) continue
    await drain(ended)
  }
}

/** Waits until a slow reader has taken what was written. */
async function drain(signal: AbortSignal): Promise<void> {
  try {
    await once(process.stdout, 'drain', { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
