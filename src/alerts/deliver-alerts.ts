import type { Instant } from '../domain/instant.ts'
import type { PostResult } from '../outbound/post.ts'
import type { Alert } from '../query/alerts/alert.ts'
import { attemptOf, type WebhookMessage } from '../deliver/post-signed.ts'
import { retryUntilDone, type Attempt, type RetryOptions } from '../deliver/retry.ts'
import { beginPosting, endPosting, nextChange, type AlertState } from './alert-state.ts'

/** The operations of a delivery, and how it retries them. */
export type AlertDelivery = RetryOptions & {
  /** The alerts that are raised now. */
  readonly alerts: () => readonly Alert[]
  readonly now: () => Instant
  readonly post: (message: WebhookMessage) => Promise<PostResult>
  /** Stores the state durably. */
  readonly save: (state: AlertState) => Promise<void>
}

/** The state after a delivery, and how it ended. `gone`: the receiver answered 410. `stopped`: by the signal. */
export type AlertDeliveryResult = {
  readonly end: 'delivered' | 'gone' | 'stopped'
  readonly state: AlertState
}

/**
 * Posts one message after another until the receiver knows which alerts are raised. A message is stored before it is posted, so a
 * restart repeats it with the same id.
 */
export async function deliverAlerts(
  before: AlertState,
  delivery: AlertDelivery,
): Promise<AlertDeliveryResult> {
  let state = before
  for (;;) {
    if (state.posting === undefined) {
      const change = nextChange(state.raised, delivery.alerts())
      if (change === undefined) return { end: 'delivered', state }
      const next = beginPosting(state, change, delivery.now())
      if ((await saveUntilStored(next, delivery)) === undefined) return { end: 'stopped', state }
      state = next
    }
    const outcome = await postUntilAccepted(state, delivery)
    if (outcome !== 'accepted') return { end: outcome ?? 'stopped', state }
    const next = endPosting(state)
    if ((await saveUntilStored(next, delivery)) === undefined) return { end: 'stopped', state }
    state = next
  }
}

async function postUntilAccepted(
  { posting }: AlertState,
  delivery: AlertDelivery,
): Promise<'accepted' | 'gone' | undefined> {
  if (posting === undefined) return 'accepted'
  const { id, body } = posting
  const texts = {
    fields: { message: id },
    failed: 'An alert was not delivered',
    succeeded: 'The receiver accepts alerts again.',
  }
  return retryUntilDone(async () => attemptOf(await delivery.post({ id, body })), texts, delivery)
}

/** Stores a state, also once a full disk has room again. */
async function saveUntilStored(
  state: AlertState,
  delivery: AlertDelivery,
): Promise<'stored' | undefined> {
  const attempt = async (): Promise<Attempt<'stored'>> => {
    try {
      await delivery.save(state)
      return { result: 'stored' }
    } catch (error) {
      return { failure: (error as Error).message }
    }
  }
  const texts = {
    fields: { messages: state.messages },
    failed: 'The state file cannot be written',
    succeeded: 'The state file is written again.',
  }
  return retryUntilDone(attempt, texts, delivery)
}
