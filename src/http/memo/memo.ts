import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { draining } from '../server/drain.ts'
import { guard, isHttp1 } from '../server/guard.ts'
import type { Limits } from '../server/limits.ts'
import type { Listener } from '../server/listener.ts'
import { minPosition } from '../server/min-position.ts'
import { emptyLine, longestHead, viewed, type Viewed } from './head-number.ts'
import type { Quick } from './quick.ts'
import { readInto } from './straight.ts'

/**
 * Answers, in front of Node's HTTP server, requests whose parts were parsed before: parser and router cost more than most
 * answers (decision 011).
 *
 * Why the bytes are the same without it: a request is a line, and lines of headers that do not depend on it. The headers are
 * answered for only if Node's parser and our guard have accepted the very same bytes, as those of a GET or HEAD without a body
 * on a connection that stays open; the line only if it is written in the plainest way. All else is handed to Node's server
 * untouched, and so is what follows a request that Node has not finished answering.
 *
 * Why limits, timeouts and shutdown stay as they are: Node times each request that it is handed; a connection of which it was
 * handed none is closed when it has been idle for as long as Node would wait; a client that does not read what was written is
 * handed to Node, which waits for it; while the server drains, every request is.
 */
export function rememberHeads(server: Listener, quick: Quick, limits: Limits): void {
  const connections = new WeakMap<Socket, Connection>()
  /** What all connections are read into: what arrives is dealt with before anything else does. */
  const memory = viewed(Buffer.allocUnsafeSlow(readSize))
  let isDraining = false
  server.once(draining, () => {
    isDraining = true
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isHttp1(request)) connections.get(request.socket)?.arrived.push({ request, response })
  })
  // Node has let go of such a connection: its parser may already be that of another.
  server.prependListener('connect', ({ socket }: IncomingMessage) => {
    const connection = connections.get(socket)
    if (connection !== undefined) connection.isLetGo = true
  })
  // To Node a connection of which it was handed no request is one that says nothing: it says so, once for each.
  const [answerError] = server.listeners('clientError') as ((
    error: Error,
    socket: Socket,
  ) => void)[]
  server.removeAllListeners('clientError')
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    if (!isLate || connections.get(socket)?.heardBy !== 'memo')
      answerError?.call(server, error, socket)
  })
  const isSecure = 'setSecureContext' in server
  // After Node's own listener, which was there first.
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket | TLSSocket) => {
    const [toNode, ...others] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    // A session of HTTP/2 reads its socket by other means.
    if (toNode === undefined || others.length > 0) return
    const take = (arrived: Viewed, length: number): void => {
      // Behind our last response nothing is looked at (http/server/linger.ts).
      if (connection.isLetGo || socket.writableEnded) return
      quick.settle(socket)
      const start = isDraining ? 0 : answerKnown(connection, arrived, length, quick)
      if (start > 0 && connection.heardBy === undefined) {
        connection.heardBy = 'memo'
        socket.setTimeout(limits.keepAlive + keepAliveSpare)
      }
      if (start < length) handOver(connection, arrived.bytes.subarray(start, length), quick, limits)
    }
    const onData = (bytes: Buffer): void => take(viewed(bytes), bytes.length)
    const connection: Connection = {
      socket,
      toNode,
      arrived: [],
      heardBy: undefined,
      unanswered: 0,
      isLost: false,
      isLetGo: false,
    }
    connections.set(socket, connection)
    socket.off('data', toNode)
    socket.on('data', onData)
    // Before Node ends its side as well.
    socket.prependListener('end', () => quick.settle(socket))
    readInto(socket, memory.bytes, (length) => take(memory, length))
  })
}

type Connection = {
  readonly socket: Socket
  readonly toNode: (this: Socket, bytes: Buffer) => void
  /** The requests that Node has found in the bytes that it was handed last. */
  readonly arrived: { readonly request: IncomingMessage; readonly response: ServerResponse }[]
  /** Who has had its first request: Node once it was handed a part of one, and until then us. */
  heardBy: 'memo' | 'node' | undefined
  /** How many requests Node has not finished answering. */
  unanswered: number
  /** Whether only Node knows where its next request begins. */
  isLost: boolean
  /** Whether what still comes is for nobody. */
  isLetGo: boolean
}

/** The most that is read at once, as Node does. */
const readSize = 65_536

/** As Node has it: who uses a connection in the last moment of what it was told is still heard. */
const keepAliveSpare = 1_000

/** What stands before the headers; a line that stands before that, which Node passes over, would count as one of theirs. */
const requestLine = /^(?:GET|HEAD) \S+ HTTP\/1\.1\r\n(.*)$/s

/** Answers as many requests at the start of what arrived as it can, and returns where the rest begins. */
function answerKnown(
  { socket, unanswered, isLost }: Connection,
  arrived: Viewed,
  length: number,
  quick: Quick,
): number {
  if (isLost || unanswered > 0) return 0
  let start = 0
  // What could not be written at once waits for its reader, and with it all that comes after.
  while (start < length && socket.writableLength === 0 && socket.writable) {
    const end = quick.answer(arrived, start, length, socket)
    if (end === start) break
    start = end
    if (start < length) quick.settle(socket)
  }
  return start
}

/** Gives bytes to Node's server, and learns the headers that it accepts. */
function handOver(connection: Connection, shared: Buffer, quick: Quick, limits: Limits): void {
  const { socket, toNode, arrived } = connection
  quick.settle()
  // Node keeps what it is given for as long as it likes; of an error it shows the packet later.
  const bytes = Buffer.from(shared)
  arrived.length = 0
  // Empty lines begin no request: Node passes over them, and goes on waiting for the first.
  if (!bytes.every((byte) => byte === 13 || byte === 10)) connection.heardBy = 'node'
  toNode.call(socket, bytes)
  const heads = connection.isLost ? [] : headsOf(bytes)
  connection.isLost ||= heads.length === 0 || heads.length !== arrived.length
  for (const [index, { request, response }] of arrived.entries()) {
    connection.unanswered++
    response.once('close', () => connection.unanswered--)
    connection.isLost ||= !isPlain(request, limits)
    if (connection.isLost) return
    const head = heads[index] ?? ''
    const [, headers] = requestLine.exec(head) ?? []
    if (headers !== undefined && head.length <= longestHead) quick.learn(headers, request.headers)
  }
}

/** The heads that some bytes are; none if they are anything else. */
function headsOf(bytes: Buffer): readonly string[] {
  const text = bytes.toString('latin1')
  if (!text.endsWith(emptyLine)) return []
  return text
    .slice(0, -emptyLine.length)
    .split(emptyLine)
    .map((head) => head + emptyLine)
}

/** Whether the headers of a request mean the same with every plain request line: nothing in them is about this one alone. */
function isPlain(request: IncomingMessage, limits: Limits): boolean {
  const { httpVersion, headers, method } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const staysOpen = (headers.connection ?? 'keep-alive').toLowerCase() === 'keep-alive'
  const isBare = notPlain.every((name) => headers[name] === undefined)
  const isSound = guard(request, limits) === undefined
  return isRead && httpVersion === '1.1' && staysOpen && isBare && isSound
}

/** Headers that ask to be waited for, announce a body, or ask for something to be done with the connection; Node obeys the old one of proxies too. */
const notPlain: readonly string[] = [
  minPosition,
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
]
