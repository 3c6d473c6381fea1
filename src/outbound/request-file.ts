import { Failure } from '../domain/failure.ts'
import { isLoopback } from './address-check.ts'
import { quoted } from '../domain/text.ts'

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

/** Requests a file. Throws a `Failure` if the response is neither the file nor says that there is none. */
export async function requestFile(
  address: string,
  { limits, signal }: RequestOptions,
  etag?: string,
): Promise<FileResponse> {
  const wait = createWait(limits, signal)
  try {
    const response = await wait.forProgress(
      fetch(address, {
        redirect: 'manual',
        signal: wait.signal,
        headers: etag === undefined ? {} : { 'if-none-match': etag },
      }),
    )
    const { status, headers, body } = response
    if (status === 200 && body !== null)
      return { is: 'there', etag: headers.get('etag') ?? undefined, chunks: chunksOf(body) }
    await body?.cancel()
    if (status === 404) return { is: 'absent' }
    if (status === 304 && etag !== undefined) return { is: 'unchanged' }
    throw new Failure('unreachable', `${address} ${reasonOfStatus(response)}`)
  } catch (error) {
    throw failureOf(error)
  }

  async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    const reader = body.getReader()
    try {
      for (;;) {
        const { done, value } = await wait.forProgress(reader.read())
        if (done) return
        yield value
      }
    } catch (error) {
      throw failureOf(error)
    } finally {
      await reader.cancel().catch(() => undefined)
    }
  }

  function failureOf(error: unknown): unknown {
    // A stop is no failure of the server.
    if (error instanceof Failure || signal.aborted) return error
    return new Failure('unreachable', `${address} cannot be read: ${causeText(error)}.`)
  }
}

/** Waits for parts of a response, and aborts its request once one of them, or all together, takes too long. */
function createWait({ progress, total }: RequestLimits, stop: AbortSignal) {
  const stalled = new AbortController()
  const signal = AbortSignal.any([stop, stalled.signal, AbortSignal.timeout(total)])
  return {
    signal,
    async forProgress<T>(part: Promise<T>): Promise<T> {
      const reason = new Error(`nothing came for ${progress / 1000} seconds`)
      const timer = setTimeout(() => stalled.abort(reason), progress)
      try {
        return await part
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Why a response is not a file. */
function reasonOfStatus({ status, headers }: Response): string {
  const location = headers.get('location')
  if (status < 300 || status >= 400 || location === null) return `answers with status ${status}.`
  const target = quoted(URL.parse(location)?.href ?? location, 300)
  return `redirects to ${target}; give the address to which it leads.`
}

/** The reason of an error of `fetch`, which is often in its cause. */
function causeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'the whole response takes too long'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
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
