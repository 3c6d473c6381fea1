import { Failure } from '../domain/failure.ts'
import { isLoopback } from '../outbound/address-check.ts'

/** The limits of a mirror's requests. Times are in milliseconds; bytes count after decompression. */
export type RequestLimits = {
  /** The longest wait for the next bytes. */
  readonly progress: number
  /** A whole response, with the time in which its entries are verified. */
  readonly total: number
  /** The most bytes of a line: more than an entry of the most offers that a sheet may have. */
  readonly line: number
}

/** The limits that docs/mirror.md promises. */
export const requestLimits: RequestLimits = {
  progress: 30_000,
  total: 600_000,
  line: 16 * 1_048_576,
}

/** What requests of a mirror have in common. */
export type RequestOptions = { readonly limits: RequestLimits; readonly signal: AbortSignal }

/** A response: bytes, or that there is nothing, or that nothing has changed since the ETag. */
export type FileResponse =
  | { readonly is: 'absent' | 'unchanged' }
  | {
      readonly is: 'there'
      readonly etag: string | undefined
      readonly chunks: AsyncGenerator<Uint8Array, void>
    }

/**
 * Reads the address of a log: of a server or of a folder of static files, without a slash at its end. Refuses one that would show
 * the requests to others, and one whose password would show in messages.
 */
export function readLogAddress(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure(
      'usage',
      `${text} is not the address of a log, such as https://rates.example.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new Failure('usage', 'The address of a log has no user name and no password.')
  if (url.search !== '' || url.hash !== '')
    throw new Failure('usage', `${text} has a ? or a #: give the address before it.`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname.replaceAll(/[[\]]/g, '')))
    throw new Failure(
      'usage',
      `${text}: give an address with https; http is only for this machine.`,
    )
  return url.href.replace(/\/+$/, '')
}

/** Requests a file of a log. Throws a `Failure` if the response is neither the file nor says that there is none. */
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
    // A stop is no failure of the log.
    if (error instanceof Failure || signal.aborted) return error
    return new Failure('unreachable', `${address} cannot be read: ${reasonOf(error)}.`)
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

/** Why a response is not a file of a log. */
function reasonOfStatus({ status, headers }: Response): string {
  const location = headers.get('location')
  if (status < 300 || status >= 400 || location === null) return `answers with status ${status}.`
  const target = URL.parse(location)?.href ?? JSON.stringify(location)
  return `redirects to ${target}; give the address to which it leads.`
}

/** The reason of an error of `fetch`, which is often in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'the whole response takes too long'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
}
