import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Market } from '../../book/market/market.ts'
import { freshness } from '../../book/query/freshness.ts'
import { isAhead } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { version } from '../http/site.ts'
import type { Following } from './following.ts'
import { startMetricsServer } from './metrics-server.ts'
import type { MetricsAddress } from './read-setting.ts'
import type { RequestOutcome, ServeLog } from './serve-log.ts'

/** The metrics of a server process. */
export type ServeMetrics = {
  readonly countRequest: (outcome: RequestOutcome) => void
  readonly close: () => void
}

/** Starts the metrics of a server process at an address. */
export async function startServeMetrics(
  address: MetricsAddress,
  { market, lastReadAt }: Following,
  { log, dropped }: ServeLog,
  now: () => Instant,
): Promise<ServeMetrics> {
  const registry = createMetrics({ market, lastReadAt, droppedLogLines: dropped, now })
  const countRequest = createRequestMetrics(registry)
  const read = (): Promise<string> => registry.metrics()
  const { close } = await startMetricsServer(address, read, registry.contentType, log)
  return { countRequest, close }
}

/** The sources of a server process's metrics. */
export type MetricsSource = {
  readonly market: () => Market
  /** When the server last read the book successfully. */
  readonly lastReadAt: () => Instant
  /** How many log lines were discarded. */
  readonly droppedLogLines: () => number
  readonly now: () => Instant
}

/** Metrics of the library whose names `promtool check metrics` refuses. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
]

/** The metrics of one server process. Gauges are computed when the metrics are read. */
export function createMetrics(source: MetricsSource): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  addMarketMetrics(registry, source)
  const registers = [registry]
  const dropped: Counter = new Counter({
    name: 'ratebook_log_lines_dropped_total',
    help: 'Log lines that were discarded because they could not be written in time.',
    registers,
    collect() {
      dropped.reset()
      dropped.inc(source.droppedLogLines())
    },
  })
  const build = new Gauge({
    name: 'ratebook_build_info',
    help: 'Always 1. The version is a label.',
    labelNames: ['version'],
    registers,
  })
  build.set({ version }, 1)
  return registry
}

function addMarketMetrics(registry: Registry, { market, lastReadAt, now }: MetricsSource): void {
  const secondsSince = (instant: Instant): number => (now() - instant) / 1_000
  const addGauge = (name: string, help: string, value: () => number): void => {
    const gauge: Gauge = new Gauge({
      name: `ratebook_${name}`,
      help,
      registers: [registry],
      collect: () => gauge.set(value()),
    })
  }
  addGauge(
    'market_position',
    'Position of the book that requests are answered from.',
    () => market().position,
  )
  addGauge(
    'market_instant_seconds',
    'Time of the entry at that position, in seconds since 1970.',
    () => market().at / 1_000,
  )
  addGauge('market_age_seconds', 'Time since the last entry that is not in the future.', () => {
    const last = market().entries.findLast(({ at }) => !isAhead(at, now()))
    return secondsSince(last?.at ?? market().at)
  })
  addGauge('follow_lag_seconds', 'Time since the server last read the book successfully.', () =>
    secondsSince(lastReadAt()),
  )
  addGauge(
    'stale_institutions',
    'Institutions whose rates were not confirmed for longer than their threshold.',
    () => freshness(market(), {}, now()).records.filter(({ isStale }) => isStale).length,
  )
}

/** Upper bounds in seconds: a cached response takes well below a millisecond, the largest response some ten milliseconds. */
const buckets = [
  0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5,
]

/** Methods with a label value of their own. A client may send any method, and each label value takes memory for ever. */
const knownMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'POST']

/** Adds the metrics of requests to a registry, and returns a function that counts a request in them. */
export function createRequestMetrics(registry: Registry): (outcome: RequestOutcome) => void {
  const registers = [registry]
  const requests = new Counter({
    name: 'ratebook_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['endpoint', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'ratebook_request_duration_seconds',
    help: 'Time from the head of a request to the last byte of its response; streams are left out.',
    labelNames: ['endpoint'],
    buckets,
    registers,
  })
  const responses = new Counter({
    name: 'ratebook_responses_total',
    help: 'Responses by what the response cache did: hit, miss, or none if the cache was not used.',
    labelNames: ['cache'],
    registers,
  })
  const responseBytes = new Counter({
    name: 'ratebook_response_bytes_total',
    help: 'Bytes of response bodies that were sent.',
    registers,
  })
  return ({ endpoint, method, status, bytes, milliseconds, cache, isStream }) => {
    requests.inc({ endpoint, method: knownMethods.includes(method) ? method : 'other', status })
    if (!isStream) durations.observe({ endpoint }, milliseconds / 1_000)
    responses.inc({ cache })
    responseBytes.inc(bytes)
  }
}
