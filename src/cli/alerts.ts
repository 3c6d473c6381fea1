import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import type { Command } from 'commander'
import type { Market } from '../book/market/market.ts'
import { isMirror } from '../book/query/sources.ts'
import { withStore } from '../book/store/open-store.ts'
import { Failure } from '../domain/failure.ts'
import { instantText } from '../domain/instant.ts'
import { visible } from '../domain/text.ts'
import { startMetricsServer } from '../serve/server/metrics-server.ts'
import {
  createSettingReader,
  readMetricsAddress,
  type MetricsAddress,
} from '../serve/server/read-setting.ts'
import { createServeLog } from '../serve/server/serve-log.ts'
import { alertRow, type Alert } from '../share/alerts/alert.ts'
import { addAlertGauge, currentAlerts, watchAlerts } from '../share/alerts/current-alerts.ts'
import { createAlertPoster, type AlertPosting } from '../share/alerts/deliver-alerts.ts'
import { lockFile } from '../share/webhooks/state-file.ts'
import { now } from './clock.ts'
import { loadBook } from './load-book.ts'
import {
  addOptions,
  command,
  refuseMisuse,
  type DatabaseOption,
  type MetricsOptions,
  type SourcesOption,
} from './options.ts'
import { print, printJson, table, tell, type Column } from './output.ts'
import { sections } from './settings/sections.ts'
import { followUntilStopped } from './until-stopped.ts'
import { readWebhookSettings, type WebhookOptions } from './webhook-options.ts'

/** The option values of `ratebook alerts`, not yet parsed. */
type AlertOptions = DatabaseOption &
  SourcesOption &
  WebhookOptions &
  MetricsOptions & {
    readonly json?: boolean
    readonly follow?: boolean
    readonly once?: boolean
    readonly state?: string
  }

const example = `ratebook alerts
ratebook alerts --follow --webhook https://example.com/hook --state alerts.json
ratebook alerts --once --webhook https://example.com/hook --state alerts.json  # for cron and timers`

/** The milliseconds after which `--once` gives up. */
const onceTimeout = 60_000
/** The milliseconds until the book is looked at again. */
const pollInterval = 1_000

const alertsCommand = command('alerts', 'list or post what a person has to look at', example)
  .option('--json', 'print the raised alerts as JSON')
  .option('--follow', 'keep running, and post each alert when it is raised and when it is over')
  .option('--once', 'post what changed since the last time, and end; for cron and timers')

export default addOptions(alertsCommand, sections.alerts).action(
  async (given: AlertOptions, command: Command) => {
    const options = optionsOfMode(given, (name) => command.getOptionValueSource(name) === 'cli')
    checkAlertOptions(options)
    if (options.follow === true) await follow(options)
    else if (options.once === true) await postOnce(options)
    else await list(options)
  },
)

/** Leaves out settings of the file and of variables that are for another mode. Flags for another mode are refused. */
function optionsOfMode(
  { webhook, state, metricsPort, ...options }: AlertOptions,
  isFlag: (name: keyof AlertOptions) => boolean,
): AlertOptions {
  const { follow = false, once = false } = options
  const isPosting = follow || once
  return {
    ...options,
    ...(webhook !== undefined && (isPosting || isFlag('webhook')) && { webhook }),
    ...(state !== undefined &&
      ((isPosting && webhook !== undefined) || isFlag('state')) && { state }),
    ...(metricsPort !== undefined && (follow || isFlag('metricsPort')) && { metricsPort }),
  }
}

/** Refuses options that do not go together. */
export function checkAlertOptions(
  options: Pick<AlertOptions, 'json' | 'follow' | 'once' | 'webhook' | 'state' | 'metricsPort'>,
): void {
  const { json, follow, once, webhook, state, metricsPort } = options
  const isPosting = follow === true || once === true
  refuseMisuse([
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
  ])
}

type BookAlerts = { readonly alerts: readonly Alert[]; readonly firstDigest: string | undefined }

async function readBookAlerts({ database, sources }: AlertOptions): Promise<BookAlerts> {
  return withStore(database, 'read', async (store) => {
    const { market } = await loadBook(store)
    const { alerts, warning } = currentAlerts(market, sources, now())
    for (const one of [warning, mirrorWarning(market)]) if (one !== undefined) tell(one)
    return { alerts, firstDigest: await store.digestAt(1) }
  })
}

