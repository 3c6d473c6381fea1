import type { ParameterError } from '../http/schema/read-query.ts'
import { readAnswer, type Read } from './answer.ts'
import type { Answer, CallOptions, Calls, Client } from './calls.ts'
import { exchange, targetOf, type Fetch, type Given } from './exchange.ts'
import { createMemory } from './memory.ts'
import { pagesOf, type Dated, type Page } from './pages.ts'
import { readProblem, type Problem } from './problem.ts'
import type { EndpointName, ParametersOf, RowOf, Table } from './types.ts'

/** Where a client asks, and how. */
export type ClientOptions = {
  /** The address of the server with its base path, such as `https://rates.example/lk`; empty for the root of a page's own host. */
  readonly baseUrl: string
  /** By default the global one. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds for a whole answer, 10,000 by default; `Infinity` waits for ever. */
  readonly timeout?: number | undefined
  /** Headers of every request, besides the client's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How many characters of answers are kept to ask whether they changed: 4,000,000 by default, 0 for none. */
  readonly memory?: number | undefined
}

/** The parameters of a method, by its name. */
export type ParametersFor<N extends EndpointName> = ParametersOf<Table[N]>
/** The record that a method lists, by its name: `RowFor<'listCurrentOffers'>` is an offer. */
export type RowFor<N extends EndpointName> = RowOf<Table[N]>

/** The server says what is wrong (RFC 9457), or something in front of it answers with a status of its own. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  /** The status of HTTP: 422 for wrong parameters, 404 for an unknown institution, 429 and 503 for «later». */
  readonly status: number
  /** A URI that names the kind of problem; `about:blank` says no more than the status. */
  readonly type: string
  readonly title: string
  /** What went wrong this time, in a sentence. */
  readonly detail: string | undefined
  /** Every wrong parameter of a 422, each in a sentence; otherwise none. */
  readonly errors: readonly ParameterError[]
  /** Seconds after which it makes sense to ask again, if the server says so. */
  readonly retryAfter: number | undefined
  /** What was asked. */
  readonly address: string

  constructor(address: string, problem: Problem) {
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

/** There is no answer, or none of a Ratebook; `cause` has what the platform says. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /**
   * `unreachable`: no connection, or one that broke off. `timed-out`: no whole answer in the time given. `unreadable`: an
   * answer that no Ratebook gives; is the address right?
   */
  readonly reason: 'unreachable' | 'timed-out' | 'unreadable'
  /** What was asked. */
  readonly address: string

  constructor(address: string, reason: NetworkError['reason'], cause?: unknown) {
    super(`${networkSentences[reason]}: ${address}`, { cause })
    this.address = address
    this.reason = reason
  }
}

const networkSentences = {
  unreachable: 'The server cannot be reached',
  'timed-out': 'The server did not answer in time',
  unreadable: 'The answer is none of a Ratebook',
} as const

/** The path of each method, held to the table of endpoints by the compiler. */
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
} as const satisfies { readonly [N in EndpointName]: Table[N]['path'] }

/** The records of a page of an iteration where nobody says how many. */
const defaultPage = 1000

/** An answer that is kept, and how many characters it was read from. */
type Kept = { readonly list: Answer<unknown>; readonly size: number }

/** A client of one server. It holds no connection and needs no end; in browsers and in Node it is the same. */
export function createClient(settings: ClientOptions): Client {
  const { fetch = globalThis.fetch, timeout = 10_000, headers = {}, memory = 4_000_000 } = settings
  const base = settings.baseUrl.replace(/\/+$/, '')
  const answers = createMemory<Kept>(memory)

  const ask = async (path: string, given: Given = {}, options: CallOptions = {}): Promise<Read> => {
    const address = base + targetOf(path, given)
    const { minPosition } = options
    const known = answers.get(address)
    const received = await exchange(address, {
      fetch,
      timeout: options.timeout ?? timeout,
      signal: options.signal,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(known?.list.etag !== undefined && { 'if-none-match': known.list.etag }),
        ...(minPosition !== undefined && { 'ratebook-min-position': String(minPosition) }),
      },
    })
    if ('reason' in received) throw new NetworkError(address, received.reason, received.cause)
    if (received.status >= 400) throw new ProblemError(address, readProblem(received))
    const read = readAnswer(received, known?.list)
    if (read === undefined) throw new NetworkError(address, 'unreadable')
    if ('list' in read) {
      const size = received.status === 304 ? known?.size : received.text.length
      answers.set(address, { list: read.list, size: size ?? 0 })
    }
    return read
  }
  const call = (path: string) => async (given?: Given, options?: CallOptions) => {
    const read = await ask(path, given, options)
    return 'list' in read ? read.list : read.record
  }
  const pages =
    (path: string) =>
    ({ limit = defaultPage, ...given }: Given & { limit?: number } = {}, options?: CallOptions) =>
      pagesOf<Dated>(async (offset, least) => {
        const asked = { ...given, limit, offset }
        let read = await ask(path, asked, options)
        // Another node, and one that is behind: it waits until it is there.
        if ('list' in read && read.list.position < least)
          read = await ask(path, asked, { ...options, minPosition: least })
        if ('list' in read && read.list.position >= least) return read.list as Page<Dated>
        throw new NetworkError(base + path, 'unreadable')
      }, limit)

  const calls = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, call(path)]))
  return {
    ...(calls as unknown as Calls),
    pagesOfRateHistory: pages(paths.listRateHistory) as Client['pagesOfRateHistory'],
    pagesOfRateChanges: pages(paths.listRateChanges) as Client['pagesOfRateChanges'],
  }
}
