import { lookup, type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { request as requestOn, type IncomingMessage } from 'node:http'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import type { Transform } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { parseWhole } from '../domain/decimal.ts'

/** A request: GET, or POST if it has a body. */
export type OutgoingRequest = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Resolves a host name to all its addresses. */
export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/** How a request is sent. */
export type SendOptions = {
  /** Why a host with these addresses must not be connected to. */
  readonly refusalOf: (addresses: readonly string[]) => string | undefined
  readonly resolve?: Resolve | undefined
  /** The milliseconds until there is a connection, with the resolution of the name and the TLS handshake. */
  readonly connect: number
  readonly headerBytes?: number
  /** The most bytes of a response as received, with headers, chunk framing and TLS records. */
  readonly wireBytes?: number
  readonly signal: AbortSignal
}

/** Where a request failed; `late` is a connection that took too long. `headers` and `wire` are above their limits. */
type SendStep = 'address' | 'name' | 'late' | 'connect' | 'tls' | 'headers' | 'wire' | 'response'

/** A request has no response. */
export class SendError extends Error {
  readonly step: SendStep
  /** The system's code, such as ECONNREFUSED; the message where there is none. */
  readonly reason: string

  constructor(step: SendStep, { message, code = message }: NodeJS.ErrnoException) {
    super(message)
    this.step = step
    this.reason = code
  }
}

/**
 * Sends a request on a connection of its own, and resolves once the headers of the response have arrived. Its body ends with an
 * error if the connection breaks; `destroy` ends the connection. Redirects are not followed, certificates are always verified, and
 * a proxy in the environment is not used.
 */
export async function send(
  request: OutgoingRequest,
  options: SendOptions,
): Promise<IncomingMessage> {
  const socket = await connect(request.url, options)
  try {
    return await exchange(socket, request, options)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Milliseconds until the next address of a host is tried, if this one does not answer. */
const nextAddressAfter = 1_000

/** Connects to the host of a URL. A host that is an address is checked here, because nothing looks it up. */
async function connect(url: URL, options: SendOptions): Promise<Socket> {
  const { refusalOf, resolve = systemResolve, connect: limit, signal } = options
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isAddress = isIP(host) !== 0
  const refusal = isAddress ? refusalOf([host]) : undefined
  if (refusal !== undefined) throw new SendError('address', new Error(refusal))
  signal.throwIfAborted()
  const isTls = url.protocol === 'https:'
  const address = {
    host,
    port: parseWhole(url.port) ?? (isTls ? 443 : 80),
    lookup: checkedLookup(refusalOf, resolve),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfter,
  }
  const socket = isTls
    ? connectTls({
        ...address,
        servername: isAddress ? '' : host,
        ALPNProtocols: ['http/1.1'],
        // Otherwise NODE_TLS_REJECT_UNAUTHORIZED could turn the verification off.
        rejectUnauthorized: true,
      })
    : connectTcp(address)
  const late = new SendError('late', new Error(`there was no connection within ${limit} ms`))
  const timer = setTimeout(() => socket.destroy(late), limit)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw connectError(error as Error)
  } finally {
    clearTimeout(timer)
  }
}

const systemResolve: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback)

/**
 * Refuses a host by its addresses. Node connects to the addresses that were checked, so the name cannot resolve to another one
 * between the check and the connection.
 */
function checkedLookup(refusalOf: SendOptions['refusalOf'], resolve: Resolve): LookupFunction {
  return (hostname, _, callback) =>
    resolve(hostname, (error, found) => {
      if (error !== null) return callback(new SendError('name', error), [])
      if (found.length === 0)
        return callback(new SendError('name', new Error(`${hostname} has no address`)), [])
      const refusal = refusalOf(found.map(({ address }) => address))
      if (refusal === undefined) callback(null, found)
      else callback(new SendError('address', new Error(refusal)), [])
    })
}

/** The error of a connection that was not made. */
function connectError(error: Error): Error {
  if (error instanceof SendError) return error
  // All addresses of the host failed.
  const first = error instanceof AggregateError ? ((error.errors as Error[])[0] ?? error) : error
  const { syscall } = first as NodeJS.ErrnoException
  return new SendError(syscall === 'connect' ? 'connect' : 'tls', first)
}

function exchange(
  socket: Socket,
  { url, headers, body }: OutgoingRequest,
  { headerBytes, wireBytes = Infinity, signal }: SendOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined
    const request = requestOn({
      createConnection: () => socket,
      method: body === undefined ? 'GET' : 'POST',
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        connection: 'close',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      // Browsers, too, accept a length beside chunks and line ends without CR. No other response follows on this connection.
      insecureHTTPParser: true,
      maxHeaderSize: headerBytes,
      signal,
    })
    // First, because to Node a body without a length is whole wherever its connection ends.
    socket.prependListener('error', (error) => answer?.destroy(error))
    request
      .on('socket', () => {
        // Chunk framing and the text of a status line count towards no other limit.
        socket.on('data', () => {
          if (socket.bytesRead <= wireBytes) return
          const message = `the response is larger than ${wireBytes} bytes`
          socket.destroy(new SendError('wire', new Error(message)))
        })
      })
      .on('response', (response) => {
        answer = response
        // A body that nobody reads ends with an error when the connection is destroyed.
        resolve(response.on('error', () => {}))
      })
      .on('error', (error: NodeJS.ErrnoException) => {
        const step = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers' : 'response'
        reject(error instanceof SendError ? error : new SendError(step, error))
      })
      .on('close', () => {
        // So it also ends if the server switches to another protocol.
        const message = 'the connection was closed without a response'
        reject(new SendError('response', new Error(message)))
      })
      .end(body)
  })
}

/** The content encodings that servers are offered. */
export const acceptedEncodings = 'gzip, br, zstd'

/** RFC 9659 limits the window of zstd in HTTP to 8 MiB. Without a limit, a frame may ask for 128 MiB. */
const zstdWindowLog = 23

/** Makes the stream that decompresses a content coding. Some servers send deflate without being offered it. */
export const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  [
    'zstd',
    () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } }),
  ],
  ['deflate', createInflate],
])

/** The milliseconds of a `Retry-After`: seconds or an HTTP date. 0 for anything else, and for a time in the past. */
export function retryAfterDelay(retryAfter: string | undefined, now: number): number {
  const text = retryAfter?.trim() ?? ''
  const seconds = parseWhole(text)
  if (seconds !== undefined) return seconds * 1_000
  const date = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}

/** An HTTP date as RFC 9110 requires servers to send it: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
