import { Gauge, type Registry } from '@prometheus-io/client'
import type { Alert } from '../query/alerts/alert.ts'

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
