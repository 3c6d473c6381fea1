import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { fillNewBook } from '../book/publish/fill.ts'
import { withoutPassword } from '../book/store/postgres/address.ts'
import { openCapturesFolder } from '../collect/captures/folder.ts'
import { verifierKeyOf } from '../domain/checkpoint.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf, type GateLimits } from '../domain/gate-limits.ts'
import type { WebPage } from '../serve/http/site.ts'
import { readWebPage } from '../serve/http/web-page.ts'
import { createApp } from '../serve/server/app.ts'
import { openServedBook, type Following } from '../serve/server/following.ts'
import { listen, reloadCertificateOnSignal } from '../serve/server/listening.ts'
import type { ServeMetrics } from '../serve/server/metrics.ts'
import { createServeLog, type ServeLog } from '../serve/server/serve-log.ts'
import {
  readServeSettings,
  type ServeOptions,
  type ServeSettings,
} from '../serve/server/serve-settings.ts'
import { now } from './clock.ts'
import { addOptions, command } from './options.ts'
import { print } from './output.ts'
import { sections } from './settings/sections.ts'
import { stopSignal, useFollowedBook, type StopSignal } from './until-stopped.ts'

const example = `ratebook serve --port 8080
ratebook serve --host 0.0.0.0 --port 443 --tls-cert chain.pem --tls-key key.pem
ratebook serve --rate-limit 20 --metrics-port 9090
ratebook serve --sample india
kill -HUP $PID   # reads the certificate again; connections stay open`

/** Where `npm run build` writes the web page. */
const pageFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

export default addOptions(
  command('serve', 'answer requests over HTTP from a book', example),
  sections.serve,
).action(async (options: ServeOptions) => {
  const settings = readServeSettings(options)
  const serveLog = createServeLog(settings.logLevel)
  const stopped = stopSignal()
  try {
    logSettings(settings, serveLog)
    await fillBook(settings, limitsOf(options.settings.gate), serveLog)
    await serveBook(settings, stopped, serveLog)
  } finally {
    await serveLog.end()
  }
})

function logSettings({ warnings, checkpointSigner }: ServeSettings, { log }: ServeLog): void {
  for (const warning of warnings) log.warn(warning)
  if (checkpointSigner === undefined) return
  log.info({ verifierKey: verifierKeyOf(checkpointSigner) }, 'Checkpoints are signed.')
}

async function fillBook(
  { sample: folder, database }: ServeSettings,
  limits: GateLimits,
  { log }: ServeLog,
): Promise<void> {
  if (folder === undefined) return
  const entries = await fillNewBook(database, folder, now(), limits)
  if (entries === 0) return
  log.info(
    { database: withoutPassword(database), entries },
    `A new book was filled from ${folder}.`,
  )
}

/** Loads the book and serves it until the stop signal, which may come while the book is loaded. */
async function serveBook(
  settings: ServeSettings,
  stopped: Promise<StopSignal>,
  serveLog: ServeLog,
): Promise<void> {
  const { log } = serveLog
  const open = openServedBook(settings.database, log)
  const isLoaded = await useFollowedBook(open, log, stopped, async (book) => {
    const metrics = await startMetrics(settings, book, serveLog)
    await serve(settings, book, metrics, stopped, log).finally(() => metrics?.close())
  })
  if (!isLoaded) log.info('Stopping: the book was not read to its end.')
}

/** Without `--metrics-port`, the server does not load the modules for metrics. */
async function startMetrics(
  settings: ServeSettings,
  book: Following,
  serveLog: ServeLog,
): Promise<ServeMetrics | undefined> {
  if (settings.metrics === undefined) return undefined
  const { startServeMetrics } = await import('../serve/server/metrics.ts')
  return startServeMetrics(settings.metrics, book, serveLog, now)
}

async function serve(
  settings: ServeSettings,
  book: Following,
  metrics: ServeMetrics | undefined,
  stopped: Promise<StopSignal>,
  log: ServeLog['log'],
): Promise<void> {
  const isSample = book.market().sample
  if (settings.sample !== undefined && !isSample)
    throw new Failure(
      'configuration',
      `${withoutPassword(settings.database)} has no samples; serve it without --sample.`,
    )
  const page = readWebPage(pageFolder, settings.bookSettings)
  for (const warning of page?.warnings ?? []) log.warn(warning)
  const app = createServer(settings, book, metrics, page, log)
  reloadCertificateOnSignal(app, settings, log)
  const url = await listen(app, settings)
  if (page === undefined)
    log.info('The page is not built, so / leads to /docs; `npm run build` builds it.')
  if (isSample) log.warn('This market was built from samples: these are not current rates.')
  printAddresses(url + settings.app.basePath, isSample, page !== undefined)
  void app.warmUp()
  // A person stops a server with SIGINT (Ctrl-C), and has no load balancer that must notice first.
  const seconds = (await stopped) === 'SIGTERM' ? settings.drain : 0
  if (seconds > 0) {
    log.info(`Draining: /ready is 503, and requests are answered for ${seconds} s more.`)
    await app.drain(seconds * 1_000)
  }
  log.info('Stopping: answers under way are finished first.')
  await app.close()
}

function printAddresses(url: string, isSample: boolean, hasPage: boolean): void {
  print(`Ratebook answers at ${url}${isSample ? ' (sample data, not current rates)' : ''}

  ${url}${hasPage ? '/' : '/rates/changes?limit=10'}
  ${url}/compare?tenure_months=12
  ${url}/docs`)
}

function createServer(
  settings: ServeSettings,
  book: Following,
  metrics: ServeMetrics | undefined,
  page: WebPage | undefined,
  log: ServeLog['log'],
): FastifyInstance {
  const { certificate, publishCaptures, checkpointSigner, bookSettings } = settings
  return createApp(
    { ...book, now },
    {
      ...settings.app,
      checkpointSigner,
      settings: bookSettings,
      captures: publishCaptures === undefined ? undefined : openCapturesFolder(publishCaptures),
      page,
      logger: log,
      ...(metrics !== undefined && { onOutcome: metrics.countRequest }),
      ...(certificate !== undefined && { certificate: certificate() }),
    },
  )
}
