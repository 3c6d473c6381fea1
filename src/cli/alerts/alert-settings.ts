import { Option } from 'commander'
import { Failure } from '../../domain/failure.ts'
import type { DatabaseOption } from '../options.ts'
import { sourcesOption, type SourcesOption } from '../source/source-options.ts'
import { webhookOptions, type WebhookOptions } from '../../deliver/webhook-settings.ts'

/** The option values of `ratebook alerts`, not yet parsed. */
export type AlertOptions = DatabaseOption &
  SourcesOption &
  WebhookOptions & {
    readonly json?: boolean
    readonly follow?: boolean
    readonly once?: boolean
    readonly state?: string
    readonly metricsPort?: string
    readonly metricsHost: string
  }

/** The options of `ratebook alerts`, in the order of its help. */
export const alertOptions: readonly Option[] = [
  new Option('--json', 'print the raised alerts as JSON'),
  new Option('--follow', 'keep running, and post each alert when it is raised and when it is over'),
  new Option('--once', 'post what changed since the last time, and end; for cron and timers'),
  ...webhookOptions,
  new Option('--state <file>', 'where the alerts that the receiver knows are stored').env(
    'RATEBOOK_ALERT_STATE',
  ),
  sourcesOption(),
  new Option(
    '--metrics-port <number>',
    'with --follow: serve /metrics for Prometheus on this port; 0 for any',
  ).env('RATEBOOK_ALERT_METRICS_PORT'),
  new Option('--metrics-host <address>', 'the address of the metrics port')
    .env('RATEBOOK_METRICS_HOST')
    .default('127.0.0.1'),
]

/** Refuses options that do not go together. */
export function checkAlertOptions(
  options: Pick<AlertOptions, 'json' | 'follow' | 'once' | 'webhook' | 'state' | 'metricsPort'>,
): void {
  const { json, follow, once, webhook, state, metricsPort } = options
  const isPosting = follow === true || once === true
  const misuses: readonly [isMisuse: boolean, message: string][] = [
    [follow === true && once === true, 'Give --follow or --once, not both.'],
    [isPosting && json === true, '--json does not go with --follow or --once.'],
    [webhook !== undefined && !isPosting, '--webhook needs --follow or --once.'],
    [metricsPort !== undefined && follow !== true, '--metrics-port needs --follow.'],
    [once === true && webhook === undefined, '--once needs --webhook.'],
    [
      follow === true && webhook === undefined && metricsPort === undefined,
      '--follow needs --webhook or --metrics-port.',
    ],
    [webhook !== undefined && state === undefined, '--webhook needs --state.'],
    [webhook === undefined && state !== undefined, '--state needs --webhook.'],
  ]
  const message = misuses.find(([isMisuse]) => isMisuse)?.[1]
  if (message !== undefined) throw new Failure('usage', message)
}
