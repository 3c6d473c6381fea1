import type { Logger } from 'pino'
import type { Instant } from '../domain/instant.ts'
import type { Alert } from '../query/alerts/alert.ts'
import { sleepUntil } from '../deliver/places-after.ts'
import { Failure } from '../domain/failure.ts'
import { replaceJsonFile } from '../deliver/json-file.ts'
import { postSigned } from '../deliver/post-signed.ts'
import { commandDelays } from '../deliver/retry-delay.ts'
import type { WebhookSettings } from '../deliver/webhook-settings.ts'
import { deliverAlerts } from './deliver-alerts.ts'
import { openState } from './state-file.ts'

/** Where alerts are posted, and the book that they are about. */
export type AlertPosting = {
  readonly settings: WebhookSettings
  readonly statePath: string
  /** The digest of the first entry of the book. */
  readonly firstDigest: string | undefined
  readonly alerts: () => readonly Alert[]
  readonly now: () => Instant
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly signal: AbortSignal
}

/** Opens the state file, and returns a function that posts what changed since the last call. It resolves to false if the signal ended it. */
export async function createAlertPoster(posting: AlertPosting): Promise<() => Promise<boolean>> {
  const { settings, statePath, firstDigest, alerts, now, log, signal } = posting
  let state = await openState(statePath, { webhook: settings.url.href, book: firstDigest })
  const delivery = {
    alerts,
    now,
    post: (message) => postSigned(message, now(), settings, signal),
    save: (next) => replaceJsonFile(statePath, next),
    wait: (milliseconds) => sleepUntil(milliseconds, signal),
    log,
    signal,
    delays: { ...commandDelays, now, random: Math.random },
  } satisfies Parameters<typeof deliverAlerts>[1]
  return async () => {
    const result = await deliverAlerts(state, delivery)
    ;({ state } = result)
    if (result.end === 'gone')
      throw new Failure('unknown', 'The receiver answered 410: it wants no more alerts.')
    return result.end === 'delivered'
  }
}
