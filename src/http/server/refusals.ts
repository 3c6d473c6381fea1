import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Headers } from '../headers.ts'
import type { HttpResponse } from '../http-response.ts'
import { problem } from '../problems.ts'
import { isHttp1 } from './check-request.ts'
import type { Limits } from './limits.ts'
import { endWithResponse, parserProblem } from './parser-error.ts'

/** Responses to requests that never reach Fastify. */
export type Refusals = {
  /** Remembers the response of a request, because a parser error may follow on the same connection. */
  readonly watch: (request: IncomingMessage, response: ServerResponse) => void
  readonly onParserError: (error: Error, socket: Socket) => void
  readonly refuseMethod: (request: IncomingMessage, response: ServerResponse) => void
  /** Answers CONNECT over HTTP/1, for which Node passes on the bare connection. */
  readonly refuseConnect: (socket: Socket) => void
}

/** What the refusals need. */
export type RefusalOptions = {
  readonly limits: Limits
  /** The headers of every response. */
  readonly headers: Headers
  readonly onRefused: (client: string, response: HttpResponse) => void
}

/** Refusals for the connections of one server. */
export function createRefusals({ limits, headers, onRefused }: RefusalOptions): Refusals {
  const lastResponses = new WeakMap<Socket, ServerResponse>()
  const end = (socket: Socket, refusal: HttpResponse): void => {
    if (!socket.writable) return
    onRefused(socket.remoteAddress ?? '', refusal)
    endWithResponse(socket, refusal, headers)
  }
  return {
    watch(request, response) {
      if (isHttp1(request)) lastResponses.set(request.socket, response)
    },
    onParserError(error, socket) {
      const refusal = parserProblem(error, limits)
      const last = lastResponses.get(socket)
      if (last === undefined || last.destroyed) end(socket, refusal)
      // The error is in the body of the last request. That request has a response already, or gets this one.
      else if (!last.req.complete && last.headersSent) socket.end()
      else if (!last.req.complete || last.writableFinished) end(socket, refusal)
      // The client must not mistake this response for the one to its last request.
      else last.once('finish', () => end(socket, refusal))
    },
    refuseMethod({ method, socket }, response) {
      const refusal = problem(405, `${method} is not for this server; it is read with GET.`)
      onRefused(socket.remoteAddress ?? '', refusal)
      response.writeHead(refusal.status, { ...headers, ...refusal.headers }).end(refusal.body)
    },
    refuseConnect(socket) {
      // Node passes the connection on with its errors and timeouts.
      socket.on('error', () => socket.destroy())
      socket.setTimeout(limits.idleSocket, () => socket.destroy())
      end(socket, problem(405, 'CONNECT is not for this server; it is no proxy.'))
    },
  }
}
