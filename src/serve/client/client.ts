import type { ParameterError } from '../http/schema/read-query.ts'
import {
  exchange,
  readProblem,
  readResponse,
  refuseFraction,
  requestTarget,
  type Fetch,
  type MethodResult,
  type ReceivedProblem,
  type RequestParameters,
} from './exchange.ts'
import { followEvents } from './follow-events.ts'
import type {
  CallOptions,
  Client,
  EndpointMethods,
  EndpointName,
  EndpointTable,
  ListResult,
  ParametersOf,
  RowOf,
  StreamOptions,
} from './methods.ts'
import { pagesOf, type DatedRecord, type ListPage } from './pages.ts'

export type ClientOptions = {
  /** The address of the server with its base path, such as `https://rates.example/ke`. In a page, `''` is the page's own host. */
  readonly baseUrl: string
  /** By default the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds for a whole response, 10,000 by default. `Infinity` means no timeout. */
  readonly timeout?: number | undefined
  /** Additional headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How many characters of responses the client caches for conditional requests: 4,000,000 by default, 0 for none. */
  readonly memory?: number | undefined
}

/** The parameters of a method: `ParametersFor<'compareOffers'>`. */
export type ParametersFor<N extends EndpointName> = ParametersOf<EndpointTable[N]>
/** A record of the list that a method returns: `RowFor<'listCurrentOffers'>`. */
export type RowFor<N extends EndpointName> = RowOf<EndpointTable[N]>

/** The server, or a proxy before it, answered with an error status. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  /** The HTTP status: 422 for invalid parameters, 404 for an unknown institution, 429 and 503 if the server is busy. */
  readonly status: number
  /** A URI that identifies the kind of problem; `about:blank` if the status says it all. */
  readonly type: string
  readonly title: string
  /** The error in one sentence. */
  readonly detail: string | undefined
  /** The invalid parameters of a 422; otherwise empty. */
  readonly errors: readonly ParameterError[]
  /** Seconds to wait before the next attempt (`Retry-After`). */
  readonly retryAfter: number | undefined
  /** The address of the request. */
  readonly address: string

  constructor(address: string, problem: ReceivedProblem) {
    super(problem.detail ?? problem.title)
    this.address = address
    this.status = problem.status
    this.type = problem.type
    this.title = problem.title
    this.detail = problem.detail
    this.errors = problem.errors
    this.retryAfter = problem.retryAfter
  }
}

/** There was no response, or it did not come from a Ratebook server. `cause` is the error of `fetch`, if there is one. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /**
   * `unreachable`: no connection, or it broke. `timed-out`: no complete response within the timeout. `unreadable`: the response
   * is not that of a Ratebook server; check the address.
   */
  readonly reason: 'unreachable' | 'timed-out' | 'unreadable'
  /** The address of the request. */
  readonly address: string

  constructor(address: string, reason: NetworkError['reason'], cause?: unknown) {
    super(`${networkErrorMessages[reason]}: ${address}`, { cause })
    this.address = address
    this.reason = reason
  }
}

const networkErrorMessages = {
  unreachable: 'The server cannot be reached',
  'timed-out': 'The server did not answer in time',
  unreadable: 'The response is not from a Ratebook server',
} as const

/** The path of each method. The compiler checks it against the table of endpoints. */
const paths = {
  getHealth: '/health',
  getReadiness: '/ready',
  listInstitutions: '/institutions',
  listCurrentOffers: '/rates/current',
  listRateHistory: '/rates/history/{institution_id}',
  listRateChanges: '/rates/changes',
  compareOffers: '/compare',
  getSummary: '/summary',
  listSummaryHistory: '/summary/history',
  listFreshness: '/freshness',
  listBestRates: '/reports/best-rates',
  listCorrections: '/corrections',
  listEvidence: '/evidence',
  getEvidence: '/evidence/{id}',
  listSources: '/sources',
  listEvents: '/events',
  getAbout: '/about',
} as const satisfies { readonly [N in EndpointName]: EndpointTable[N]['path'] }

const defaultPageSize = 1000

/** A cached list, and the number of characters of the response that it came in. */
type CachedList = { readonly list: ListResult<unknown>; readonly size: number }