async function list(options: AlertOptions): Promise<void> {
  const { alerts } = await readBookAlerts(options)
  const rows = alerts.map((alert) => ({ ...alertRow(alert), detail: alert.detail ?? null }))
  if (options.json === true) printJson(rows)
  else print(alertsText(alerts))
  if (alerts.length > 0) throw new Failure('waiting', '')
}

async function postOnce(options: AlertOptions): Promise<void> {
  const serveLog = createServeLog('warn')
  const { log } = serveLog
  try {
    await withPoster(options, async (createPoster) => {
      const { alerts, firstDigest } = await readBookAlerts(options)
      const signal = AbortSignal.timeout(onceTimeout)
      const post = await createPoster({ alerts: () => alerts, firstDigest, log, signal })
      if (await post()) return
      const message = 'The receiver did not accept all alerts; run the command again.'
      throw new Failure('runFailed', message)
    })
  } finally {
    await serveLog.end()
  }
}

async function follow(options: AlertOptions): Promise<void> {
  const read = createSettingReader()
  const metrics = readMetricsAddress(options, read)
  if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
  if (options.webhook === undefined) await followAlerts(options, metrics)
  else await withPoster(options, (createPoster) => followAlerts(options, metrics, createPoster))
}

/** Follows a book, serves the metric of its alerts, and posts what changed, until the command is stopped. */
async function followAlerts(
  { database, sources }: AlertOptions,
  address: MetricsAddress | undefined,
  createPoster?: CreatePoster,
): Promise<void> {
  await followUntilStopped(database, 'info', async (book, signal, log) => {
    const mirror = mirrorWarning(book.market())
    if (mirror !== undefined) log.warn(mirror)
    const alerts = watchAlerts(book, sources, now, (warning) => log.warn(warning))
    const registry = new Registry()
    addAlertGauge(registry, alerts)
    const metrics = (): Promise<string> => registry.metrics()
    const server =
      address && (await startMetricsServer(address, metrics, registry.contentType, log))
    try {
      const firstDigest = await book.digestAt(1)
      const post = await createPoster?.({ alerts, firstDigest, log, signal })
      if (post !== undefined) log.info('Alerts are posted.')
      while (!signal.aborted) {
        await post?.()
        await sleep(pollInterval, undefined, { signal }).catch(() => {})
      }
      log.info('Stopping.')
    } finally {
      server?.close()
    }
  })
}

type CreatePoster = (
  posting: Omit<AlertPosting, 'settings' | 'statePath' | 'now'>,
) => ReturnType<typeof createAlertPoster>

/** Reads the settings of the webhook, and locks the state file while `use` runs. */
async function withPoster(
  options: AlertOptions,
  use: (createPoster: CreatePoster) => Promise<void>,
): Promise<void> {
  const { webhook, state: statePath } = options
  if (webhook === undefined || statePath === undefined) throw new Error('There is no webhook.')
  const settings = readWebhookSettings({ ...options, webhook }, process.env)
  const unlock = lockFile('state file', statePath)
  try {
    await use((posting) => createAlertPoster({ ...posting, now, settings, statePath }))
  } finally {
    unlock()
  }
}

const columns: readonly Column<Alert>[] = [
  { title: 'alert', value: ({ kind }) => kind },
  { title: 'institution', value: ({ institutionId }) => institutionId ?? '–' },
  { title: 'since', value: ({ since }) => instantText(since) },
  { title: 'what is wrong', value: ({ sentence }) => sentence },
]

/** The alerts as a table, and what to do about each. */
export function alertsText(alerts: readonly Alert[]): string {
  if (alerts.length === 0) return 'no alert is raised'
  return [table(columns, alerts), '', ...alerts.flatMap(adviceLines)].join('\n')
}

function adviceLines({ kind, institutionId, whatToDo, detail }: Alert): readonly string[] {
  const name = institutionId === undefined ? kind : `${institutionId}, ${kind}`
  return [
    `${name}: ${visible(whatToDo)}`,
    ...(detail === undefined ? [] : [`  ${visible(detail)}`]),
  ]
}

/** The warning about the alerts of a mirror; `undefined` for a book of one's own. */
export function mirrorWarning(market: Market): string | undefined {
  return isMirror(market)
    ? 'This book is a mirror, which has no held sheets: alerts that depend on them are missing or wrong, and only the operator can do what the alerts advise.'
    : undefined
}
