import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openCapturesFolder } from '../../captures/folder.ts'
import { loadSourceOf } from '../../collect/source/load-source.ts'
import { addDesk, answerBadTarget, type DeskAccess } from '../../desk/add-desk.ts'
import type { DeskContext, WritableBook } from '../../desk/desk-context.ts'
import { deskHeaders } from '../../desk/guards/security-headers.ts'
import { reportOutcome } from '../../server/send.ts'
import { createFramework } from '../../server/framework.ts'
import { defaultLimits } from '../../server/limits.ts'
import { clientAddress } from '../../server/request-hooks.ts'
import type { Store } from '../../store/store.ts'
import { instantSource, now } from '../clock.ts'
import type { Following } from '../../server/following.ts'
import { createRequestLog } from '../../server/serve-log.ts'
import type { DeskSettings } from './desk-settings.ts'

/** A person uses the desk, so few connections are enough. The body of a typed sheet is larger than a request to the API. */
const limits = { ...defaultLimits, connections: 1_000, bodyBytes: 1_048_576 }

/** Builds the server of the desk. */
export function createDeskServer(
  settings: DeskSettings,
  book: Following,
  access: DeskAccess,
  log: Logger,
): FastifyInstance {
  const { address, trustProxy } = settings
  const logRequest = createRequestLog(log)
  const origin = (): string => deskOrigin(settings, app)
  const app: FastifyInstance = createFramework({
    certificate: address.kind === 'passkeys' ? address.certificate?.() : undefined,
    limits,
    logger: log,
    trustProxy,
    headers: deskHeaders(settings.origin ?? 'http://localhost'),
    onBadUrl: (_request, reply) => answerBadTarget(reply, origin()),
    onStop: () => {},
    onRefused: (client, { status, body }) =>
      log.info({ status, bytes: body?.length ?? 0, client }, 'A request could not be read.'),
  })
  app.decorateRequest('clientAddress', '')
  app.decorateReply('cacheResult', 'none')
  app.addHook('onRequest', async (request, reply) => {
    request.clientAddress = clientAddress(request, trustProxy.length > 0)
    reportOutcome(request, reply, logRequest)
  })
  addDesk(app, contextOf(settings, book), { origin, access })
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

function contextOf(settings: DeskSettings, { store, market, caughtUp }: Following): DeskContext {
  return {
    store: openBook(store),
    captures: openCapturesFolder(settings.captures),
    market,
    caughtUp,
    now,
    instant: instantSource({}),
    isOneReviewerEnough: settings.isOneReviewerEnough,
    sourceOf: (institutionId) => loadSourceOf(settings.sources, institutionId),
  }
}

/** The book as it is open at each call: `followBook` opens it again after a failure. */
function openBook(store: () => Store): WritableBook {
  return {
    head: () => store().head(),
    currency: () => store().currency(),
    entryAt: (position) => store().entryAt(position),
    institutions: () => store().institutions(),
    entriesOf: (institutionId, kind) => store().entriesOf(institutionId, kind),
    append: (decide) => store().append(decide),
  }
}
