import type { Logger } from 'pino'
import type { PostResult } from '../../outbound/post.ts'
import { createFailureLog } from './failure-log.ts'
import { retryDelay, type RetryDelays } from './retry-delay.ts'

/** An event to post. Without a body only the cursor moves: the book has a position there, but nothing public. */
export type DeliveredEvent = { readonly id: string; readonly body?: string }

/** What the delivery does, and with what delays. */
export type Delivery = {
  readonly post: (event: Required<DeliveredEvent>) => Promise<PostResult>
  /** Stores the id durably; the next run goes on after it. */
  readonly saveCursor: (id: string) => Promise<void>
  /** Waits for some milliseconds, or until the signal. */
  readonly wait: (milliseconds: number) => Promise<void>
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly signal: AbortSignal
  readonly delays: RetryDelays
}

/** How a delivery ended: by its signal or the end of the events, or because the receiver answered 410. */
export type DeliveryEnd = 'stopped' | 'gone'

/**
 * Posts the events one after another, each until the receiver accepts it. The cursor moves only after that, so a restart
 * repeats an event rather than leave it out.
 */
export async function deliver(
  events: AsyncIterable<DeliveredEvent>,
  delivery: Delivery,
): Promise<DeliveryEnd> {
  for await (const { id, body } of events) {
    if (body !== undefined) {
      const outcome = await postUntilAccepted({ id, body }, delivery)
      if (outcome !== 'accepted') return outcome
    }
    await delivery.saveCursor(id)
  }
  return 'stopped'
}

async function postUntilAccepted(
  event: Required<DeliveredEvent>,
  { post, wait, log, signal, delays }: Delivery,
): Promise<'accepted' | DeliveryEnd> {
  const failures = createFailureLog(event.id, log)
  for (let attempt = 1; !signal.aborted; attempt++) {
    const result = await post(event)
    const status = 'status' in result ? result.status : undefined
    if (status !== undefined && status >= 200 && status <= 299) {
      failures.accepted(attempt)
      return 'accepted'
    }
    if (status === 410) return 'gone'
    if (signal.aborted) break
    const delay = retryDelay(attempt, 'status' in result ? result.retryAfter : undefined, delays)
    failures.failed(reasonOf(result), attempt, delay)
    await wait(delay)
  }
  return 'stopped'
}

function reasonOf(result: PostResult): string {
  if ('failure' in result) return result.failure
  const { status } = result
  const isRedirect = status >= 300 && status <= 399
  return `the receiver answered ${status}${isRedirect ? ', and redirects are not followed' : ''}`
}
