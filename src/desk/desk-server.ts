import { once } from 'node:events'
import { lstatSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openCapturesFolder } from '../collect/captures/folder.ts'
import { loadSourceOf } from '../collect/source/load-source.ts'
import { cannotListen, Failure } from '../domain/failure.ts'
import type { GateLimits } from '../domain/gate-limits.ts'
import { createFramework, type Certificate } from '../serve/server/framework.ts'
import { addDesk, answerBadTarget, type DeskAccess } from './add-desk.ts'
import type { DeskContext } from './desk-context.ts'
import { deskHeaders } from './guards.ts'

/** Where the desk listens, and how it knows its reviewers. */
export type DeskAddress =
  | {
      readonly kind: 'passkeys'
      readonly host: string
      readonly port: number
      /** Reads the certificate files; `undefined` without TLS. */
      readonly certificate: (() => Certificate) | undefined
    }
  | { readonly kind: 'trusted-header'; readonly socket: string; readonly header: string }

/** The validated settings of `ratebook desk`. */
export type DeskSettings = {
  readonly database: string
  readonly deskDatabase: string
  readonly captures: string
  readonly sources: string
  readonly isOneReviewerEnough: boolean
  readonly limits: GateLimits
  readonly address: DeskAddress
  /** Where browsers find the desk; `undefined` for localhost and the port on which the desk listens. */
  readonly origin: string | undefined
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and CIDR blocks. */
  readonly trustProxy: readonly string[]
  /** A sentence for the log about each setting that may be a mistake. */
  readonly warnings: readonly string[]
}

/** A person uses the desk, so few connections are enough. The body of a typed sheet is larger than a request to the API. */
const limits = { connections: 1_000, bodyBytes: 1_048_576 }

/** The book that the desk follows. */
type DeskBook = Pick<DeskContext, 'store' | 'market' | 'caughtUp'>

type DeskClock = Pick<DeskContext, 'now' | 'instant'>

/** Builds the server of the desk. */
export function createDeskServer(
  settings: DeskSettings,
  book: DeskBook,
  access: DeskAccess,
  clock: DeskClock,
  log: Logger,
): FastifyInstance {
  const { address, trustProxy } = settings
  const origin = (): string => deskOrigin(settings, app)
  const app: FastifyInstance = createFramework({
    certificate: address.kind === 'passkeys' ? address.certificate?.() : undefined,
    limits,
    logger: log,
    trustProxy,
    headers: deskHeaders(settings.origin ?? 'http://localhost'),
    onBadUrl: (_request, reply) => answerBadTarget(reply, origin()),
    onStop: () => {},
  })
  const { store, market, caughtUp } = book
  const context = {
    store,
    market,
    caughtUp,
    ...clock,
    captures: openCapturesFolder(settings.captures),
    isOneReviewerEnough: settings.isOneReviewerEnough,
    limits: settings.limits,
    sourceOf: (id: string) => loadSourceOf(settings.sources, id),
  }
  addDesk(app, context, { origin, access })
  return app
}

/** Where browsers find the desk. Without `--origin`, the port is known only once the server listens. */
export function deskOrigin({ origin, address }: DeskSettings, { server }: FastifyInstance): string {
  if (origin !== undefined) return origin
  const scheme = address.kind === 'passkeys' && address.certificate !== undefined ? 'https' : 'http'
  const listening = server.address()
  const port = typeof listening === 'object' && listening !== null ? listening.port : 0
  return new URL(`${scheme}://localhost:${port}`).origin
}

/** The permissions that a new socket must not have: it is for its owner and its group, mode 0660. */
const socketMask = 0o117

/** Listens on a unix socket. Replaces a socket that a process left behind when it was killed. */
export async function listenOnSocket(app: FastifyInstance, path: string): Promise<void> {
  await removeOldSocket(path)
  const before = process.umask(socketMask)
  try {
    await app.listen({ path, listenTextResolver: () => `Listening at ${path}` })
  } catch (error) {
    throw cannotListen(`The desk cannot listen on ${path}`, '--socket', error)
  } finally {
    process.umask(before)
  }
}

async function removeOldSocket(path: string): Promise<void> {
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (file === undefined) return
  if (!file.isSocket() || (await isServed(path)))
    throw new Failure(
      'configuration',
      `The desk cannot listen on ${path}: it is in use. Give another --socket.`,
    )
  rmSync(path)
}

async function isServed(path: string): Promise<boolean> {
  const connection = connect(path)
  try {
    await once(connection, 'connect')
    return true
  } catch {
    return false
  } finally {
    connection.destroy()
  }
}
