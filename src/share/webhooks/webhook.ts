import type { Instant } from '../../domain/instant.ts'
import type { AddressCheck } from '../../outbound/address-check.ts'
import { post, type PostResult } from '../../outbound/post.ts'
import { webhookHeaders } from '../../outbound/webhook-signature.ts'
import { retryUntilDone, type Attempt, type RetryOptions, type RetryTexts } from './retry.ts'

/** The receiver of a webhook, and how messages to it are signed. */
export type WebhookSettings = {
  readonly url: URL
  /** The keys to sign with. During a rotation of secrets there are two. */
  readonly keys: readonly Buffer[]
  readonly check: AddressCheck
  readonly userAgent: string
}

/** A message for the receiver of a webhook. Its id stays the same in all attempts. */
export type WebhookMessage = { readonly id: string; readonly body: string }

/** Signs and posts a message. */
export function postSigned(
  { id, body }: WebhookMessage,
  at: Instant,
  { url, keys, check, userAgent }: WebhookSettings,
  signal: AbortSignal,
): Promise<PostResult> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...webhookHeaders(id, at, body, keys),
  }
  return post(url, headers, body, { check, signal })
}

/** Posts a message until the receiver takes it: 2xx accepts it, and 410 wants no more. Resolves to `undefined` if the signal ends it. */
export function postUntilTaken(
  post: () => Promise<PostResult>,
  texts: RetryTexts,
  options: RetryOptions,
): Promise<'accepted' | 'gone' | undefined> {
  return retryUntilDone(async () => attemptOf(await post()), texts, options)
}

function attemptOf(result: PostResult): Attempt<'accepted' | 'gone'> {
  if ('failure' in result) return result
  const { status, retryAfter } = result
  if (status >= 200 && status <= 299) return { result: 'accepted' }
  if (status === 410) return { result: 'gone' }
  const isRedirect = status >= 300 && status <= 399
  const redirects = isRedirect ? ', and redirects are not followed' : ''
  return { failure: `the receiver answered ${status}${redirects}`, retryAfter }
}
