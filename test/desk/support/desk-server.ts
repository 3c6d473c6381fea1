import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import Fastify from 'fastify'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { parseSource } from '../../../src/collect/source/load-source.ts'
import { addDesk } from '../../../src/desk/add-desk.ts'
import type { DeskContext } from '../../../src/desk/desk-context.ts'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import { tierText } from '../../../src/domain/offer.ts'
import { catchUp, emptyView } from '../../../src/serve/server/read-book.ts'
import { deskNow, fillDeskBook, type HeldBank } from './desk-book.ts'

/** A desk without sign-in: the header `x-reviewer` names the reviewer. */
export type TestDesk = {
  readonly address: string
  /** The path of the book. */
  readonly book: string
  readonly desk: DeskContext
  /** Requests of a browser, without a browser and a socket. */
  readonly get: (path: string, reviewer?: string) => Promise<DeskPage>
  readonly post: (
    path: string,
    fields?: Readonly<Record<string, string>> | string,
    reviewer?: string,
  ) => Promise<DeskPage>
  /** The position of the last held sheet of a bank. */
  readonly holdOf: (id: string) => number
  /** The current offers of a bank as texts. */
  readonly ratesOf: (id: string) => readonly string[]
  readonly close: () => Promise<void>
}

/** An answer of the desk. */
export type DeskPage = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Starts a desk with a book of its own. The address has a path for the listener of another port. */
export async function startDesk(banks: readonly HeldBank[]): Promise<TestDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-desk-'))
  const book = join(folder, 'ratebook.db')
  const store = await openSqliteStore(book, { mode: 'create' })
  const captures = openCapturesFolder(join(folder, 'captures'))
  await fillDeskBook(store, captures, banks)
  let view = await catchUp(store, emptyView)
  const desk: DeskContext = {
    store: () => store,
    captures,
    market: () => view.market,
    async caughtUp() {
      view = await catchUp(store, view)
    },
    now: () => deskNow,
    instant: { from: 'clock', read: () => deskNow },
    isOneReviewerEnough: false,
    limits: defaultGateLimits,
    sourceOf: (id) =>
      banks.some((bank) => bank.id === id && bank.format === 'json') ? jsonSource(id) : undefined,
  }
  const app = Fastify()
  // A browser leaves the extra headers out of a download.
  app.addHook('onRequest', async ({ headers }) => {
    headers['x-reviewer'] ??= 'ann'
  })
  let address = ''
  const access = { kind: 'trusted-header', header: 'x-reviewer' } as const
  addDesk(app, desk, { origin: () => address, access })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
  const headersOf = (reviewer: string) => ({ host: new URL(address).host, 'x-reviewer': reviewer })
  return {
    address,
    book,
    desk,
    async get(url, reviewer = 'ann') {
      const answer = await app.inject({ method: 'GET', url, headers: headersOf(reviewer) })
      return { status: answer.statusCode, headers: answer.headers, body: answer.body }
    },
    async post(url, fields = {}, reviewer = 'ann') {
      const type = 'application/x-www-form-urlencoded'
      const headers = { ...headersOf(reviewer), origin: address, 'content-type': type }
      const payload = new URLSearchParams(fields).toString()
      const answer = await app.inject({ method: 'POST', url, headers, payload })
      return { status: answer.statusCode, headers: answer.headers, body: answer.body }
    },
    holdOf: (id) =>
      desk
        .market()
        .entries.findLast((entry) => entry.kind === 'sheet-held' && entry.institutionId === id)
        ?.position ?? 0,
    ratesOf: (id) =>
      [...(desk.market().institutions.get(id)?.standing.values() ?? [])]
        .flatMap(({ offers }) => offers)
        .map((offer) => `${tierText(offer)} ${offer.rate}`),
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
