import { createHmac } from 'node:crypto'
import type { Instant } from '../../domain/instant.ts'
import { webhookRefusal, type AddressCheck } from '../../outbound/address-check.ts'
import { send, type Resolve, SendError } from '../../outbound/send.ts'
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

/** A response, or the reason why there is none. */
export type PostResult =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly failure: string }

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

/** How requests are sent. */
export type PostOptions = {
  readonly check: AddressCheck
  readonly signal: AbortSignal
  readonly resolve?: Resolve
  /** Milliseconds until the connection is made, and until the response has begun. */
  readonly connectTimeout?: number
  readonly requestTimeout?: number
}

/** Posts a body to an address that passes the check. */
export async function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { check, signal, resolve, connectTimeout = 5_000, requestTimeout = 20_000 }: PostOptions,
): Promise<PostResult> {
  const timeout = AbortSignal.timeout(requestTimeout)
  try {
    const response = await send(
      { url, headers, body },
      {
        refusalOf: (addresses) => webhookRefusal(url, addresses, check),
        resolve,
        connect: connectTimeout,
        signal: AbortSignal.any([signal, timeout]),
      },
    )
    // The status decides, so nobody waits for the body.
    response.destroy()
    const { statusCode: status = 0, headers: fields } = response
    return { status, retryAfter: fields['retry-after'] }
  } catch (error) {
    if (timeout.aborted) return { failure: `there was no response within ${requestTimeout} ms` }
    if (error instanceof SendError || signal.aborted) return { failure: (error as Error).message }
    throw error
  }
}

/** The prefix of a secret, and the sizes that the Standard Webhooks specification allows. */
const secretPrefix = 'whsec_'
const fewestBytes = 24
const mostBytes = 64

/** The key of a secret such as `whsec_MfKQ9r8G…`; `undefined` if the secret is malformed. */
export function webhookKey(secret: string): Buffer | undefined {
  if (!secret.startsWith(secretPrefix)) return undefined
  const text = secret.slice(secretPrefix.length)
  const key = Buffer.from(text, 'base64')
  // Buffer skips characters that are not base64; the printed key shows whether it did.
  const isExact = key.toString('base64') === text
  return isExact && key.length >= fewestBytes && key.length <= mostBytes ? key : undefined
}

/**
 * The headers of the Standard Webhooks specification, with a signature for each key. The id must not contain a full stop,
 * which separates the signed parts.
 */
export function webhookHeaders(
  id: string,
  at: Instant,
  body: string,
  keys: readonly Buffer[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000))
  const signatures = keys.map((key) => {
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    return `v1,${signature.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
