import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import { dayLength } from '../../domain/instant.ts'
import { quoted } from '../../domain/text.ts'
import { addressRefusal, type AddressCheck } from '../../outbound/address-check.ts'
import { acceptedEncodings, decoders, send, SendError, type Resolve } from '../../outbound/send.ts'
import type { FailureCode, FetchFault, PageResponse, ResponseHeaders } from './fetch-outcome.ts'

/** The limits of a fetch. Times are in milliseconds. */
export type FetchLimits = {
  /** From the resolution of the name to the end of the TLS handshake. */
  readonly connect: number
  /** All requests of one page with their redirects and bodies, without the pauses between them. */
  readonly total: number
  readonly redirects: number
  readonly urlLength: number
  readonly headerBytes: number
  /** After decompression. */
  readonly bodyBytes: number
  /** As received, with headers, chunk framing and TLS records. */
  readonly wireBytes: number
  /** How many times as large as it was sent a body may be. */
  readonly ratio: number
  /** The bytes that are read of robots.txt; RFC 9309 asks for at least 500 KiB. */
  readonly robotsBytes: number
  /** How long the rules of robots.txt hold. */
  readonly robotsAge: number
  /** Between two requests to one host. */
  readonly pause: number
  /** A longer pause ends the fetch instead. */
  readonly longestPause: number
  /** The longest Retry-After that is obeyed. */
  readonly longestRetry: number
}

/** The limits that docs/fetching.md promises. */
export const fetchLimits: FetchLimits = {
  connect: 5_000,
  total: 30_000,
  redirects: 3,
  urlLength: 2_000,
  headerBytes: 32_768,
  bodyBytes: 16 * 1_048_576,
  wireBytes: 20 * 1_048_576,
  ratio: 100,
  robotsBytes: 512_000,
  robotsAge: dayLength,
  pause: 10_000,
  longestPause: 300_000,
  longestRetry: 7 * dayLength,
}

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

