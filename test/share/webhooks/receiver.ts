import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

/** A request that the receiver got, with its whole body. */
export type ReceivedPost = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A webhook receiver on 127.0.0.1. */
export type Receiver = {
  readonly port: number
  readonly url: string
  readonly received: readonly ReceivedPost[]
}

/** Answers a request; by default with 204. */
export type Answer = (
  post: ReceivedPost,
  response: ServerResponse,
  request: IncomingMessage,
) => void

/** Starts a receiver. It ends with the test. */
export async function startReceiver(
  t: Pick<TestContext, 'after'>,
  answer: Answer = (_, response) => response.writeHead(204).end(),
): Promise<Receiver> {
  const received: ReceivedPost[] = []
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request
    const post = { method, path, headers, body: await text(request) }
    received.push(post)
    answer(post, response, request)
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    listener(request, response).catch(() => request.destroy())
  }
  const server = createServer(onRequest)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/hook`, received }
}
