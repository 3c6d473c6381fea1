import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/book/store/store.ts'
import { openCapturesFolder } from '../../src/collect/captures/folder.ts'
import { addDesk, answerBadTarget, type DeskAccess } from '../../src/desk/add-desk.ts'
import { followDeskDatabase, type DeskDatabase } from '../../src/desk/database/desk-database.ts'
import { deskHeaders } from '../../src/desk/guards.ts'
import { defaultGateLimits } from '../../src/domain/gate-limits.ts'
import { after, type Instant } from '../../src/domain/instant.ts'
import { createFramework } from '../../src/serve/server/framework.ts'
import { catchUp, emptyView } from '../../src/serve/server/read-book.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { appendTo, heldSheet } from '../support/held-sheets.ts'
import { makeReviewedBook } from '../support/reviewed-book.ts'
import { at } from '../support/sample-market.ts'

/** A desk in this process. Its clock moves only when a test moves it. */
export type TestDesk = {
  readonly origin: string
  readonly port: number
  /** Sends a request to the desk, without a socket. */
  readonly inject: FastifyInstance['inject']
  readonly store: Store
  readonly db: DatabaseSync
  /** The position of a held sheet that waits for a reviewer. */
  readonly hold: number
  readonly now: () => Instant
  readonly wait: (milliseconds: number) => void
}

/** Makes a desk for the book of the reviewers ann, ben and cat, with one held sheet. It ends with the test. Only browsers need it to listen. */
export async function startTestDesk(
  t: TestContext,
  accessOf: (db: DeskDatabase['current']) => DeskAccess = (db) => ({ kind: 'passkeys', db }),
  isListening = false,
): Promise<TestDesk> {
  const folder = temporaryDirectory(t)
  const book = await makeReviewedBook(folder)
  const [held] = await appendTo(book, heldSheet('2026-06-03T00:00:00Z', ['12.00', '7.00']))
  const store = await openSqliteStore(book, { mode: 'write' })
  const database = followDeskDatabase(join(folder, 'desk.db'))
  let view = await catchUp(store, emptyView)
  let clock = at('2026-06-04T00:00:00Z')
  const app = createFramework({
    certificate: undefined,
    limits: { stop: 0 },
    logger: undefined,
    trustProxy: [],
    headers: deskHeaders('http://localhost'),
    onBadUrl: (_request, reply) => answerBadTarget(reply, origin()),
    onStop: () => {},
  })
  const port = (): number => (app.server.address() as AddressInfo | null)?.port ?? 8090
  const origin = (): string => `http://localhost:${port()}`
  const context = {
    store: () => store,
    captures: openCapturesFolder(join(folder, 'captures')),
    market: () => view.market,
    caughtUp: async () => {
      view = await catchUp(store, view)
    },
    now: () => clock,
    instant: { from: 'clock' as const, read: () => clock },
    isOneReviewerEnough: false,
    limits: defaultGateLimits,
    sourceOf: () => undefined,
  }
  addDesk(app, context, { origin, access: accessOf(database.current) })
  if (isListening) await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(async () => {
    await app.close()
    database.close()
    await store.close()
  })
  return {
    origin: origin(),
    port: port(),
    inject: app.inject.bind(app),
    store,
    get db() {
      return database.current()
    },
    hold: held?.position ?? 0,
    now: () => clock,
    wait: (milliseconds) => {
      clock = after(clock, milliseconds)
    },
  }
}
