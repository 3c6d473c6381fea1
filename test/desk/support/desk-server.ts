import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import Fastify from 'fastify'
import { openCapturesFolder } from '../../../src/captures/folder.ts'
import { catchUp, emptyView } from '../../../src/cli/load-market.ts'
import { parseSource } from '../../../src/collect/source/parse-source.ts'
import type { DeskContext } from '../../../src/desk/desk-context.ts'
import { addAssetRoutes } from '../../../src/desk/routes/asset-routes.ts'
import { addReviewRoutes } from '../../../src/desk/routes/review-routes.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { deskNow, fillDeskBook, type HeldBank } from './desk-book.ts'

/** A desk without sign-in: the header `x-reviewer` names the reviewer. */
export type TestDesk = {
  readonly address: string
  /** The path of the book. */
  readonly book: string
  readonly desk: DeskContext
  readonly close: () => Promise<void>
}

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Starts a desk with a book of its own. The address has a path for the listener of another port. */
export async function startDesk(banks: readonly HeldBank[]): Promise<TestDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-desk-'))
  const book = join(folder, 'ratebook.db')
  const store = await openSqliteStore(book, { mode: 'create' })
  const captures = openCapturesFolder(join(folder, 'captures'))
  await fillDeskBook(store, captures, banks)
  let view = await catchUp(store, emptyView)
  const desk: DeskContext = {
    store,
    captures,
    market: () => view.market,
    async caughtUp() {
      view = await catchUp(store, view)
    },
    now: () => deskNow,
    instant: { from: 'clock', read: () => deskNow },
    isOneReviewerEnough: false,
    sourceOf: (id) =>
      banks.some((bank) => bank.id === id && bank.format === 'json') ? jsonSource(id) : undefined,
  }
  const app = Fastify()
  app.decorateRequest('reviewer')
  app.addHook('onRequest', async (request) => {
    const id = String(request.headers['x-reviewer'] ?? 'ann')
    request.reviewer = { id, name: `The ${id}` }
  })
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', pagePolicy)
  })
  addAssetRoutes(app)
  addReviewRoutes(app, desk)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    address,
    book,
    desk,
    async close() {
      await app.close()
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Starts one desk for all tests of a file. */
export function sharedDesk(banks: readonly HeldBank[]): () => TestDesk {
  let started: TestDesk | undefined
  before(async () => {
    started = await startDesk(banks)
  })
  after(async () => started?.close())
  return () => {
    if (started === undefined) throw new Error('The desk has not started yet.')
    return started
  }
}

function jsonSource(id: string) {
  const text = `
institution: ${id}
currency: LKR
timezone: Asia/Colombo
schedule: "17 9 * * *"
verified_live: false
empty: ["-"]
pages:
  - { name: rates, url: "https://${id}.example/rates", format: json, path: [rates] }
tables:
  - header_rows: 1
    variant: general
    columns:
      Period: tenure
      At maturity: { payout: maturity }
      AER: { payout: maturity, is: aer }
expects:
  maturity: [6, 12, 24]
`
  const source = parseSource(text, { file: `${id}.yaml`, name: `lk/${id}.yaml` })
  if ('problems' in source) throw new Error(JSON.stringify(source.problems))
  return source
}
