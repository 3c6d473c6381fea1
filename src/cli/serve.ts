import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { openCapturesFolder } from '../captures/folder.ts'
import { createApp } from '../server/app.ts'
import type { RequestOutcome } from '../http/request-outcome.ts'
import { defaultLimits } from '../server/limits.ts'
import { readWebPage, type WebPage } from '../http/web-page.ts'
import { verifierKeyOf } from '../domain/signed-note.ts'
import { withoutPassword } from '../store/postgres/address.ts'
import { now } from './clock.ts'
import { fillNewBook } from './fill.ts'
import { followBook, type Following } from '../server/following.ts'
import { listen, printAddresses, reloadCertificateOnSignal } from '../server/listening.ts'
import { openServedBook } from './serve/open-served-book.ts'
import { command } from './options.ts'
import { createRequestLog } from '../server/request-log.ts'
import { createServeLog, type ServeLog } from '../server/serve-log.ts'
import type { ServeMetrics } from '../server/serve-metrics.ts'
import { serveOptions, type ServeOptions } from './serve/serve-options.ts'
import { readServeSettings, type ServeSettings } from '../server/serve-settings.ts'
import { stopSignal } from '../server/stop-signal.ts'

const example = `ratebook serve --port 8080
ratebook serve --host 0.0.0.0 --port 443 --tls-cert chain.pem --tls-key key.pem
ratebook serve --workers 4 --metrics-port 9090
kill -HUP $PID   # reads the certificate again; connections stay open`

/** Where `npm run build` writes the web page. */
const pageFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

const serveCommand = command('serve', 'answer requests over HTTP from a book', example)
for (const option of serveOptions) serveCommand.addOption(option)

export default serveCommand.action(async (options: ServeOptions) => {
  const settings = readServeSettings(options, process.env)
  const serveLog = createServeLog(settings)
  const stopped = stopSignal()
  try {
    if (cluster.isPrimary) {
      logSettings(settings, serveLog)
      await fillBook(settings, serveLog)
    }
    if (cluster.isPrimary && settings.workers > 1) {
      const { superviseWorkers } = await import('../server/workers.ts')
      await superviseWorkers(settings, stopped, serveLog.log)
    } else await serveBook(settings, stopped, serveLog)
  } finally {
    await serveLog.end()
    // The channel to the parent process would keep a worker running.
    cluster.worker?.disconnect()
  }
})

function logSettings({ warnings, checkpointSigner }: ServeSettings, { log }: ServeLog): void {
  for (const warning of warnings) log.warn(warning)
  if (checkpointSigner === undefined) return
  log.info({ verifierKey: verifierKeyOf(checkpointSigner) }, 'Checkpoints are signed.')
}

async function fillBook(
  { fill: folder, database }: ServeSettings,
  { log }: ServeLog,
): Promise<void> {
  if (folder === undefined) return
  const entries = await fillNewBook(database, folder)
  if (entries === 0) return
  log.info(
    { database: withoutPassword(database), entries },
    `A new book was filled from ${folder}.`,
  )
}

/** Loads the book and serves it until the stop signal, which may come while the book is loaded. */
async function serveBook(
  settings: ServeSettings,
  stopped: Promise<void>,
  serveLog: ServeLog,
): Promise<void> {
  const { log } = serveLog
  const start = new AbortController()
  const isAborted = stopped.then(() => start.abort())
  const open = openServedBook(settings.database, log)
  const book = await Promise.race([followBook(open, log, start.signal), isAborted])
  if (book === undefined) {
    log.info('Stopping: the book was not read to its end.')
    return
  }
  try {
    const metrics = await startMetrics(settings, book, serveLog)
    await serve(settings, book, metrics, stopped, log).finally(() => metrics?.close())
  } finally {
    await book.close()
  }
}

/** Without `--metrics-port`, the server does not load the modules for metrics. */
async function startMetrics(
  settings: ServeSettings,
  book: Following,
  serveLog: ServeLog,
): Promise<ServeMetrics | undefined> {
  if (settings.metrics === undefined) return undefined
  const { startServeMetrics } = await import('../server/serve-metrics.ts')
  return startServeMetrics(settings.metrics, book, serveLog)
}

async function serve(
  settings: ServeSettings,
  book: Following,
  metrics: ServeMetrics | undefined,
  stopped: Promise<void>,
  log: ServeLog['log'],
): Promise<void> {
  const page = readWebPage(pageFolder)
  const app = createServer(settings, book, metrics, page, log)
  reloadCertificateOnSignal(app, settings, log)
  const url = await listen(app, settings)
  if ((cluster.worker?.id ?? 1) === 1) {
    const isSample = book.market().sample
    if (page === undefined)
      log.info('The page is not built, so / leads to /docs; `npm run build` builds it.')
    if (isSample) log.warn('This market was built from samples: these are not current rates.')
    printAddresses(url + settings.basePath, isSample, page !== undefined)
  }
  void app.warmUp()
  await stopped
  log.info('Stopping: answers under way are finished first.')
  await app.close()
}

function createServer(
  settings: ServeSettings,
  { market, digest, isHealthy, readEntry }: Following,
  metrics: ServeMetrics | undefined,
  page: WebPage | undefined,
  log: ServeLog['log'],
): FastifyInstance {
  const { basePath, certificate, cacheBytes, rateLimit, trustProxy, checkpointSigner, operator } =
    settings
  const { publicUrl, publishCaptures } = settings
  const logRequest = createRequestLog(log)
  const onOutcome = (outcome: RequestOutcome): void => {
    logRequest(outcome)
    metrics?.countRequest(outcome)
  }
  const source = { market, digest, isHealthy, now, readEntry }
  return createApp(source, {
    basePath,
    publicUrl,
    cacheBytes,
    limits: { ...defaultLimits, eventStreams: settings.eventStreams },
    rateLimit,
    trustProxy,
    checkpointSigner,
    operator,
    captures: publishCaptures === undefined ? undefined : openCapturesFolder(publishCaptures),
    page,
    logger: log,
    onOutcome,
    ...(certificate !== undefined && { certificate: certificate() }),
  })
}
