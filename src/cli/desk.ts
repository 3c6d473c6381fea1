import { existsSync } from 'node:fs'
import type { EntryClock } from '../book/publish/entry-instant.ts'
import { notABook, openStore } from '../book/store/open-store.ts'
import type { FollowOptions, Store } from '../book/store/store.ts'
import type { DeskAccess } from '../desk/add-desk.ts'
import { followDeskDatabase } from '../desk/database/desk-database.ts'
import {
  createDeskServer,
  deskOrigin,
  listenOnSocket,
  type DeskAddress,
  type DeskSettings,
} from '../desk/desk-server.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf } from '../domain/gate-limits.ts'
import { isLoopback } from '../outbound/address-check.ts'
import type { Following } from '../serve/server/following.ts'
import { listen, reloadCertificateOnSignal } from '../serve/server/listening.ts'
import { createSettingReader, type SettingReader } from '../serve/server/read-setting.ts'
import { createServeLog, logLevels, type ServeLog } from '../serve/server/serve-log.ts'
import { entryClock, now } from './clock.ts'
import {
  addClockOptions,
  addOptions,
  command,
  defaultDeskPort,
  deskOriginError,
  type DatabaseOption,
  type InstantOptions,
  type SettingsOption,
} from './options.ts'
import { print } from './output.ts'
import { sections } from './settings/sections.ts'
import { stopSignal, useFollowedBook } from './until-stopped.ts'

/** The option values of `ratebook desk`, not yet parsed. */
export type DeskCommandOptions = DatabaseOption &
  SettingsOption &
  Omit<InstantOptions, 'at'> & {
    readonly host?: string
    readonly port?: string
    readonly origin?: string
    readonly tlsCert?: string
    readonly tlsKey?: string
    readonly deskDatabase: string
    readonly captures: string
    readonly sources: string
    readonly twoReviewers: string
    readonly trustUserHeader?: string
    readonly socket?: string
    readonly trustProxy?: string
    readonly logLevel: string
  }

const example = `ratebook desk
ratebook desk --origin https://desk.example.org   # behind a proxy on this machine
ratebook desk --trust-user-header X-Remote-User --socket /run/ratebook/desk.sock --origin https://desk.example.org`

const description = 'serve the review desk, where people decide'

export default addOptions(
  addClockOptions(command('desk', description, example)),
  sections.desk,
).action(async (options: DeskCommandOptions) => {
  const { atLastInstant = false, clockIsRight = false } = options
  const instant = entryClock({ atLastInstant, clockIsRight })
  const settings = { ...readDeskSettings(options), instant }
  const serveLog = createServeLog(logLevels.find((level) => level === options.logLevel) ?? 'info')
  const stopped = stopSignal()
  try {
    const { address } = settings
    if (address.kind === 'trusted-header')
      return await followAndServe(settings, address, stopped, serveLog)
    const database = followDeskDatabase(settings.deskDatabase)
    try {
      const access = { kind: 'passkeys', db: database.current } as const
      await followAndServe(settings, access, stopped, serveLog)
    } finally {
      database.close()
    }
  } finally {
    await serveLog.end()
  }
})

/** The settings of the desk, and where the instants of its entries come from. */
type DatedSettings = DeskSettings & { readonly instant: EntryClock }

/** Loads the book and serves the desk until the stop signal, which may come while the book is loaded. */
async function followAndServe(
  settings: DatedSettings,
  access: DeskAccess,
  stopped: Promise<unknown>,
  { log }: ServeLog,
): Promise<void> {
  for (const warning of settings.warnings) log.warn(warning)
  const open = (follow: FollowOptions): Promise<Store> => openForWriting(settings.database, follow)
  const isLoaded = await useFollowedBook(open, log, stopped, (book) =>
    serveDesk(settings, book, access, stopped, log),
  )
  if (!isLoaded) log.info('Stopping: the book was not read to its end.')
}

