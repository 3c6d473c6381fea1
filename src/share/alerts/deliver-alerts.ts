import { sleepUntil } from '../webhooks/follow-events.ts'
import { commandDelays, storeUntilDone, type RetryOptions } from '../webhooks/retry.ts'
import { replaceJsonFile } from '../webhooks/state-file.ts'
import {
  postSigned,
  postUntilTaken,
  type WebhookMessage,
  type WebhookSettings,
  type PostResult,
} from '../webhooks/webhook.ts'
import { Failure } from '../../domain/failure.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Alert } from './conditions/alert.ts'
import { beginPosting, endPosting, nextChange, openState, type AlertState } from './alert-state.ts'

/** Where alerts are posted, and the book that they are about. */
export type AlertPosting = Pick<RetryOptions, 'log' | 'signal'> & {
  readonly settings: WebhookSettings
  readonly statePath: string
  /** The digest of the first entry of the book. */
  readonly firstDigest: string | undefined
  readonly alerts: () => readonly Alert[]
  readonly now: () => Instant
}

/** Opens the state file, and returns a function that posts what changed since the last call. It resolves to false if the signal ended it. */
export async function createAlertPoster(posting: AlertPosting): Promise<() => Promise<boolean>> {
  const { settings, statePath, firstDigest, alerts, now, log, signal } = posting
  let state = await openState(statePath, { webhook: settings.url.href, book: firstDigest })
  const delivery: AlertDelivery = {
    alerts,
    now,
    post: (message) => postSigned(message, now(), settings, signal),
    save: (next) => replaceJsonFile(statePath, next),
    wait: (milliseconds) => sleepUntil(milliseconds, signal),
    log,
    signal,
    delays: { ...commandDelays, now, random: Math.random },
  }
  return async () => {
    const result = await deliverAlerts(state, delivery)
    ;({ state } = result)
    if (result.end === 'gone')
      throw new Failure('unknown', 'The receiver answered 410: it wants no more alerts.')
    return result.end === 'delivered'
  }
}

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
      if (!(await saveState(next, delivery))) return { end: 'stopped', state }
      state = next
    }
    const outcome = await postMessage(state, delivery)
    if (outcome !== 'accepted') return { end: outcome ?? 'stopped', state }
    const next = endPosting(state)
    if (!(await saveState(next, delivery))) return { end: 'stopped', state }
    state = next
  }
}

async function postMessage(
  { posting }: AlertState,
  delivery: AlertDelivery,
): ReturnType<typeof postUntilTaken> {
  if (posting === undefined) return 'accepted'
  const { id, body } = posting
  const texts = {
    fields: { message: id },
    failed: 'An alert was not delivered',
    succeeded: 'The receiver accepts alerts again.',
  }
  return postUntilTaken(() => delivery.post({ id, body }), texts, delivery)
}

function saveState(state: AlertState, delivery: AlertDelivery): Promise<boolean> {
  const texts = {
    fields: { messages: state.messages },
    failed: 'The state file cannot be written',
    succeeded: 'The state file is written again.',
  }
  return storeUntilDone(() => delivery.save(state), texts, delivery)
}
