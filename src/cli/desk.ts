import type { DeskAccess } from '../desk/add-desk.ts'
import { openDeskDatabase } from '../desk/database/desk-database.ts'
import type { FollowOptions, Store } from '../store/store.ts'
import { now } from './clock.ts'
import { listenOnSocket } from './desk/desk-listening.ts'
import { deskOptions, type DeskCommandOptions } from './desk/desk-options.ts'
import { createDeskServer, deskOrigin } from './desk/desk-server.ts'
import { readDeskSettings, type DeskSettings } from './desk/desk-settings.ts'
import { Failure } from '../domain/failure.ts'
import { openStore } from './open-store.ts'
import { command } from './options.ts'
import { print } from './output.ts'
import { followBook, type Following } from '../server/following.ts'
import { listen, reloadCertificateOnSignal } from '../server/listening.ts'
import { createServeLog, type ServeLog } from '../server/serve-log.ts'
import { stopSignal } from '../server/stop-signal.ts'

const example = `ratebook desk
ratebook desk --origin https://desk.example.org   # behind a proxy on this machine
ratebook desk --trust-user-header X-Remote-User --socket /run/ratebook/desk.sock --origin https://desk.example.org`

const deskCommand = command('desk', 'serve the review desk, where people decide', example)
for (const option of deskOptions) deskCommand.addOption(option)

export default deskCommand.action(async (options: DeskCommandOptions) => {
  const settings = readDeskSettings(options)
  const serveLog = createServeLog(settings.logLevel)
  const stopped = stopSignal()
  try {
    const access = openAccess(settings)
    try {
      await followAndServe(settings, access, stopped, serveLog)
    } finally {
      if (access.kind === 'passkeys') access.db.close()
    }
  } finally {
    await serveLog.end()
  }
})

function openAccess({ address, deskDatabase }: DeskSettings): DeskAccess {
  return address.kind === 'passkeys'
    ? { kind: 'passkeys', db: openDeskDatabase(deskDatabase) }
    : { kind: 'trusted-header', header: address.header }
}

/** Loads the book and serves the desk until the stop signal, which may come while the book is loaded. */
async function followAndServe(
  settings: DeskSettings,
  access: DeskAccess,
  stopped: Promise<void>,
  { log }: ServeLog,
): Promise<void> {
  for (const warning of settings.warnings) log.warn(warning)
  const start = new AbortController()
  const isAborted = stopped.then(() => start.abort())
  const open = (follow: FollowOptions): Promise<Store> => openForWriting(settings.database, follow)
  const book = await Promise.race([followBook(open, log, start.signal), isAborted])
  if (book === undefined) {
    log.info('Stopping: the book was not read to its end.')
    return
  }
  try {
    await serveDesk(settings, book, access, stopped, log)
  } finally {
    await book.close()
  }
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
  settings: DeskSettings,
  book: Following,
  access: DeskAccess,
  stopped: Promise<void>,
  log: ServeLog['log'],
): Promise<void> {
  const { address } = settings
  const app = createDeskServer(settings, book, access, log)
  const certificate = address.kind === 'passkeys' ? address.certificate : undefined
  reloadCertificateOnSignal(app, { certificate }, log)
  if (address.kind === 'passkeys') await listen(app, address)
  else await listenOnSocket(app, address.socket)
  print(`The review desk answers at ${deskOrigin(settings, app)}`)
  await stopped
  log.info('Stopping: requests under way are finished first.')
  await app.close()
}
