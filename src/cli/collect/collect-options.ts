import { Option } from 'commander'
import type { DatabaseOption, InstantOptions } from '../options.ts'
import { capturesOption } from '../captures/captures-option.ts'
import { twoReviewersOption } from '../review/two-reviewers-option.ts'
import { sourcesOption } from '../source/source-options.ts'

/** The option values of `ratebook collect`, not yet parsed. */
export type CollectOptions = DatabaseOption &
  InstantOptions & {
    readonly due?: boolean
    readonly follow?: boolean
    readonly dryRun?: boolean
    readonly sources: string
    readonly captures: string
    readonly contact?: string
    readonly allowAddress?: readonly string[]
    readonly twoReviewers: string
    readonly metricsPort?: string
    readonly metricsHost: string
  }

/** The options of `ratebook collect`, in the order of its help. */
export const collectOptions: readonly Option[] = [
  new Option(
    '--due',
    'collect only what is due by the schedule of its source; for cron and timers',
  ),
  new Option('--follow', 'keep running, and collect whatever becomes due'),
  new Option('--dry-run', 'show how the runs would end, and enter nothing; captures are kept'),
  sourcesOption(),
  capturesOption(),
  new Option(
    '--contact <address>',
    'your e-mail address or page, for the operators of the collected sites; required',
  ).env('RATEBOOK_CONTACT'),
  new Option(
    '--allow-address <address>',
    'an address or CIDR block that is not public and may be fetched from; repeatable',
  )
    .env('RATEBOOK_ALLOW_ADDRESS')
    .argParser((value: string, previous?: readonly string[]) => [...(previous ?? []), value]),
  twoReviewersOption(),
  new Option(
    '--metrics-port <number>',
    'with --follow: serve /metrics for Prometheus on this port; 0 for any',
  ).env('RATEBOOK_COLLECT_METRICS_PORT'),
  new Option('--metrics-host <address>', 'the address of the metrics port')
    .env('RATEBOOK_METRICS_HOST')
    .default('127.0.0.1'),
]
