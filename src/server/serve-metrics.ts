import cluster from 'node:cluster'
import type { RequestOutcome } from '../http/request-outcome.ts'
import { now } from '../cli/clock.ts'
import type { Following } from './following.ts'
import { createMetrics } from './metrics.ts'
import { startMetricsServer } from './metrics-server.ts'
import { createRequestMetrics } from './request-metrics.ts'
import type { ServeLog } from './serve-log.ts'
import type { MetricsAddress } from './read-metrics-address.ts'
import { version } from '../http/version.ts'
import { shareMetrics } from './worker-metrics.ts'

/** The metrics of a server process. */
export type ServeMetrics = {
  readonly countRequest: (outcome: RequestOutcome) => void
  readonly close: () => void
}

/** Starts the metrics of a server process at an address. A worker sends its metrics to its parent. */
export async function startServeMetrics(
  address: MetricsAddress,
  { market, lastReadAt }: Following,
  { log, dropped }: ServeLog,
): Promise<ServeMetrics> {
  const source = { market, lastReadAt, droppedLogLines: dropped, now, version }
  const registry = createMetrics(source)
  const countRequest = createRequestMetrics(registry)
  if (cluster.isWorker) {
    shareMetrics(registry)
    return { countRequest, close: () => {} }
  }
  const read = (): Promise<string> => registry.metrics()
  const { close } = await startMetricsServer(address, read, registry.contentType, log)
  return { countRequest, close }
}