/** Creates a client of one server. It holds no connection, so there is nothing to close. */
export function createClient(options: ClientOptions): Client {
  // JavaScript does not check the types.
  if (typeof (options as ClientOptions | null | undefined)?.baseUrl !== 'string')
    throw new TypeError(
      'createClient needs baseUrl, the address of the server, such as "https://rates.example/ke".',
    )
  const { fetch = globalThis.fetch, timeout = 10_000, headers = {}, memory = 4_000_000 } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const cache = createClientCache<CachedList>(memory)

  const send = async (
    path: string,
    parameters: RequestParameters = {},
    callOptions: CallOptions = {},
  ): Promise<MethodResult> => {
    const address = baseUrl + requestTarget(path, parameters)
    const { minPosition } = callOptions
    const cached = cache.get(address)
    const response = await exchange(address, {
      fetch,
      timeout: callOptions.timeout ?? timeout,
      signal: callOptions.signal,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(cached?.list.etag !== undefined && { 'if-none-match': cached.list.etag }),
        ...(minPosition !== undefined && { 'ratebook-min-position': String(minPosition) }),
      },
    })
    if ('reason' in response) throw new NetworkError(address, response.reason, response.cause)
    if (response.status >= 400) throw new ProblemError(address, readProblem(response))
    const result = readResponse(response, cached?.list)
    if (result === undefined) throw new NetworkError(address, 'unreadable')
    if ('list' in result) {
      const size = response.status === 304 ? cached?.size : response.text.length
      cache.set(address, { list: result.list, size: size ?? 0 })
    }
    return result
  }
  const method =
    (path: string) => async (parameters?: RequestParameters, callOptions?: CallOptions) => {
      const result = await send(path, parameters, callOptions)
      return 'list' in result ? result.list : result.record
    }
  const iteration =
    (path: string) =>
    (
      { limit = defaultPageSize, ...rest }: RequestParameters & { limit?: number } = {},
      callOptions?: CallOptions,
    ) =>
      pagesOf<DatedRecord>(async (offset, minPosition) => {
        const parameters = { ...rest, limit, offset }
        let result = await send(path, parameters, callOptions)
        // Another server answered, which is behind the first one. With `minPosition` it waits until it has caught up.
        if ('list' in result && result.list.position < minPosition)
          result = await send(path, parameters, { ...callOptions, minPosition })
        if ('list' in result && result.list.position >= minPosition)
          return result.list as ListPage<DatedRecord>
        throw new NetworkError(baseUrl + path, 'unreadable')
      }, limit)

  const follow = (
    { after, ...filter }: RequestParameters & { after?: string } = {},
    callOptions: StreamOptions = {},
  ) => {
    refuseFraction('after', after)
    const address = baseUrl + requestTarget(paths.listEvents, filter)
    return followEvents<unknown>({
      ...callOptions,
      address,
      after,
      fetch,
      headers,
      problemError: (problem) => new ProblemError(address, problem),
      unreadableError: () => new NetworkError(address, 'unreadable'),
    })
  }

  const methods = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, method(path)]),
  )
  return {
    ...(methods as unknown as EndpointMethods),
    followEvents: follow as Client['followEvents'],
    pagesOfRateHistory: iteration(paths.listRateHistory) as Client['pagesOfRateHistory'],
    pagesOfRateChanges: iteration(paths.listRateChanges) as Client['pagesOfRateChanges'],
    pagesOfCorrections: iteration(paths.listCorrections) as Client['pagesOfCorrections'],
  }
}

/** A cache by address. It evicts the least recently used values once their total size exceeds a limit. */
export type ClientCache<T extends { readonly size: number }> = {
  readonly get: (address: string) => T | undefined
  readonly set: (address: string, value: T) => void
}

/** Creates an empty cache. A value that is larger than `maxSize` is not stored, so a cache of size 0 stores nothing. */
export function createClientCache<T extends { readonly size: number }>(
  maxSize: number,
): ClientCache<T> {
  // A Map keeps its insertion order: the first key is the least recently used.
  const values = new Map<string, T>()
  let totalSize = 0
  const remove = (address: string): void => {
    totalSize -= values.get(address)?.size ?? 0
    values.delete(address)
  }
  return {
    get(address) {
      const value = values.get(address)
      if (value === undefined) return undefined
      values.delete(address)
      values.set(address, value)
      return value
    },
    set(address, value) {
      remove(address)
      if (value.size > maxSize) return
      values.set(address, value)
      totalSize += value.size
      for (const oldest of values.keys()) {
        if (totalSize <= maxSize) break
        remove(oldest)
      }
    },
  }
}
