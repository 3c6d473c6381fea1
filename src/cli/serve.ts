import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { createApp, type AppOptions } from '../http/app.ts'
import type { Observation } from '../http/message/observation.ts'
import { watchConnections } from '../http/server/drain.ts'
import { defaultLimits } from '../http/server/limits.ts'
import { withoutPassword } from '../store/postgres/address.ts'
import type { Follow, Store } from '../store/store.ts'
import { now } from './clock.ts'
import { fillNewBook } from './fill.ts'
import { followBook, type Following } from './following.ts'
import { announce, listen, takeUpCertificates } from './listening.ts'
import { measure } from './measuring.ts'
import { openStore } from './open-store.ts'
import { command } from './options.ts'
import { builtPage, readPage } from './read-page.ts'
import { createServeLog, type ServeLog } from './serve-log.ts'
import { serveOptions, type ServeOptions } from './serve-options.ts'
import { readServeSettings, type ServeSettings } from './serve-settings.ts'
import { stopSignal } from './stop-signal.ts'
import { createTally } from './tally.ts'
import { superviseWorkers } from './workers.ts'

const example = `ratebook serve --port 8080
ratebook serve --host 0.0.0.0 --port 443 --tls-cert chain.pem --tls-key key.pem
ratebook serve --workers 4 --metrics-port 9090
kill -HUP $PID   # takes up new certificates, dropping no connection`

const serving = command('serve', 'answer from a book over HTTP, following it', example)
for (const option of serveOptions) serving.addOption(option)

export default serving.action(async (options: ServeOptions) => {
  const settings = readServeSettings(options, process.env)
  const log = createServeLog(settings)
  const told = stopSignal()
  try {
    if (cluster.isPrimary) await fill(settings, log)
    if (cluster.isPrimary && settings.workers > 1) await superviseWorkers(settings, told, log.log)
    else await serveBook(settings, told, log)
  } finally {
    await log.end()
    // What ties a worker to its parent would keep it alive.
    cluster.worker?.disconnect()
  }
})

async function fill({ fill: folder, database }: ServeSettings, { log }: ServeLog): Promise<void> {
  if (folder === undefined) return
  const entries = await fillNewBook(database, folder)
  if (entries > 0)
    log.info(
      { database: withoutPassword(database), entries },
      `A new book was filled from ${folder}.`,
    )
}

async function serveBook(
  settings: ServeSettings,
  told: Promise<void>,
  log: ServeLog,
): Promise<void> {
  let isWarned = false
  const open = async (follow: Follow): Promise<Store> => {
    const store = await openStore(settings.database, 'read', follow)
    if (isWarned) return store
    try {
      isWarned = (await store.mayWrite?.()) === true
    } catch (error) {
      await store.close()
      throw error
    }
    if (isWarned) {
      log.log.warn(
        'The server may write in the book; let it be `ratebook_reader`, which `ratebook setup` makes.',
      )
    }
    return store
  }
  const stop = new AbortController()
  const stopped = told.then(() => stop.abort())
  const book = await Promise.race([followBook(open, log.log, stop.signal), stopped])
  if (book === undefined) return log.log.info('Stopping: the book was not read to its end.')
  try {
    await serve(settings, book, told, log)
  } finally {
    await book.close()
  }
}

/** Answers until it is told to stop. */
async function serve(
  settings: ServeSettings,
  book: Following,
  told: Promise<void>,
  serveLog: ServeLog,
): Promise<void> {
  const { log } = serveLog
  const tally = createTally()
  const observe = (observation: Observation): void => {
    tally.observe(observation)
    serveLog.observe?.(observation)
  }
  const page = readPage(builtPage)
  const isFirst = (cluster.worker?.id ?? 1) === 1
  if (page === undefined && isFirst)
    log.info('The page is not built, so / leads to /docs; `npm run build` builds it.')
  const app = createApp({ ...book, now }, { ...appOptions(settings), page, observe, logger: log })
  book.beforeEach(app.prepare)
  const drain = watchConnections(app.server, defaultLimits)
  takeUpCertificates(app, settings, log)
  const endMetrics = await measure(settings, tally, book, serveLog)
  try {
    const address = await listen(app, settings)
    if (isFirst)
      announce(address + settings.basePath, book.market().sample, page !== undefined, log)
    // The launcher's compiled code is otherwise written when the process ends, which one that is killed never does; 40 ms, once.
    setTimeout(flushCompileCache, 1_000).unref()
    await told
    log.info('Stopping: answers under way are finished first.')
    await drain()
    await app.close()
  } finally {
    endMetrics()
  }
}

function appOptions(settings: ServeSettings): AppOptions {
  const { basePath, certificate, memo, cacheBytes, rateLimit, trustProxy } = settings
  const clock = (): number => performance.now()
  const options = { basePath, memo, cacheBytes, rateLimit, trustProxy, clock }
  return certificate === undefined ? options : { ...options, certificate: certificate() }
}