/** A body is not what the fetcher reads. The message is one sentence. */
class BodyError extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Sends one GET request, and reads the response. Cookies are neither kept nor sent. */
export async function get(
  request: GetRequest,
  options: GetOptions,
): Promise<PageResponse | FetchFault> {
  const { url, time, etag, bytes, excess } = request
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
    if (received.end === 'too large' && excess === 'fails') throw tooLarge(request)
    return { ...page, body: await decoded(received.bytes, page, request, limits) }
  } catch (error) {
    // The status says more than what is wrong with the body of an error page.
    if (page !== undefined && page.status !== 200) return page
    const response = page === undefined ? {} : { response: page }
    if (signal.aborted) {
      const message = `The fetch of ${url.href} was stopped.`
      return { kind: 'failed', code: 'stopped', message, ...response }
    }
    if (timeout.aborted) {
      const message = `${url.href} was not answered completely within ${limits.total / 1_000} s.`
      return { kind: 'failed', code: 'timeout', message, ...response }
    }
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

/** Why a request to a URL, which ended with this error, has no usable response. */
function faultOf(error: Error, { host, hostname }: URL, limits: FetchLimits): FetchFault {
  const failed = (code: FailureCode, message: string): FetchFault => ({
    kind: 'failed',
    code,
    message,
  })
  if (error instanceof BodyError) return failed(error.code, error.message)
  const { step, reason, message } =
    error instanceof SendError ? error : new SendError('response', error)
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  switch (step) {
    case 'address':
      return { kind: 'refused', code: 'address', message: `${host} was not requested: ${message}.` }
    case 'name':
      return failed('name', `The name ${name} could not be resolved (${reason}).`)
    case 'late':
      return failed(
        'connect',
        `There was no connection to ${name} within ${limits.connect / 1_000} s.`,
      )
    case 'connect':
      return failed('connect', `${name} could not be connected to (${reason}).`)
    case 'tls':
      return failed(
        'tls',
        `There is no secure connection to ${name}, and TLS errors are never ignored (${reason}).`,
      )
    case 'wire':
      return failed(
        'too-large',
        `The response of ${hostname} is larger than ${limits.wireBytes} bytes.`,
      )
    case 'response':
      return reason === 'HPE_HEADER_OVERFLOW'
        ? failed(
            'headers-too-large',
            `The headers of ${host} are longer than ${limits.headerBytes} bytes.`,
          )
        : failed('protocol', `${host} did not send a complete HTTP response (${quoted(reason)}).`)
  }
}

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

function tooLarge({ url, bytes }: GetRequest): BodyError {
  return new BodyError('too-large', `The body of ${url.href} is larger than ${bytes} bytes.`)
}

/**
 * Decompresses a body. As in browsers, a body with a content coding that nobody knows, such as `none` or `utf-8`, is left as it
 * is. Throws a `BodyError` if the body exceeds a limit or is damaged.
 */
async function decoded(
  raw: Uint8Array,
  { headers }: PageResponse,
  request: GetRequest,
  { ratio }: FetchLimits,
): Promise<Uint8Array> {
  const { 'content-encoding': contentEncoding = '' } = headers
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const [coding, ...others] = codings
  if (coding === undefined || !codings.every((one) => decoders.has(one))) return raw
  const subject = `The body of ${request.url.href}`
  if (others.length > 0) {
    const message = `${subject} has several content codings, ${quoted(contentEncoding)}; one is read.`
    throw new BodyError('encoding', message)
  }
  const most = raw.length * ratio
  const { bytes, end } = await inflate(raw, coding, Math.min(request.bytes, most))
  if (end === 'whole') return bytes
  if (end !== 'too large')
    throw new BodyError('encoding', `${subject} is not complete, valid ${coding}.`)
  if (most < request.bytes)
    throw new BodyError('ratio', `${subject} is more than ${ratio} times as large as it was sent.`)
  if (request.excess === 'fails') throw tooLarge(request)
  return bytes
}

async function inflate(raw: Uint8Array, coding: string, limit: number): Promise<Received> {
  const create = decoders.get(coding) ?? createGunzip
  const inflated = await receive(create().end(raw), limit)
  const isDamagedGzip = inflated.end instanceof Error && create === createGunzip
  return isDamagedGzip ? inflateFirstMember(raw, limit) : inflated
}

/**
 * Inflates the first member of a gzip body. Browsers ignore bytes after it, Node refuses them. Another member after it is no such
 * rest: a damaged one would be lost.
 */
async function inflateFirstMember(raw: Uint8Array, limit: number): Promise<Received> {
  const damaged = { bytes: raw, end: new Error('The body is damaged.') }
  const start = gzipDataStart(raw)
  if (start === undefined) return damaged
  const decoder = createInflateRaw()
  const inflated = await receive(decoder.end(raw.subarray(start)), limit)
  if (inflated.end !== 'whole') return inflated
  const trailer = raw.subarray(start + decoder.bytesWritten)
  if (trailer.length < 8 || gzipDataStart(trailer.subarray(8)) !== undefined) return damaged
  const checksum = new DataView(trailer.buffer, trailer.byteOffset).getUint32(0, true)
  return checksum === crc32(inflated.bytes) ? inflated : damaged
}

/** Where the deflate data of a gzip member begins (RFC 1952, 2.3); `undefined` if the header is not whole. */
function gzipDataStart(bytes: Uint8Array): number | undefined {
  const [first, second, method, flags = 0] = bytes
  if (first !== 0x1f || second !== 0x8b || method !== 8) return undefined
  let at = 10
  const skipText = (): void => {
    const end = bytes.indexOf(0, at)
    at = end === -1 ? bytes.length : end + 1
  }
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256
  if ((flags & 8) !== 0) skipText()
  if ((flags & 16) !== 0) skipText()
  if ((flags & 2) !== 0) at += 2
  return at < bytes.length ? at : undefined
}
