import {
  FetchError,
  codeOrMessage,
  type PageResponse,
  type FetchFault,
  type ResponseHeaders,
} from './fetch-outcome.ts'
import { request as requestOn, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import {
  acceptedEncodings,
  decodeBody,
  receiveBody,
  growingBytes,
  type BodyLimits,
} from './body.ts'
import { connectGuarded, type ConnectionSettings } from './guarded-connector.ts'
import { AddressRefusal } from '../../outbound/address-check.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { quoted } from '../../domain/text.ts'

/** How requests are sent. */
export type SendSettings = ConnectionSettings & {
  readonly userAgent: string
  readonly signal: AbortSignal
}

/** One request: the URL, how long it may take, and the ETag that the response is compared with. */
export type GetRequest = {
  readonly url: URL
  readonly time: number
  readonly etag?: string
  readonly body: BodyLimits
}

/**
 * Sends one GET request on a connection of its own, and reads the response. Redirects are not followed, cookies are neither kept
 * nor sent, certificates are always verified, and a proxy in the environment is not used.
 */
export async function sendRequest(
  request: GetRequest,
  options: SendSettings,
): Promise<PageResponse | FetchFault> {
  const { url, time } = request
  const { limits, signal } = options
  const timeout = AbortSignal.timeout(time)
  let socket: Socket | undefined
  let arrived: PageResponse | undefined
  try {
    const either = AbortSignal.any([signal, timeout])
    socket = await connectGuarded(url, options, either)
    const response = await respond(socket, request, options, either)
    const { page, error } = await read(response, request)
    // The status says more than what is wrong with the body of an error page.
    if (page.status !== 200) return page
    arrived = page
    // Without a length, a body seems complete wherever the connection ends.
    const failure = socket.errored ?? error
    if (failure !== undefined) throw failure
    return page
  } catch (error) {
    const response = arrived === undefined ? {} : { response: arrived }
    if (signal.aborted) {
      const message = `The fetch of ${url.href} was stopped.`
      return { kind: 'failed', code: 'stopped', message, ...response }
    }
    if (timeout.aborted) {
      const message = `${url.href} was not answered completely within ${limits.total / 1_000} s.`
      return { kind: 'failed', code: 'timeout', message, ...response }
    }
    return { ...faultOf(socket?.errored ?? (error as Error), url, limits), ...response }
  } finally {
    socket?.destroy()
  }
}

/** Sends the request on a connection, and resolves once the headers of the response have arrived. */
async function respond(
  connection: Socket,
  request: GetRequest,
  options: SendSettings,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { url } = request
  const { headerBytes, wireBytes } = options.limits
  return new Promise((resolve, reject) => {
    requestOn({
      createConnection: () => connection,
      path: `${url.pathname}${url.search}`,
      headers: headersOf(request, options),
      // Browsers, too, accept a length beside chunks and line ends without CR. No other response follows on this connection.
      insecureHTTPParser: true,
      maxHeaderSize: headerBytes,
      signal,
    })
      .on('socket', (socket) => {
        // Chunk framing and the text of a status line count towards no other limit.
        socket.on('data', () => {
          if (socket.bytesRead <= wireBytes) return
          const message = `The response of ${url.hostname} is larger than ${wireBytes} bytes.`
          socket.destroy(new FetchError('too-large', message))
        })
      })
      .on('response', resolve)
      .on('upgrade', () => reject(new Error('it switches to another protocol')))
      .on('error', reject)
      .end()
  })
}

function headersOf({ url, etag }: GetRequest, { userAgent }: SendSettings): Record<string, string> {
  return {
    host: url.host,
    connection: 'close',
    'user-agent': userAgent,
    accept: '*/*',
    'accept-encoding': acceptedEncodings,
    ...(etag !== undefined && { 'if-none-match': etag }),
  }
}

/** Reads a response. With an error, its body is what arrived, as it was sent. */
async function read(
  response: IncomingMessage,
  { url, body: limits }: GetRequest,
): Promise<{ readonly page: PageResponse; readonly error?: Error }> {
  const { statusCode: status = 0 } = response
  const headers = headersIn(response.headers)
  // A body that nobody reads ends with an error when the socket is destroyed.
  response.on('error', () => {})
  if (status === 304 || isRedirect(status, headers)) return { page: { status, headers } }
  const received = growingBytes(limits.bytes)
  let raw: Uint8Array | undefined
  try {
    raw = await receiveBody(response, received, limits, url)
    const body = await decodeBody(raw, headers['content-encoding'] ?? '', limits, url)
    return { page: { status, headers, body } }
  } catch (error) {
    const body = raw ?? received.take()
    return { page: { status, headers, ...(body.length > 0 && { body }) }, error: error as Error }
  }
}

/** Whether a response sends the client to another URL. */
export function isRedirect(status: number, headers: ResponseHeaders): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers['location'] !== undefined
}

function headersIn(
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
): ResponseHeaders {
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    // A cookie identifies a visit, so it is not kept as evidence.
    if (value === undefined || name === 'set-cookie') return []
    return [[name, typeof value === 'string' ? value : value.join(', ')] as const]
  })
  return Object.fromEntries(entries)
}

/** Why a request to a URL, which ended with this error, has no usable response. */
function faultOf(error: Error, { host }: URL, limits: FetchLimits): FetchFault {
  const { message } = error
  if (error instanceof AddressRefusal) {
    return { kind: 'refused', code: 'address', message: `${host} was not requested: ${message}.` }
  }
  if (error instanceof FetchError) return { kind: 'failed', code: error.code, message }
  const reason = codeOrMessage(error)
  if (reason === 'HPE_HEADER_OVERFLOW') {
    const sentence = `The headers of ${host} are longer than ${limits.headerBytes} bytes.`
    return { kind: 'failed', code: 'headers-too-large', message: sentence }
  }
  const sentence = `${host} did not send a complete HTTP response (${quoted(reason)}).`
  return { kind: 'failed', code: 'protocol', message: sentence }
}
