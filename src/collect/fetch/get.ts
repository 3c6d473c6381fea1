import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import { dayLength } from '../../domain/instant.ts'
import { quoted } from '../../domain/text.ts'
import { addressRefusal, type AddressCheck } from '../../outbound/address-check.ts'
import { acceptedEncodings, decoders, send, type Resolve, SendError } from '../../outbound/send.ts'
import type { FailureCode, FetchFault, PageResponse, ResponseHeaders } from './fetch-outcome.ts'

/** The limits that docs/fetching.md promises. Times are in milliseconds. */
export const fetchLimits = {
  /** From the resolution of the name to the end of the TLS handshake. */
  connect: 5_000,
  /** All requests of one page with their redirects and bodies, without the pauses between them. */
  total: 30_000,
  redirects: 3,
  urlLength: 2_000,
  headerBytes: 32_768,
  /** After decompression. */
  bodyBytes: 16 * 1_048_576,
  /** As received, with headers, chunk framing and TLS records. */
  wireBytes: 20 * 1_048_576,
  /** How many times as large as it was sent a body may be. */
  ratio: 100,
  /** The bytes that are read of robots.txt; RFC 9309 asks for at least 500 KiB. */
  robotsBytes: 512_000,
  /** How long the rules of robots.txt hold. */
  robotsAge: dayLength,
  /** Between two requests to one host. */
  pause: 10_000,
  /** A longer pause ends the fetch instead. */
  longestPause: 300_000,
  /** The longest Retry-After that is obeyed. */
  longestRetry: 7 * dayLength,
}

export type FetchLimits = Readonly<typeof fetchLimits>

/** How requests are sent. */
export type GetOptions = {
  readonly check: AddressCheck
  readonly resolve: Resolve | undefined
  readonly limits: FetchLimits
  readonly userAgent: string
  readonly signal: AbortSignal
}

/** One request. */
export type GetRequest = {
  readonly url: URL
  /** How long it may take, in milliseconds. */
  readonly time: number
  readonly etag: string | undefined
  /** The most bytes of the body, as received, and after decompression. */
  readonly bytes: number
  /** Whether a larger body is a failure, or only its beginning counts. */
  readonly excess: 'fails' | 'is cut off'
}

/** Sends one GET request, and reads the response. Cookies are neither kept nor sent. */
export async function get(
  request: GetRequest,
  options: GetOptions,
): Promise<PageResponse | FetchFault> {
  const { url, time, etag, bytes } = request
  const { check, resolve, limits, userAgent, signal } = options
  const timeout = AbortSignal.timeout(time)
  let page: PageResponse | undefined
  try {
    const headers = {
      'user-agent': userAgent,
      accept: '*/*',
      'accept-encoding': acceptedEncodings,
      ...(etag !== undefined && { 'if-none-match': etag }),
    }
    const response = await send(
      { url, headers },
      {
        refusalOf: (addresses) => addressRefusal(addresses, check),
        resolve,
        connect: limits.connect,
        headerBytes: limits.headerBytes,
        wireBytes: limits.wireBytes,
        signal: AbortSignal.any([signal, timeout]),
      },
    )
    page = { status: response.statusCode ?? 0, headers: headersIn(response.headers) }
    if (page.status === 304 || isRedirect(page)) {
      response.destroy()
      return page
    }
    const received = await receive(response, bytes)
    if (received.bytes.length > 0) page = { ...page, body: received.bytes }
    if (received.end instanceof Error) throw received.end
    const body = await decoded(received, page, request, limits)
    // The status says more than what is wrong with the body of an error page.
    if (body instanceof Uint8Array) return { ...page, body }
    return page.status === 200 ? { ...body, response: page } : page
  } catch (error) {
    if (page !== undefined && page.status !== 200) return page
    const response = page === undefined ? {} : { response: page }
    const { href } = url
    const late = `${href} was not answered completely within ${limits.total / 1_000} s.`
    if (signal.aborted)
      return { ...failed('stopped', `The fetch of ${href} was stopped.`), ...response }
    if (timeout.aborted) return { ...failed('timeout', late), ...response }
    return { ...faultOf(error as Error, url, limits), ...response }
  }
}

function headersIn(fields: IncomingHttpHeaders): ResponseHeaders {
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    // A cookie identifies a visit, so it is not kept as evidence.
    if (value === undefined || name === 'set-cookie') return []
    return [[name, typeof value === 'string' ? value : value.join(', ')] as const]
  })
  return Object.fromEntries(entries)
}

/** Whether a response sends the client to another URL. */
export function isRedirect({ status, headers }: PageResponse): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers['location'] !== undefined
}

function failed(code: FailureCode, message: string): FetchFault {
  return { kind: 'failed', code, message }
}

