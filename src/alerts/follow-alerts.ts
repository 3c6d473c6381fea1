import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import type { Logger } from 'pino'
import type { Market } from '../market/market.ts'
import type { Alert } from '../query/alerts/alert.ts'
import { raisedAlerts } from '../query/alerts/raised-alerts.ts'
import { now } from '../cli/clock.ts'
import { followUntilStopped } from '../cli/events/follow-until-stopped.ts'
import type { Following } from '../server/following.ts'
import { startMetricsServer } from '../server/metrics-server.ts'
import type { MetricsAddress } from '../server/read-setting.ts'
import { addAlertGauge } from './alert-gauge.ts'
import { readSchedules } from './read-schedules.ts'

/** The milliseconds until the book is looked at again, and after which the alerts of the same book are computed again. */
const pollInterval = 1_000
const recomputeInterval = 30_000

/** How alerts are followed. */
export type FollowedAlerts = {
  readonly database: string
  readonly sources: string
  readonly metrics: MetricsAddress | undefined
}

/** The alerts of a followed book, the digest of its first entry, and the log and signal of the command. */
export type AlertWatch = {
  readonly alerts: () => readonly Alert[]
  readonly firstDigest: () => Promise<string | undefined>
  readonly log: Logger
  readonly signal: AbortSignal
}

/** Prepares the delivery of what changed; the returned function is called again and again. */
type Deliver = (watch: AlertWatch) => Promise<() => Promise<void>>

/** Follows a book, serves the metric of its alerts, and delivers changes until the command is stopped. */
export async function followAlerts(
  { database, sources, metrics: address }: FollowedAlerts,
  prepare: Deliver,
): Promise<void> {
  await followUntilStopped(database, 'info', async ({ book, log, signal }) => {
    const alerts = rememberAlerts(book, sources, log)
    const registry = new Registry()
    addAlertGauge(registry, alerts)
    const read = (): Promise<string> => registry.metrics()
    const server = address && (await startMetricsServer(address, read, registry.contentType, log))
    try {
      const firstDigest = (): Promise<string | undefined> => book.digestAt(1)
      const deliver = await prepare({ alerts, firstDigest, log, signal })
      while (!signal.aborted) {
        await deliver()
        await sleep(pollInterval, undefined, { signal }).catch(() => {})
      }
      log.info('Stopping.')
    } finally {
      server?.close()
    }
  })
}

/** Computes the alerts when the book has moved, and otherwise twice a minute. The sources are read again each time. */
function rememberAlerts(
  { market, isHealthy }: Pick<Following, 'market' | 'isHealthy'>,
  sources: string,
  log: Logger,
): () => readonly Alert[] {
  let last:
    | { readonly market: Market; readonly at: number; readonly alerts: readonly Alert[] }
    | undefined
  let warned: string | undefined
  return () => {
    // While the book cannot be read, the collector would seem to have stopped.
    if (last !== undefined && !isHealthy()) return last.alerts
    const [current, at] = [market(), now()]
    if (last?.market === current && Math.abs(at - last.at) < recomputeInterval) return last.alerts
    const { scheduleOf, warning } = readSchedules(sources)
    if (warning !== undefined && warning !== warned) log.warn(warning)
    warned = warning
    const alerts = raisedAlerts({ books: current.institutions.values(), now: at, scheduleOf })
    last = { market: current, at, alerts }
    return alerts
  }
}
