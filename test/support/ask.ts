import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../src/serve/server/app.ts'
import type { Market } from '../../src/book/market/market.ts'
import { checkDocumented, type Received } from './document.ts'
import { recordApp, recordExchange } from './recording.ts'
import { at } from './sample-market.ts'
import { createTestApp } from './source.ts'

/** An app that answers from one market at one time. */
export function appOf(
  market: Market,
  now = '2026-07-01T00:00:00Z',
  options: AppOptions = {},
): FastifyInstance {
  const source = { market: () => market, isHealthy: () => true, now: () => at(now) }
  const app = createTestApp(source, options)
  recordApp(app, market, now, options)
  return app
}

/** Sends a GET request and checks the response against the OpenAPI document and against the response to HEAD. */
export async function ask(
  app: FastifyInstance,
  target: string,
  headers: Record<string, string> = {},
): Promise<Received> {
  const response = await receive(app, 'GET', target, headers)
  checkDocumented(target, response)
  const head = await receive(app, 'HEAD', target, headers)
  assert.equal(head.body, '', `HEAD ${target} has a body`)
  assert.deepEqual({ ...head, body: response.body }, response, `HEAD ${target} differs from GET`)
  return response
}

/** Sends a request and checks nothing. The `date` header is left out, so that responses can be compared. */
export async function receive(
  app: FastifyInstance,
  method: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<Received> {
  const response = await app.inject({
    method: method as 'GET',
    url: target,
    headers: { accept: 'application/json', ...headers },
  })
  const { date: _, ...rest } = response.headers as Record<string, string>
  const received = { status: response.statusCode, headers: rest, body: response.body }
  recordExchange(app, { method, target, headers, received })
  return received
}

/** One record of a response. */
export type Row = Readonly<Record<string, unknown>>

/** The API over one market, with shorthands for common requests of tests. */
export type Api = {
  readonly text: (target: string) => Promise<string>
  readonly rows: (target: string) => Promise<readonly Row[]>
  /** The named fields of every record, joined by spaces: `alpha 12.00 9.500`. */
  readonly lines: (target: string, ...fields: readonly string[]) => Promise<readonly string[]>
  /** The parameters that a 422 response names, in its order. */
  readonly invalid: (target: string) => Promise<readonly string[]>
  readonly status: (target: string) => Promise<number>
}

/** The API over one market at one time. */
export function apiOf(market: Market, now?: string): Api {
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
    invalid: async (target) => {
      const { status, body } = await ask(app, target)
      assert.equal(status, 422, `${target}: ${body}`)
      return (JSON.parse(body) as { errors: { parameter: string }[] }).errors.map(
        ({ parameter }) => parameter,
      )
    },
    status: async (target) => (await ask(app, target)).status,
  }
}
