import {
  parseJson,
  parseWholeNumber,
  readProblem,
  startTimer,
  type Fetch,
  type ReceivedProblem,
} from './exchange.ts'

/** The stream to follow, and the errors to throw. */
export type FollowRequest = {
  readonly address: string
  /** The id of the last known event; `undefined` for all events. */
  readonly after: string | undefined
  readonly fetch: Fetch
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number | undefined
  readonly problemError: (problem: ReceivedProblem) => Error
  readonly unreadableError: () => Error
}

/** The delay before the client connects again. It doubles with each failure. */
const [firstDelay, longestDelay] = [1_000, 30_000]
/** The longest `Retry-After` that is honoured in full. */
const longestRetryAfter = 3_600_000
/** Three heartbeats of the server. */
const defaultTimeout = 45_000

/** Yields every event after `after`, and connects again whenever the connection ends. */
export async function* followEvents<T>(request: FollowRequest): AsyncGenerator<T, void, undefined> {
  let { after } = request
  let delay = firstDelay
  for (let failures = 0; ; failures++) {
    let requestedDelay = 0
    for await (const message of readMessages({ ...request, after })) {
      if ('retryAfter' in message) {
        requestedDelay = Math.min(message.retryAfter * 1_000, longestRetryAfter)
        continue
      }
      failures = 0
      delay = message.retry ?? delay
      after = message.id ?? after
      if (message.data !== undefined) yield parseEvent(message.data, request) as T
    }
    const backoff = Math.min(delay * 2 ** failures, longestDelay)
    await sleep(Math.max(backoff, requestedDelay), request.signal)
  }
}

function parseEvent(data: string, { unreadableError }: FollowRequest): unknown {
  const event = parseJson(data)
  if (event === undefined) throw unreadableError()
  return event
}

/** The `Retry-After` of an error response, in seconds. */
type RetryAfter = { readonly retryAfter: number }

/** Yields the messages of one connection until it ends. Throws only if connecting again is no use. */
async function* readMessages(
  request: FollowRequest,
): AsyncGenerator<StreamMessage | RetryAfter, void, undefined> {
  const { address, after, fetch, signal, timeout = defaultTimeout } = request
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  signal?.addEventListener('abort', abort)
  /** The result of a network operation; `undefined` if it fails or takes too long. */
  const within = async <T>(operation: Promise<T>): Promise<T | undefined> => {
    const timer = startTimer(abort, timeout)
    const result = await operation.catch(() => undefined)
    clearTimeout(timer)
    signal?.throwIfAborted()
    return result
  }
  try {
    const headers = {
      ...request.headers,
      accept: 'text/event-stream',
      ...(after !== undefined && { 'last-event-id': after }),
    }
    const response = await within(
      fetch(address, { headers, signal: controller.signal, cache: 'no-store' }),
    )
    if (response === undefined) return
    if (response.status >= 400) {
      const retryAfter = await readRetryAfter(response, request, within)
      if (retryAfter !== undefined) yield { retryAfter }
      return
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    if (!isStream || response.body === null) throw request.unreadableError()
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    const parse = createMessageParser()
    for (;;) {
      const chunk = await within(reader.read())
      if (chunk?.value === undefined) return
      yield* parse(decoder.decode(chunk.value, { stream: true }))
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    controller.abort()
  }
}

/** The `Retry-After` of a server that is not available. Throws for an error that stays. */
async function readRetryAfter(
  response: Response,
  { problemError }: FollowRequest,
  within: <T>(operation: Promise<T>) => Promise<T | undefined>,
): Promise<number | undefined> {
  const { status } = response
  const problem = readProblem({
    status,
    header: (name) => response.headers.get(name) ?? undefined,
    text: (await within(response.text())) ?? '',
  })
  if (status < 500 && status !== 429 && status !== 408) throw problemError(problem)
  return problem.retryAfter
}

/** Waits; an abort ends it and is thrown. */
async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
  signal?.throwIfAborted()
}

/** One message of an event stream: an event, a place that was reached, or another delay. */
export type StreamMessage = {
  readonly id?: string
  readonly data?: string
  /** Milliseconds to wait before connecting again. */
  readonly retry?: number
}

/** Parses the text of an event stream as it arrives. A message that is not complete is kept for the next call. */
export function createMessageParser(): (text: string) => readonly StreamMessage[] {
  let rest = ''
  let message: { id?: string; data?: string; retry?: number } = {}
  return (text) => {
    const messages: StreamMessage[] = []
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        messages.push(message)
        message = {}
        continue
      }
      const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
      if (name === 'id') message.id = value
      else if (name === 'data') message.data = value
      else if (name === 'retry') {
        const retry = parseWholeNumber(value)
        if (retry !== undefined) message.retry = retry
      }
    }
    return messages
  }
}
