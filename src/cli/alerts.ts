import { raisedAlerts } from '../query/alerts/raised-alerts.ts'
import type { Alert } from '../query/alerts/alert.ts'
import { alertOptions, checkAlertOptions, type AlertOptions } from './alerts/alert-settings.ts'
import { alertRow } from '../alerts/alert-row.ts'
import { followAlerts } from '../alerts/follow-alerts.ts'
import { createAlertPoster, type AlertPosting } from '../alerts/post-alerts.ts'
import { alertsText } from './alerts/print-alerts.ts'
import { readSchedules } from '../alerts/read-schedules.ts'
import { now } from './clock.ts'
import { Failure } from '../domain/failure.ts'
import { loadBook } from './load-market.ts'
import { withStore } from './open-store.ts'
import { command } from './options.ts'
import { print, tell } from './output.ts'
import { createSettingReader, readMetricsAddress } from '../server/read-setting.ts'
import { createServeLog } from '../server/serve-log.ts'
import { lockFile } from '../deliver/file-lock.ts'
import { readWebhookSettings } from '../deliver/webhook-settings.ts'

const example = `ratebook alerts
ratebook alerts --follow --webhook https://example.com/hook --state alerts.json
ratebook alerts --once --webhook https://example.com/hook --state alerts.json  # for cron and timers`

/** The milliseconds after which `--once` gives up. */
const onceTimeout = 60_000

const alertsCommand = command('alerts', 'list or post what a person has to look at', example)
for (const option of alertOptions) alertsCommand.addOption(option)

export default alertsCommand.action(async (options: AlertOptions) => {
  checkAlertOptions(options)
  if (options.follow === true) await follow(options)
  else if (options.once === true) await postOnce(options)
  else await list(options)
})

type BookAlerts = { readonly alerts: readonly Alert[]; readonly firstDigest: string | undefined }

async function readBookAlerts({ database, sources }: AlertOptions): Promise<BookAlerts> {
  return withStore(database, 'read', async (store) => {
    const { market } = await loadBook(store)
    const { scheduleOf, warning } = readSchedules(sources)
    if (warning !== undefined) tell(warning)
    const books = market.institutions.values()
    const alerts = raisedAlerts({ books, now: now(), scheduleOf })
    return { alerts, firstDigest: await store.digestAt(1) }
  })
}

async function list(options: AlertOptions): Promise<void> {
  const { alerts } = await readBookAlerts(options)
  const rows = alerts.map((alert) => ({ ...alertRow(alert), detail: alert.detail ?? null }))
  print(options.json === true ? JSON.stringify(rows) : alertsText(alerts))
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
  const followed = { database: options.database, sources: options.sources, metrics }
  if (options.webhook === undefined) return followAlerts(followed, async () => async () => {})
  await withPoster(options, (createPoster) =>
    followAlerts(followed, async ({ alerts, firstDigest, log, signal }) => {
      const post = await createPoster({ alerts, firstDigest: await firstDigest(), log, signal })
      log.info('Alerts are posted.')
      return async () => void (await post())
    }),
  )
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
