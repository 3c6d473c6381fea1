import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from '@prometheus-io/client'
import type { Logger } from 'pino'
import { createServer } from '../http/server/node-http.ts'
import { cannotListen } from './failure.ts'

/** Where metrics are answered. */
export type MetricsPlace = { readonly host: string; readonly port: number }

/** Answers `/metrics` at a port of its own, in plain HTTP, and nothing else, until it is closed. */
export async function answerMetrics(
  { host, port }: MetricsPlace,
  read: () => Promise<string>,
  contentType: Registry['contentType'],
  log: Logger,
): Promise<{ readonly close: () => void }> {
  // Who reads metrics asks briefly and seldom.
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000, keepAlive: true })
  server.maxConnections = 20
  server.on('request', ({ url, method = '' }, response) => {
    if (url?.split('?', 1)[0] !== '/metrics') end(response, 404, 'There is only /metrics here.\n')
    else if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      end(response, 405, '/metrics is read with GET.\n')
    } else {
      read().then(
        (text) => end(response, 200, text, contentType),
        (error: unknown) => {
          log.error(error, 'The metrics cannot be read.')
          end(response, 500, 'The metrics cannot be read; the log says more.\n')
        },
      )
    }
  })
  await listenAt(server, host, port)
  const { address, family, port: bound } = server.address() as AddressInfo
  const shown = family === 'IPv6' ? `[${address}]` : address
  log.info(`Metrics at http://${shown}:${bound}/metrics`)
  return {
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listenAt(server: Server, host: string, port: number): Promise<void> {
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    const what = `The metrics cannot be answered at ${host}, port ${port}`
    throw cannotListen(what, '--metrics-port', error)
  }
}

function end(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
}
