import { collectDefaultMetrics, Counter, Gauge, Registry } from '@prometheus-io/client'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { freshness } from '../query/freshness.ts'

/** The sources of a server process's metrics. */
export type MetricsSource = {
  readonly market: () => Market
  /** When the server last read the book successfully. */
  readonly lastReadAt: () => Instant
  /** How many log lines were discarded. */
  readonly droppedLogLines: () => number
  readonly now: () => Instant
  readonly version: string
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
    aggregator: 'first',
    registers,
  })
  build.set({ version: source.version }, 1)
  return registry
}

function addMarketMetrics(registry: Registry, { market, lastReadAt, now }: MetricsSource): void {
  const secondsSince = (instant: Instant): number => (now() - instant) / 1_000
  /** Of several workers, the metrics show the one that is furthest behind: `aggregator` picks it. */
  const addGauge = (
    name: string,
    aggregator: 'min' | 'max',
    help: string,
    value: () => number,
  ): void => {
    const gauge: Gauge = new Gauge({
      name: `ratebook_${name}`,
      help,
      aggregator,
      registers: [registry],
      collect: () => gauge.set(value()),
    })
  }
  addGauge(
    'market_position',
    'min',
    'Position of the book that requests are answered from.',
    () => market().position,
  )
  addGauge(
    'market_instant_seconds',
    'min',
    'Time of the entry at that position, in seconds since 1970.',
    () => market().at / 1_000,
  )
  addGauge('market_age_seconds', 'max', 'Time since that entry.', () => secondsSince(market().at))
  addGauge(
    'follow_lag_seconds',
    'max',
    'Time since the server last read the book successfully.',
    () => secondsSince(lastReadAt()),
  )
  addGauge(
    'stale_institutions',
    'max',
    'Institutions whose rates were not confirmed for longer than their threshold.',
    () => freshness(market(), {}, now()).records.filter(({ isStale }) => isStale).length,
  )
}
