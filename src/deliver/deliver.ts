import type { PostResult } from '../outbound/post.ts'
import { eventIdText, type EventId } from '../query/ids.ts'
import type { BookEvent } from '../query/events.ts'
import type { FollowedPlace } from './places-after.ts'
import { attemptOf } from './post-signed.ts'
import { retryUntilDone, type Attempt, type RetryOptions } from './retry.ts'

/** The operations of a delivery, and how it retries them. */
export type Delivery = RetryOptions & {
  readonly post: (event: BookEvent) => Promise<PostResult>
  /** Stores the place durably; the next run goes on after it. */
  readonly saveCursor: (place: EventId) => Promise<void>
}

/** How a delivery ended: by its signal or the end of the places, or because the receiver answered 410. */
export type DeliveryEnd = 'stopped' | 'gone'

/**
 * Posts the events one after another, each until the receiver accepts it. The cursor moves only after that, so a restart
 * repeats an event rather than leave it out. A place without an event only moves the cursor.
 */
export async function deliver(
  places: AsyncIterable<FollowedPlace>,
  delivery: Delivery,
): Promise<DeliveryEnd> {
  for await (const { place, event } of places) {
    if (event !== undefined) {
      const outcome = await postUntilAccepted(event, delivery)
      if (outcome !== 'accepted') return outcome ?? 'stopped'
    }
    if ((await saveUntilStored(place, delivery)) === undefined) break
  }
  return 'stopped'
}

async function postUntilAccepted(
  event: BookEvent,
  delivery: Delivery,
): Promise<'accepted' | 'gone' | undefined> {
  const texts = {
    fields: { event: eventIdText(event) },
    failed: 'An event was not delivered',
    succeeded: 'The receiver accepts events again.',
  }
  return retryUntilDone(async () => attemptOf(await delivery.post(event)), texts, delivery)
}

/** Stores a place, also once a full disk has room again. */
async function saveUntilStored(place: EventId, delivery: Delivery): Promise<'stored' | undefined> {
  const attempt = async (): Promise<Attempt<'stored'>> => {
    try {
      await delivery.saveCursor(place)
      return { result: 'stored' }
    } catch (error) {
      return { failure: (error as Error).message }
    }
  }
  const texts = {
    fields: { event: eventIdText(place) },
    failed: 'The cursor cannot be written',
    succeeded: 'The cursor is written again.',
  }
  return retryUntilDone(attempt, texts, delivery)
}
