import { lookup } from 'node:dns/promises'
import { Option } from 'commander'
import type { FastifyInstance } from 'fastify'
import { destination, pino, type Logger } from 'pino'
import { createApp } from '../http/app.ts'
import { watchConnections } from '../http/drain.ts'
import { defaultLimits } from '../http/limits.ts'
import { now } from './clock.ts'
import { Failure } from './failure.ts'
import { fillNewBook } from './fill.ts'
import { followBook, type Following } from './following.ts'
import { openStore } from './open-store.ts'
import { command } from './options.ts'
import { print } from './output.ts'
import {
  logLevels,
  readServeSettings,
  type ServeOptions,
  type ServeSettings,
} from './serve-settings.ts'

const example = `ratebook serve --port 8080
ratebook serve --host 0.0.0.0 --port 443 --tls-cert chain.pem --tls-key key.pem
kill -HUP $PID   # takes up new certificates, dropping no connection`

const option = (flags: string, text: string, variable: string): Option =>
  new Option(flags, text).env(variable)

export default command('serve', 'answer from a book over HTTP, following it', example)
  .addOption(
    option('--host <address>', 'the address to listen on', 'RATEBOOK_HOST').default('127.0.0.1'),
  )
  .addOption(
    new Option(
      '--port <number>',
      'the port to listen on; 0 for any (env: RATEBOOK_PORT, PORT; default: 8080)',
    ),
  )
  .addOption(option('--tls-cert <file>', 'the certificate chain, PEM', 'RATEBOOK_TLS_CERT'))
  .addOption(option('--tls-key <file>', 'its key, PEM', 'RATEBOOK_TLS_KEY'))
  .addOption(
    option('--base-path <path>', 'what stands before every path', 'RATEBOOK_BASE_PATH').default(''),
  )
  .addOption(
    option('--log-level <level>', logLevels.join(', '), 'RATEBOOK_LOG_LEVEL').default('info'),
  )
  .addOption(
    option('--fill <folder>', 'fill a new book with the samples of a folder', 'RATEBOOK_FILL'),
  )
  .action(async (options: ServeOptions) => {
    const settings = readServeSettings(options, process.env)
    const log = createLog(settings)
    await fill(settings, log)
    const book = await followBook(() => openStore(settings.database, 'read'), log)
    try {
      await serve(settings, book, log)
    } finally {
      await book.close()
    }
  })

/** Answers until it is told to stop. */
async function serve(settings: ServeSettings, book: Following, log: Logger): Promise<void> {
  const app = createApp({ ...book, now }, { ...appOptions(settings), logger: log })
  const drain = watchConnections(app.server, defaultLimits)
  takeUpCertificates(app, settings, log)
  const address = await listen(app, settings)
  announce(address + settings.basePath, book.market().sample, log)
  await stopSignal()
  log.info('Stopping: answers under way are finished first.')
  await drain()
  await app.close()
}

function createLog({ logLevel }: ServeSettings): Logger {
  const lines = destination({ fd: 2, sync: true })
  // A disk that is full of logs is no reason to stop answering.
  lines.on('error', () => {})
  return pino({ level: logLevel, base: null }, lines)
}

async function fill({ fill: folder, database }: ServeSettings, log: Logger): Promise<void> {
  if (folder === undefined) return
  const entries = await fillNewBook(database, folder)
  if (entries > 0) log.info({ database, entries }, `A new book was filled from ${folder}.`)
}

function appOptions({ basePath, certificate }: ServeSettings): Parameters<typeof createApp>[1] {
  return certificate === undefined ? { basePath } : { basePath, certificate: certificate() }
}

/** On SIGHUP new connections get the new certificate; those that stand keep theirs. */
function takeUpCertificates(
  { server }: FastifyInstance,
  { certificate }: ServeSettings,
  log: Logger,
): void {
  process.on('SIGHUP', () => {
    if (certificate === undefined || !('setSecureContext' in server)) return
    try {
      ;(server as { setSecureContext(options: object): void }).setSecureContext(certificate())
      log.info('New connections use the certificate that was read now.')
    } catch (error) {
      log.error(error, 'The new certificate cannot be used; the old one stays.')
    }
  })
}

async function listen(
  app: FastifyInstance,
  { host, port, certificate }: ServeSettings,
): Promise<string> {
  // Fastify does not know that a listener which it was handed speaks TLS.
  const asSpoken = (address: string): string =>
    certificate === undefined ? address : address.replace('http:', 'https:')
  const listenTextResolver = (address: string): string => `Listening at ${asSpoken(address)}`
  try {
    // By address: for a name with two, Fastify would open a second listener that nothing else knows of.
    const { address } = await lookup(host)
    return asSpoken(await app.listen({ host: address, port, listenTextResolver }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure(
      'configuration',
      `The server cannot listen on ${host}, port ${port}: ${reason}.`,
    )
  }
}

function announce(address: string, isSample: boolean, log: Logger): void {
  if (isSample) log.warn('This market was built from samples: these are not current rates.')
  print(`Ratebook answers at ${address}${isSample ? ' (sample data, not current rates)' : ''}

  ${address}/compare?tenure_months=12
  ${address}/rates/changes?limit=10
  ${address}/docs`)
}

/** Waits for SIGTERM or SIGINT; another one of the two then ends the process at once. */
function stopSignal(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of signals) process.removeListener(signal, stop)
      resolve()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
