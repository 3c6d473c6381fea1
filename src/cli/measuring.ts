import cluster from 'node:cluster'
import { now } from './clock.ts'
import type { Following } from './following.ts'
import type { ServeLog } from './serve-log.ts'
import type { ServeSettings } from './serve-settings.ts'
import type { Tally } from './tally.ts'
import { ownVersion } from './version.ts'

/** Answers the metrics of a server at their port, if they have one; the returned function ends that. */
export async function measure(
  { metrics: place }: ServeSettings,
  tally: Tally,
  { market, lookedAt }: Following,
  { log, dropped }: ServeLog,
): Promise<() => void> {
  if (place === undefined) return () => {}
  // The library takes 30 ms to load, and few need it.
  const { createMetrics } = await import('./metrics.ts')
  const measured = { tally, market, lookedAt, dropped, now, version: ownVersion() }
  const registry = createMetrics(measured)
  if (cluster.isWorker) {
    const { joinMetrics } = await import('./worker-metrics.ts')
    joinMetrics(registry)
    return () => {}
  }
  const { answerMetrics } = await import('./metrics-server.ts')
  const { close } = await answerMetrics(place, () => registry.metrics(), registry.contentType, log)
  return close
}
