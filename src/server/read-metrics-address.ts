import type { SettingReader } from './read-setting.ts'

/** The address of the metrics server. */
export type MetricsAddress = { readonly host: string; readonly port: number }

/** Reads where the metrics server of a command listens; `undefined` for no metrics. */
export function readMetricsAddress(
  {
    metricsPort,
    metricsHost: host,
  }: { readonly metricsPort?: string; readonly metricsHost: string },
  read: SettingReader,
): MetricsAddress | undefined {
  if (metricsPort === undefined) return undefined
  if (host.trim() === '') read.refuse('--metrics-host is empty; give an address such as 127.0.0.1.')
  return { host, port: read.whole('--metrics-port', metricsPort, 'port', 0, 65_535) }
}
