/** The `fetch` of browsers and Node, or one in its place. */
export type Fetch = typeof globalThis.fetch

/** What came back for one request, read to its end. */
export type Received = {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly text: string
}

/** Why nothing came back that could be read to its end. */
export type Failure = {
  readonly reason: 'unreachable' | 'timed-out'
  readonly cause: unknown
}

/** What a request is sent with. */
export type Sending = {
  readonly fetch: Fetch
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds from the first byte sent to the last one read. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
}

/** The longest that a timer can be set to; more is for ever. */
const longestTimer = 2 ** 31 - 1

/**
 * Asks once and reads the whole answer. What the network does is a value; a stop by the caller's signal is thrown with the
 * signal's reason, as `fetch` throws it.
 */
export async function exchange(address: string, sending: Sending): Promise<Received | Failure> {
  const { fetch, headers, timeout, signal } = sending
  signal?.throwIfAborted()
  const controller = new AbortController()
  let isLate = false
  const end = (): void => {
    isLate = true
    controller.abort()
  }
  const stop = (): void => controller.abort(signal?.reason)
  const timer = timeout > longestTimer ? undefined : setTimeout(end, timeout)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const response = await fetch(address, {
      headers,
      signal: controller.signal,
      // The browser's own cache would answer from an older position for up to a minute; it may only say that nothing changed.
      cache: 'if-none-match' in headers ? 'no-store' : 'no-cache',
    })
    const text = await response.text()
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      text,
    }
  } catch (cause) {
    signal?.throwIfAborted()
    return { reason: isLate ? 'timed-out' : 'unreachable', cause }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** A header that is a whole number: a position, or seconds to wait; `undefined` for anything else. */
export function wholeIn(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

/** The value of a text as JSON; `undefined` if it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** What any method is asked; the compiler has checked it against the table of endpoints. */
export type Given = Readonly<Record<string, string | number | boolean | undefined>>

/** The path and query of a question; what is `undefined` is not asked. */
export function targetOf(path: string, parameters: Given): string {
  const query = new URLSearchParams()
  let filled = path
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    const place = `{${name}}`
    if (path.includes(place))
      filled = filled.replace(place, () => encodeURIComponent(String(value)))
    else query.append(name, String(value))
  }
  const text = query.toString()
  return text === '' ? filled : `${filled}?${text}`
}
