import { createHmac } from 'node:crypto'
import type { Instant } from '../domain/instant.ts'

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
