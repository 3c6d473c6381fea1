import { pipeline, type Readable } from 'node:stream'
import { Failure } from '../domain/failure.ts'
import { quoted } from '../domain/text.ts'
import { isLoopback } from './address-check.ts'
import { acceptedEncodings, decoders, send } from './send.ts'

/** The limits of a request, in milliseconds. */
export type RequestLimits = {
  /** The longest wait for the next bytes. */
  readonly progress: number
  /** A whole response, with the time in which it is processed. */
  readonly total: number
}

type RequestOptions = { readonly limits: RequestLimits; readonly signal: AbortSignal }

/** A response: bytes, or that there is nothing, or that nothing has changed since the ETag. */
export type FileResponse =
  | { readonly is: 'absent' | 'unchanged' }
  | {
      readonly is: 'there'
      readonly etag: string | undefined
      readonly chunks: AsyncGenerator<Uint8Array, void>
    }

/**
 * Reads an address that a command was given. Refuses one that would show the requests to others, and one whose password would show
 * in messages.
 */
export function readAddress(text: string): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure('usage', `${text} is not an address, such as https://rates.example.`)
  if (url.username !== '' || url.password !== '')
    throw new Failure('usage', 'Give an address without a user name and a password.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname.replaceAll(/[[\]]/g, '')))
    throw new Failure(
      'usage',
      `${text}: give an address with https; http is only for this machine.`,
    )
  return url
}

/**
 * Requests a file of an address that passed `readAddress`; a person named it, so it may be private. Throws a `Failure` if the
 * response is neither the file nor says that there is none.
 */
export async function requestFile(
  address: string,
  { limits, signal: stop }: RequestOptions,
  etag?: string,
): Promise<FileResponse> {
  const { progress } = limits
  const total = AbortSignal.timeout(limits.total)
  const stalled = new AbortController()
  const signal = AbortSignal.any([stop, stalled.signal, total])
  const headers = {
    'user-agent': 'Ratebook',
    accept: '*/*',
    'accept-encoding': acceptedEncodings,
    ...(etag !== undefined && { 'if-none-match': etag }),
  }
  const response = await inTime(
    send(
      { url: new URL(address), headers },
      { refusalOf: () => undefined, connect: progress, signal },
    ),
  )
  const { statusCode: status = 0, headers: fields } = response
  if (status === 200)
    return {
      is: 'there',
      etag: fields.etag,
      chunks: chunksOf(decodedStream(response, fields['content-encoding'])),
    }
  response.destroy()
  if (status === 404) return { is: 'absent' }
  if (status === 304 && etag !== undefined) return { is: 'unchanged' }
  throw new Failure('unreachable', `${address} ${reasonOfStatus(status, fields.location)}`)

  async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array, void> {
    const chunks = body.iterator() as AsyncIterator<Uint8Array, undefined>
    try {
      for (;;) {
        const { done, value } = await inTime(chunks.next())
        if (done === true) return
        yield value
      }
    } finally {
      body.destroy()
    }
  }

  /** Waits for a part of the response, and ends the request if it takes too long. */
  async function inTime<Part>(part: Promise<Part>): Promise<Part> {
    const timer = setTimeout(() => stalled.abort(), progress)
    try {
      return await part
    } catch (error) {
      // A stop is no failure of the server.
      if (stop.aborted) throw error
      throw new Failure('unreachable', `${address} cannot be read: ${causeText(error as Error)}.`)
    } finally {
      clearTimeout(timer)
    }
  }

  function causeText({ message }: Error): string {
    if (stalled.signal.aborted) return `nothing came for ${progress / 1000} seconds`
    return total.aborted ? 'the whole response takes too long' : message
  }
}

/** The bytes of a response without its content coding. */
function decodedStream(body: Readable, coding = ''): Readable {
  const decoder = decoders.get(coding.toLowerCase())?.()
  return decoder === undefined ? body : pipeline(body, decoder, () => {})
}

/** Why a response is not a file. */
function reasonOfStatus(status: number, location: string | undefined): string {
  if (status < 300 || status >= 400 || location === undefined)
    return `answers with status ${status}.`
  const target = quoted(URL.parse(location)?.href ?? location, 300)
  return `redirects to ${target}; give the address to which it leads.`
}

/** Reads a body, and stops just after the limit. */
export async function readBytes(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of chunks) {
    parts.push(part)
    size += part.byteLength
    if (size > limit) break
  }
  return Buffer.concat(parts)
}
