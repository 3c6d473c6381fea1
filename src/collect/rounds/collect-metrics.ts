import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client'
import type { RunReport } from './collect-institution.ts'
import { runOutcomes } from '../../book/market/runs.ts'
import { openHold } from '../../book/market/holds.ts'
import { timeOf } from '../../domain/entry.ts'
import type { KnownBooks } from '../../book/publish/context-from-store.ts'

/** Upper bounds in seconds: pauses between the requests of one host take most of the time of a round. */
const buckets = [1, 2.5, 5, 10, 30, 60, 120, 300, 600]

/** The metrics of a collector. */
export type CollectMetrics = {
  readonly countRun: (report: RunReport) => void
  /** Counts the held sheets in the books that were read last. */
  readonly setHolds: (books: KnownBooks) => void
  /** The same after a round, and the seconds that it took. */
  readonly endRound: (books: KnownBooks, seconds: number) => void
}

/** Adds the metrics of a collector. */
export function addCollectMetrics(registry: Registry): CollectMetrics {
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
  const setHolds = (books: KnownBooks): void =>
    holds.set([...books.values()].filter((book) => openHold(book) !== undefined).length)
  return {
    countRun(report) {
      const outcome = report.kind === 'entered' ? report.outcome : 'failed'
      if (report.kind === 'entered' || report.kind === 'crashed') runs.inc({ outcome })
      if (report.kind !== 'entered' || outcome === 'failed' || outcome === 'held') return
      lastSuccess.set({ institution: report.institutionId }, timeOf(report.draft) / 1_000)
    },
    setHolds,
    endRound(books, seconds) {
      setHolds(books)
      durations.observe(seconds)
    },
  }
}
