import type { Instant } from '../domain/instant.ts'
import { version } from '../http/version.ts'
import { post, type PostResult } from '../outbound/post.ts'
import { webhookHeaders } from '../outbound/webhook-signature.ts'
import type { Attempt } from './retry.ts'
import type { WebhookSettings } from './webhook-settings.ts'

/** A message for the receiver of a webhook. Its id stays the same in all attempts. */
export type WebhookMessage = { readonly id: string; readonly body: string }

/** Signs and posts a message. */
export function postSigned(
  { id, body }: WebhookMessage,
  at: Instant,
  { url, keys, check }: WebhookSettings,
  signal: AbortSignal,
): Promise<PostResult> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': `ratebook/${version}`,
    ...webhookHeaders(id, at, body, keys),
  }
  return post(url, headers, body, { check, signal })
}

/** How the receiver took a message: 2xx accepts it, 410 wants no more, and anything else is a failure. */
export function attemptOf(result: PostResult): Attempt<'accepted' | 'gone'> {
  if ('failure' in result) return result
  const { status, retryAfter } = result
  if (status >= 200 && status <= 299) return { result: 'accepted' }
  if (status === 410) return { result: 'gone' }
  const isRedirect = status >= 300 && status <= 399
  const redirects = isRedirect ? ', and redirects are not followed' : ''
  return { failure: `the receiver answered ${status}${redirects}`, retryAfter }
}