/** Opens the book, and refuses one in which the database role of the desk cannot write. */
async function openForWriting(database: string, follow: FollowOptions): Promise<Store> {
  const store = await openStore(database, 'write', follow, now)
  try {
    if ((await store.canWrite?.()) !== false) return store
  } catch (error) {
    await store.close()
    throw error
  }
  await store.close()
  throw new Failure(
    'configuration',
    'The database role of the desk may only read the book; give a role that may append, such as `ratebook_publisher`.',
  )
}

async function serveDesk(
  settings: DatedSettings,
  book: Following,
  access: DeskAccess,
  stopped: Promise<unknown>,
  log: ServeLog['log'],
): Promise<void> {
  const { address, instant } = settings
  const app = createDeskServer(settings, book, access, { now, instant }, log)
  const certificate = address.kind === 'passkeys' ? address.certificate : undefined
  reloadCertificateOnSignal(app, { certificate }, log)
  if (address.kind === 'passkeys') await listen(app, address)
  else await listenOnSocket(app, address.socket)
  print(`The review desk answers at ${deskOrigin(settings, app)}`)
  await stopped
  log.info('Stopping: requests under way are finished first.')
  await app.close()
}

/** Reads all settings; throws one `Failure` that names every wrong one. */
export function readDeskSettings(options: DeskCommandOptions): DeskSettings {
  checkCombination(options)
  const { database, deskDatabase, captures, sources, origin } = options
  const read = createSettingReader()
  const bookError = notABook(database)
  if (bookError !== undefined) read.refuse(bookError)
  if (deskDatabase.trim() === '') read.refuse('--desk-database is empty; give a file.')
  const address = readAddress(options, read)
  const originError = origin === undefined ? undefined : deskOriginError(origin)
  if (originError !== undefined) read.refuse(originError)
  if (origin === undefined && (address.kind === 'trusted-header' || !isLoopback(address.host)))
    read.refuse(
      '--origin is missing: give the address at which browsers find the desk, such as https://desk.example.org.',
    )
  const trustProxy = read.addresses('--trust-proxy', options.trustProxy)
  if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
  const missing = [captures, sources].filter((folder) => !existsSync(folder))
  return {
    database,
    deskDatabase,
    captures,
    sources,
    isOneReviewerEnough: options.twoReviewers === 'off',
    limits: limitsOf(options.settings.gate),
    address,
    origin,
    trustProxy,
    warnings: missing.map((folder) => `There is no folder ${folder}.`),
  }
}

/** Options that do not go together are a usage error. */
function checkCombination(options: DeskCommandOptions): void {
  const { trustUserHeader, socket, host, port, tlsCert, tlsKey } = options
  if (trustUserHeader === undefined && socket === undefined) return
  if (trustUserHeader === undefined || socket === undefined)
    throw new Failure(
      'usage',
      '--trust-user-header and --socket go together: every program that reaches the desk can set the header, so only your proxy may reach it.',
    )
  const given = { '--host': host, '--port': port, '--tls-cert': tlsCert, '--tls-key': tlsKey }
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
  if (flag !== undefined)
    throw new Failure(
      'usage',
      `Give ${flag} or --trust-user-header, not both: with the header, the desk listens only on --socket.`,
    )
}

function readAddress(options: DeskCommandOptions, read: SettingReader): DeskAddress {
  const { host = '127.0.0.1', port = String(defaultDeskPort) } = options
  const { trustUserHeader: header, socket, tlsCert, tlsKey } = options
  if (header !== undefined && socket !== undefined) {
    if (!/^[\w-]+$/.test(header))
      read.refuse(
        `--trust-user-header ${header} is not the name of a header, such as X-Remote-User.`,
      )
    return { kind: 'trusted-header', socket, header }
  }
  if (host.trim() === '') read.refuse('--host is empty; give an address such as 127.0.0.1.')
  return {
    kind: 'passkeys',
    host,
    port: read.whole('--port', port, 'port', 0, 65_535),
    certificate: read.certificate(tlsCert, tlsKey),
  }
}