/** Why a request to a URL, which ended with this error, has no usable response. */
function faultOf(error: Error, { host, hostname }: URL, limits: FetchLimits): FetchFault {
  const { step, reason, message } =
    error instanceof SendError ? error : new SendError('response', error)
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  const sentences: Readonly<Record<typeof step, string>> = {
    address: `${host} was not requested: ${message}.`,
    name: `The name ${name} could not be resolved (${reason}).`,
    late: `There was no connection to ${name} within ${limits.connect / 1_000} s.`,
    connect: `${name} could not be connected to (${reason}).`,
    tls: `There is no secure connection to ${name}, and TLS errors are never ignored (${reason}).`,
    headers: `The headers of ${host} are longer than ${limits.headerBytes} bytes.`,
    wire: `The response of ${hostname} is larger than ${limits.wireBytes} bytes.`,
    response: `${host} did not send a complete HTTP response (${quoted(reason)}).`,
  }
  if (step === 'address') return { kind: 'refused', code: step, message: sentences.address }
  return failed(codes[step], sentences[step])
}

const codes = {
  name: 'name',
  late: 'connect',
  connect: 'connect',
  tls: 'tls',
  headers: 'headers-too-large',
  wire: 'too-large',
  response: 'protocol',
} as const

/** The bytes of a stream up to a limit, and how it ended. */
type Received = {
  readonly bytes: Uint8Array
  readonly end: 'whole' | 'too large' | Error
}

/**
 * Receives a stream into a buffer that grows in place. Chunks are copied, because a tiny one would keep the whole buffer alive that
 * it was received in. An async iterator would queue them, and take many times their size.
 */
async function receive(body: Readable, limit: number): Promise<Received> {
  const buffer = new ArrayBuffer(0, { maxByteLength: limit })
  const view = new Uint8Array(buffer)
  let size = 0
  const end = await new Promise<Received['end']>((resolve) => {
    body.on('data', (chunk: Uint8Array) => {
      const fitting = chunk.subarray(0, limit - size)
      const needed = size + fitting.length
      if (needed > buffer.byteLength)
        buffer.resize(Math.min(limit, Math.max(needed, buffer.byteLength * 2, 65_536)))
      view.set(fitting, size)
      size = needed
      if (fitting.length === chunk.length) return
      resolve('too large')
      body.destroy()
    })
    body.on('end', () => resolve('whole'))
    body.on('error', resolve)
  })
  return { bytes: new Uint8Array(buffer.transferToFixedLength(size)), end }
}

/**
 * Decompresses a body. As in browsers, a body with a content coding that nobody knows, such as `none` or `utf-8`, is left as it
 * is. A body that exceeds a limit or is damaged is a fault.
 */
async function decoded(
  received: Received,
  { headers }: PageResponse,
  { url, bytes: limit, excess }: GetRequest,
  { ratio }: FetchLimits,
): Promise<Uint8Array | FetchFault> {
  const subject = `The body of ${url.href}`
  const tooLarge = failed('too-large', `${subject} is larger than ${limit} bytes.`)
  const raw = received.bytes
  if (received.end === 'too large' && excess === 'fails') return tooLarge
  const { 'content-encoding': contentEncoding = '' } = headers
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const [coding, ...others] = codings
  if (coding === undefined || !codings.every((one) => decoders.has(one))) return raw
  if (others.length > 0) {
    const message = `${subject} has several content codings, ${quoted(contentEncoding)}; one is read.`
    return failed('encoding', message)
  }
  const most = raw.length * ratio
  const { bytes, end } = await inflate(raw, coding, Math.min(limit, most))
  if (end instanceof Error)
    return failed('encoding', `${subject} is not complete, valid ${coding}.`)
  if (end === 'whole') return bytes
  if (most < limit)
    return failed('ratio', `${subject} is more than ${ratio} times as large as it was sent.`)
  return excess === 'fails' ? tooLarge : bytes
}

async function inflate(raw: Uint8Array, coding: string, limit: number): Promise<Received> {
  const create = decoders.get(coding) ?? createGunzip
  const inflated = await receive(create().end(raw), limit)
  const isDamagedGzip = inflated.end instanceof Error && create === createGunzip
  return isDamagedGzip ? inflateFirstMember(raw, limit) : inflated
}

/** The length of a gzip header without the optional fields, which web servers do not send. */
const gzipHeader = 10

/**
 * Inflates the first member of a gzip body. Browsers ignore bytes after it, Node refuses them. Another member after it is no such
 * rest: a damaged one would be lost.
 */
async function inflateFirstMember(raw: Uint8Array, limit: number): Promise<Received> {
  const damaged = { bytes: raw, end: new Error('The body is damaged.') }
  if (!isGzip(raw) || raw[3] !== 0) return damaged
  const decoder = createInflateRaw()
  const inflated = await receive(decoder.end(raw.subarray(gzipHeader)), limit)
  if (inflated.end !== 'whole') return inflated
  const trailer = raw.subarray(gzipHeader + decoder.bytesWritten)
  if (trailer.length < 8 || isGzip(trailer.subarray(8))) return damaged
  const checksum = new DataView(trailer.buffer, trailer.byteOffset).getUint32(0, true)
  return checksum === crc32(inflated.bytes) ? inflated : damaged
}

/** Whether bytes begin as a gzip member does (RFC 1952, 2.3). */
function isGzip([first, second, method]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && method === 8
}
