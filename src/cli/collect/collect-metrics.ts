import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Logger } from 'pino'
import type { RunReport } from '../../collect/collect-institution.ts'
import { openHold, runOutcomes } from '../../market/collection.ts'
import type { KnownBooks } from '../../publish/context-from-store.ts'
import type { Alert } from '../../query/alerts/alert.ts'
import { addAlertGauge } from '../../alerts/alert-gauge.ts'
import { startMetricsServer } from '../../server/metrics-server.ts'
import type { MetricsAddress } from '../../server/read-setting.ts'

/** Upper bounds in seconds: pauses between the requests of one host take most of the time of a round. */
const buckets = [1, 2.5, 5, 10, 30, 60, 120, 300, 600]

/** The metrics of a collector. */
export type CollectMetrics = {
  readonly countRun: (report: RunReport) => void
  /** Counts the held sheets in the books that were read last. */
  readonly setHolds: (books: KnownBooks) => void
  readonly setAlerts: (alerts: readonly Alert[]) => void
  /** The same after a round, and the seconds that it took. */
  readonly endRound: (books: KnownBooks, seconds: number) => void
  readonly close: () => void
}

/** Starts the metrics of a collector, and serves them if there is an address. */
export async function startCollectMetrics(
  address: MetricsAddress | undefined,
  log: Logger,
): Promise<CollectMetrics> {
  const registry = new Registry()
  const registers = [registry]
  const runs = new Counter({
    name: 'ratebook_collect_runs_total',
    help: 'Runs by how they ended: verified, changed, held or failed.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of runOutcomes) runs.inc({ outcome }, 0)
  const lastSuccess = new Gauge({
    name: 'ratebook_collect_last_success_seconds',
    help: 'Time of the last run that verified or published rates, in seconds since 1970.',
    labelNames: ['institution'],
    registers,
  })
  const holds = new Gauge({
    name: 'ratebook_collect_open_holds',
    help: 'Held rate sheets that wait for a reviewer.',
    registers,
  })
  const durations = new Histogram({
    name: 'ratebook_collect_round_duration_seconds',
    help: 'Time from the first request of a round to its last entry.',
    buckets,
    registers,
  })
  let raised: readonly Alert[] = []
  addAlertGauge(registry, () => raised)
  const setHolds = (books: KnownBooks): void =>
    holds.set([...books.values()].filter((book) => openHold(book) !== undefined).length)
  const read = (): Promise<string> => registry.metrics()
  const server = address && (await startMetricsServer(address, read, registry.contentType, log))
  return {
    countRun(report) {
      const outcome = report.kind === 'entered' ? report.outcome : 'failed'
      if (report.kind === 'entered' || report.kind === 'crashed') runs.inc({ outcome })
      if (report.kind !== 'entered' || outcome === 'failed' || outcome === 'held') return
      lastSuccess.set({ institution: report.institutionId }, report.draft.at / 1_000)
    },
    setHolds,
    setAlerts(alerts) {
      raised = alerts
    },
    endRound(books, seconds) {
      setHolds(books)
      durations.observe(seconds)
    },
    close: () => server?.close(),
  }
}
