import { existsSync } from 'node:fs'
import { Gauge, type Registry } from '@prometheus-io/client'
import type { Market } from '../../book/market/market.ts'
import type { Run } from '../../book/market/runs.ts'
import { dueAt } from '../../collect/source/due.ts'
import {
  loadSources,
  mistakenInstitutions,
  type LoadedSources,
} from '../../collect/source/load-source.ts'
import { after, dayLength, type Instant } from '../../domain/instant.ts'
import type { Alert, DueAfter } from './alert.ts'
import { raisedAlerts, type AlertInput } from './raised-alerts.ts'

/** The raised alerts, and a sentence for the operator if there is no folder of sources. */
export type CurrentAlerts = { readonly alerts: readonly Alert[]; readonly warning?: string }

/** The alerts that are raised in a book, by the schedules of the sources in a folder. */
export function currentAlerts(
  market: Pick<Market, 'position' | 'at' | 'institutions'>,
  sources: string,
  now: Instant,
): CurrentAlerts {
  const { scheduleOf, ...warning } = readSchedules(sources)
  const books = market.institutions.values()
  return { alerts: raisedAlerts({ head: market, books, now, scheduleOf }), ...warning }
}

/** The milliseconds after which the alerts of the same book are computed again. */
const recomputeInterval = 30_000

/** A book that grows, and whether it can be read. */
export type WatchedBook = { readonly market: () => Market; readonly isHealthy: () => boolean }

/** Computes the alerts of a growing book when it has moved, and otherwise twice a minute. The sources are read again each time. */
export function watchAlerts(
  { market, isHealthy }: WatchedBook,
  sources: string,
  now: () => Instant,
  warn: (warning: string) => void,
): () => readonly Alert[] {
  let last: (CurrentAlerts & { readonly market: Market; readonly at: Instant }) | undefined
  return () => {
    // While the book cannot be read, the collector would seem to have stopped.
    if (last !== undefined && !isHealthy()) return last.alerts
    const [current, at] = [market(), now()]
    if (last?.market === current && Math.abs(at - last.at) < recomputeInterval) return last.alerts
    const next = currentAlerts(current, sources, at)
    if (next.warning !== undefined && next.warning !== last?.warning) warn(next.warning)
    last = { ...next, market: current, at }
    return last.alerts
  }
}

/** Adds the metric of the raised alerts, which are computed when the metrics are read. */
export function addAlertGauge(registry: Registry, alerts: () => readonly Alert[]): void {
  const gauge: Gauge<'kind' | 'institution'> = new Gauge({
    name: 'ratebook_alert',
    help: '1 for each alert that is raised. The institution is empty if the alert is about the collector.',
    labelNames: ['kind', 'institution'],
    registers: [registry],
    collect() {
      gauge.reset()
      for (const { kind, institutionId = '' } of alerts())
        gauge.set({ kind, institution: institutionId }, 1)
    },
  })
}

/** The schedules of the sources in a folder. Without the folder, those that the last runs recorded. */
export function readSchedules(folder: string): {
  readonly scheduleOf: AlertInput['scheduleOf']
  readonly warning?: string
} {
  if (existsSync(folder)) return { scheduleOf: schedulesOf(loadSources(folder)) }
  const warning = `There is no folder ${folder}, so alerts follow from the schedules that the last runs recorded; --sources names the folder.`
  return { scheduleOf: (_, lastRun) => recordedSchedule(lastRun), warning }
}

/** A source with a mistake still belongs to its institution, or its alerts would end when it can no longer be collected. */
function schedulesOf(loaded: LoadedSources): AlertInput['scheduleOf'] {
  const definitions = new Map(
    loaded.sources.map(({ definition }) => [definition.institution, definition]),
  )
  const mistaken = mistakenInstitutions(loaded)
  return (institutionId, lastRun) => {
    const definition = definitions.get(institutionId)
    if (definition !== undefined) return (at) => dueAt(definition, undefined, at).nextDue
    return mistaken.has(institutionId) ? recordedSchedule(lastRun) : undefined
  }
}

/** The interval that a run recorded, and at least a day: a run that somebody started by hand may be just before the next one. */
function recordedSchedule({ at, origin }: Run): DueAfter {
  const interval = Math.max(origin.nextDue - at, dayLength)
  return (instant) => (instant < origin.nextDue ? origin.nextDue : after(instant, interval))
}
