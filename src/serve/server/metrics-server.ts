import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from '@prometheus-io/client'
import type { Logger } from 'pino'
import { cannotListen } from '../../domain/failure.ts'
import type { MetricsAddress } from './read-setting.ts'

/** Starts a plain HTTP server that answers `/metrics` and nothing else. */
export async function startMetricsServer(
  { host, port }: MetricsAddress,
  readMetrics: () => Promise<string>,
  contentType: Registry['contentType'],
  log: Logger,
): Promise<{ readonly close: () => void }> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 })
  server.maxConnections = 20
  server.on('request', ({ url, method = '' }, response) => {
    if (url?.split('?', 1)[0] !== '/metrics')
      respond(response, 404, 'This server answers /metrics only.\n')
    else if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      respond(response, 405, 'Use GET to read /metrics.\n')
    } else {
      readMetrics().then(
        (text) => respond(response, 200, text, contentType),
        (error: unknown) => {
          log.error(error, 'The metrics cannot be read.')
          respond(response, 500, 'The metrics cannot be read; the log says why.\n')
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
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    const what = `The metrics cannot be answered at ${host}, port ${port}`
    throw cannotListen(what, '--metrics-port', error)
  }
}

function respond(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
}
