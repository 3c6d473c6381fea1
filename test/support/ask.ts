import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { createApp, type AppOptions } from '../../src/http/app.ts'
import type { Market } from '../../src/market/market.ts'
import { checkDocumented, type Received } from './document.ts'
import { recordApp, recordExchange } from './recording.ts'
import { at } from './sample-market.ts'

/** An app that answers from one market at one instant. */
export function appOf(
  market: Market,
  now = '2026-07-01T00:00:00Z',
  options: AppOptions = {},
): FastifyInstance {
  const source = { market: () => market, isHealthy: () => true, now: () => at(now) }
  const app = createApp(source, options)
  recordApp(app, market, now, options)
  return app
}

/** Reads a target, and checks the answer against the document and against the answer to HEAD. */
export async function ask(
  app: FastifyInstance,
  target: string,
  headers: Record<string, string> = {},
): Promise<Received> {
  const got = await receive(app, 'GET', target, headers)
  checkDocumented(target, got)
  const head = await receive(app, 'HEAD', target, headers)
  assert.equal(head.body, '', `HEAD ${target} has a body`)
  assert.deepEqual({ ...head, body: got.body }, got, `HEAD ${target} is not as GET`)
  return got
}

/** Sends a request as it is and checks nothing. The `date` is left out: it alone may differ between two answers. */
export async function receive(
  app: FastifyInstance,
  method: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<Received> {
  const {
    statusCode,
    headers: received,
    body,
  } = await app.inject({
    method: method as 'GET',
    url: target,
    headers: { accept: 'application/json', ...headers },
  })
  const { date: _, ...rest } = received as Record<string, string>
  const answer = { status: statusCode, headers: rest, body }
  recordExchange(app, { method, target, headers, received: answer })
  return answer
}

/** One record of an answer. */
export type Row = Readonly<Record<string, unknown>>

/** A small market's answers: their text, their records, some fields of them, and what is refused. */
export type Questions = {
  readonly text: (target: string) => Promise<string>
  readonly rows: (target: string) => Promise<readonly Row[]>
  /** The named fields of every record, joined by spaces: `alpha 12.00 9.500`. */
  readonly lines: (target: string, ...fields: readonly string[]) => Promise<readonly string[]>
  /** The parameters that a 422 names, in its order. */
  readonly wrong: (target: string) => Promise<readonly string[]>
  readonly status: (target: string) => Promise<number>
}

/** Asks an app that answers from one market at one instant. */
export function questions(market: Market, now?: string): Questions {
  const app = appOf(market, now)
  const text = async (target: string) => {
    const { status, body } = await ask(app, target)
    assert.equal(status, 200, `${target}: ${body}`)
    return body
  }
  const rows = async (target: string) => JSON.parse(await text(target)) as Row[]
  return {
    text,
    rows,
    lines: async (target, ...fields) =>
      (await rows(target)).map((row) => fields.map((field) => String(row[field])).join(' ')),
    wrong: async (target) => {
      const { status, body } = await ask(app, target)
      assert.equal(status, 422, `${target}: ${body}`)
      return (JSON.parse(body) as { errors: { parameter: string }[] }).errors.map(
        ({ parameter }) => parameter,
      )
    },
    status: async (target) => (await ask(app, target)).status,
  }
}
