import { collectDefaultMetrics, Counter, Gauge, Registry } from '@prometheus-io/client'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { freshness } from '../query/freshness.ts'
import { addRequestMetrics } from './request-metrics.ts'
import type { Tally } from './tally.ts'

/** What the metrics of a server are read from. */
export type Measured = {
  readonly tally: Tally
  readonly market: () => Market
  /** When the book was last looked at and could be read. */
  readonly lookedAt: () => Instant
  /** How many log lines were lost. */
  readonly dropped: () => number
  readonly now: () => Instant
  readonly version: string
}

/** The metrics of one process; nothing is computed before somebody reads them. */
export function createMetrics(measured: Measured): Registry {
  const { tally, market, lookedAt, dropped, now, version } = measured
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addRequestMetrics(registry, tally)

  const secondsSince = (instant: Instant): number => (now() - instant) / 1_000
  /** Of several workers the one that is worst off speaks for all. */
  const gauge = (name: string, help: string, worst: 'min' | 'max', value: () => number): void => {
    const collect = (): void => made.set(value())
    const made = new Gauge({
      name: `ratebook_${name}`,
      help,
      aggregator: worst,
      registers,
      collect,
    })
  }
  gauge(
    'market_position',
    'The position of the book that is answered from.',
    'min',
    () => market().position,
  )
  gauge(
    'market_instant_seconds',
    'The instant of the entry there, since 1970.',
    'min',
    () => market().at / 1_000,
  )
  gauge('market_age_seconds', 'The time since that instant.', 'max', () =>
    secondsSince(market().at),
  )
  gauge(
    'follow_lag_seconds',
    'The time since the book was last looked at and could be read.',
    'max',
    () => secondsSince(lookedAt()),
  )
  gauge(
    'stale_institutions',
    'Institutions whose rates were not confirmed for longer than their threshold.',
    'max',
    () => freshness(market(), {}, now()).records.filter(({ isStale }) => isStale).length,
  )
  const lost: Counter = new Counter({
    name: 'ratebook_log_lines_dropped_total',
    help: 'Log lines that could not be written, or not in time.',
    registers,
    collect() {
      lost.reset()
      lost.inc(dropped())
    },
  })
  new Gauge({
    name: 'ratebook_build_info',
    help: 'Always 1; the version is a label.',
    labelNames: ['version'],
    aggregator: 'first',
    registers,
  }).set({ version }, 1)
  return registry
}
