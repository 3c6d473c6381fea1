import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { TestContext } from 'node:test'
import { listen } from './raw-server.ts'

/** A request as it arrived. */
export type BankRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

/** A server of an institution for tests. */
export type BankServer = {
  readonly port: number
  /** All requests, and those that are not for robots.txt. */
  readonly requests: readonly BankRequest[]
  readonly pages: readonly BankRequest[]
  /** How many connections were opened. */
  readonly connections: () => number
}

/** How a server answers, and where it listens. */
export type BankOptions = {
  readonly address?: string
  /** The certificate of test/support/tls to show; plain HTTP without one. */
  readonly certificate?: 'valid' | 'expired' | 'other-host' | 'first'
  readonly robots?: (request: IncomingMessage, response: ServerResponse) => void
}

/** Starts a server, by default without a robots.txt. It ends with the test. */
export async function startBank(
  t: Pick<TestContext, 'after'>,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: BankOptions = {},
): Promise<BankServer> {
  const { certificate } = options
  const robots = options.robots ?? ((_, response) => response.writeHead(404).end())
  const requests: BankRequest[] = []
  const listener: RequestListener = (request, response) => {
    const { url: path = '', headers } = request
    requests.push({ path, headers })
    if (path === '/robots.txt') robots(request, response)
    else answer(request, response)
  }
  const server =
    certificate === undefined
      ? createServer(listener)
      : createTlsServer(tlsFiles(certificate), listener)
  let connections = 0
  server.on('connection', () => connections++)
  const port = await listen(t, server, options.address)
  return {
    port,
    requests,
    get pages() {
      return requests.filter(({ path }) => path !== '/robots.txt')
    },
    connections: () => connections,
  }
}

function tlsFiles(name: string): { readonly cert: Buffer; readonly key: Buffer } {
  const read = (file: string): Buffer =>
    readFileSync(new URL(`../../support/tls/${file}.pem`, import.meta.url))
  return {
    cert: read(`${name}-cert`),
    key: read(name === 'first' ? 'first-key' : 'host-key'),
  }
}
