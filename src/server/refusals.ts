import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Headers } from '../http/headers.ts'
import type { HttpResponse } from '../http/http-response.ts'
import { problem } from '../http/problems.ts'
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

/** The options of `createRefusals`. */
export type RefusalOptions = {
  readonly limits: Limits
  /** The headers of every response. */
  readonly headers: Headers
  readonly onRefused: (client: string, response: HttpResponse) => void
}

/** Refusals for the connections of one server. */
export function createRefusals({ limits, headers, onRefused }: RefusalOptions): Refusals {
  const connections = new WeakMap<Socket, LastResponses>()
  const end = (socket: Socket, refusal: HttpResponse): void => {
    if (!socket.writable) return
    onRefused(socket.remoteAddress ?? '', refusal)
    endWithResponse(socket, refusal, headers)
  }
  return {
    watch(request, response) {
      if (!isHttp1(request)) return
      const before = connections.get(request.socket)?.last
      connections.set(request.socket, {
        last: response,
        before: isOver(before) ? undefined : before,
      })
    },
    onParserError(error, socket) {
      const refusal = parserProblem(error, limits)
      const { last, before } = connections.get(socket) ?? {}
      if (last === undefined || last.req.complete) afterwards(last, () => end(socket, refusal))
      else
        afterwards(before, () => {
          // The error is in the body of the last request. That request has a response by now, or gets this one.
          if (last.headersSent) afterwards(last, () => socket.end())
          else end(socket, refusal)
        })
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
      const refusal = problem(405, 'CONNECT is not for this server; it is not a proxy.')
      afterwards(connections.get(socket)?.last, () => end(socket, refusal))
    },
  }
}

/** The response to the last request of a connection, and the one before it while that is not sent. */
type LastResponses = {
  readonly last: ServerResponse
  readonly before: ServerResponse | undefined
}

/** Calls back once a response is sent, because the client must not mistake another response for it. */
function afterwards(response: ServerResponse | undefined, callback: () => void): void {
  if (isOver(response)) callback()
  else response?.once('close', callback)
}

function isOver(response: ServerResponse | undefined): boolean {
  return response === undefined || response.writableFinished || response.destroyed
}
