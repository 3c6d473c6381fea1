import type { Static, TObject, TOptional, TSchema, TString } from 'typebox'
import type { Endpoint } from '../http/endpoint.ts'
import type { endpoints } from '../http/endpoints.ts'
import type { Written } from '../http/schema/parameters.ts'
import type { IteratedPage } from './pages.ts'

/** The server's endpoints by name, without those that answer with a text. All types of the client are derived from this table. */
export type EndpointTable = {
  readonly [
    E in (typeof endpoints)[number] as E extends Endpoint<TObject, TString> ? never : E['name']
  ]: E
}

export type EndpointName = keyof EndpointTable

/** Merges an intersection into one object type, which editors show more clearly. */
type Merged<T> = { [K in keyof T]: T[K] }

type QueryFields<E> = E extends Endpoint<infer Q> ? Q['properties'] : never
type OptionalName<F> = {
  [K in keyof F]: F[K] extends TOptional | { readonly default: unknown } ? K : never
}[keyof F]
type FieldValue<F, K extends keyof F> = F[K] extends TSchema ? Written<Static<F[K]>> : never
type PathParameters<Path> = Path extends `${string}{${infer Name}}${string}`
  ? { readonly [K in Name]: string }
  : unknown

/** The parameters of an endpoint, in its path and its query. Those with a default are optional. */
export type ParametersOf<E extends Endpoint> = Merged<
  PathParameters<E['path']> & {
    readonly [K in Exclude<keyof QueryFields<E>, OptionalName<QueryFields<E>>>]: FieldValue<
      QueryFields<E>,
      K
    >
  } & {
    readonly [K in OptionalName<QueryFields<E>>]?: FieldValue<QueryFields<E>, K> | undefined
  }
>

/** The JSON body that an endpoint answers with. */
export type BodyOf<E extends Endpoint> = E extends Endpoint<TObject, infer R> ? Static<R> : never

/** One record of the list that an endpoint answers with. */
export type RowOf<E extends Endpoint> =
  BodyOf<E> extends readonly (infer Row)[] ? Readonly<Row> : never

/** The options of one call, besides its parameters. */
export type CallOptions = {
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole response; by default the client's `timeout`. `Infinity` means no timeout. */
  readonly timeout?: number | undefined
  /** The lowest position of the book to answer from. Pass the position of your own write to read it from any server. */
  readonly minPosition?: number | undefined
}

/**
 * A list. It is frozen, because the client returns the same objects again while nothing changes: the same `rows` after a 304
 * response, and the same `ListResult` if `position` is the same too.
 */
export type ListResult<Row> = {
  readonly rows: readonly Row[]
  /** The position of the book that the rows come from. Every entry in the book raises it. */
  readonly position: number
  /** The `ETag` of the response, which the client sends with its next request. */
  readonly etag: string | undefined
  /** When the list last changed (`Last-Modified`), in ISO 8601 and UTC. */
  readonly modifiedAt: string | undefined
  /** The `after` of the next `listEvents` (`Ratebook-Reached`); `undefined` for other lists. */
  readonly reached: string | undefined
}

/** The result of a method: a list, or the one record of `/health`, `/ready`, `/about` and `/evidence/{id}`. */
type ResultOf<N extends EndpointName> =
  BodyOf<EndpointTable[N]> extends readonly unknown[]
    ? ListResult<RowOf<EndpointTable[N]>>
    : Readonly<BodyOf<EndpointTable[N]>>

/** `parameters` may be omitted if none is required. */
type Arguments<P> =
  Partial<P> extends P
    ? [parameters?: P, options?: CallOptions]
    : [parameters: P, options?: CallOptions]

/** One method for each endpoint of the table. */
export type EndpointMethods = {
  readonly [N in EndpointName]: (
    ...args: Arguments<ParametersOf<EndpointTable[N]>>
  ) => Promise<ResultOf<N>>
}

/** The parameters of an iteration. `limit` is the size of a page, 1000 by default. */
type IterationParameters<N extends EndpointName> = Omit<ParametersOf<EndpointTable[N]>, 'offset'>
type IterationMethod<N extends EndpointName> = (
  ...args: Arguments<IterationParameters<N>>
) => AsyncGenerator<IteratedPage<RowOf<EndpointTable[N]>>, void, undefined>

/** The parameters of `followEvents`. */
type FollowParameters = Omit<ParametersOf<EndpointTable['listEvents']>, 'limit'>

/** The options of `followEvents`. */
export type StreamOptions = {
  /** Ends the iteration, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Milliseconds without any data after which the client connects again: 45,000 by default, three heartbeats of the server.
   * `Infinity` means no timeout.
   */
  readonly timeout?: number | undefined
}

/**
 * A client of the Ratebook API. A method throws a `ProblemError` if the server answers with an error, and a `NetworkError`
 * if there is no valid response. Decimals are strings, because numbers are not exact: `"8.500"`.
 */
export interface Client extends EndpointMethods {
  /** `GET /health`: whether the server can read its book. Throws a `ProblemError` with status 503 if it cannot. */
  readonly getHealth: EndpointMethods['getHealth']
  /** `GET /ready`: whether the server is ready for requests. */
  readonly getReadiness: EndpointMethods['getReadiness']
  /** `GET /about`: currency, time zone, insured amount, and where to report an error; null where the operator has not set it. */
  readonly getAbout: EndpointMethods['getAbout']
  /** `GET /institutions`: the tracked banks and finance companies, by id. Pass `active_only: false` for inactive ones too. */
  readonly listInstitutions: EndpointMethods['listInstitutions']
  /** `GET /rates/current`: the current offers, each with its source and the time at which it was read. */
  readonly listCurrentOffers: EndpointMethods['listCurrentOffers']
  /** `GET /rates/history/{institution_id}`: one page of an institution's rate history, newest first. 404 for an unknown id. */
  readonly listRateHistory: EndpointMethods['listRateHistory']
  /** `GET /rates/changes`: one page of raises and cuts across the market, newest first. */
  readonly listRateChanges: EndpointMethods['listRateChanges']
  /** `GET /compare`: the offers for one set of terms, highest rate first. */
  readonly compareOffers: EndpointMethods['compareOffers']
  /** `GET /summary`: minimum, median, maximum and average of every market group. */
  readonly getSummary: EndpointMethods['getSummary']
  /** `GET /summary/history`: the summary of one set of terms, a row for each day and type, oldest first. */
  readonly listSummaryHistory: EndpointMethods['listSummaryHistory']
  /** `GET /freshness`: when each institution was last published, checked and verified, and whether it is stale. */
  readonly listFreshness: EndpointMethods['listFreshness']
  /** `GET /reports/best-rates`: the best offer of each institution, highest rate first. */
  readonly listBestRates: EndpointMethods['listBestRates']
  /** `GET /corrections`: one page of corrected figures across the market, newest first. */
  readonly listCorrections: EndpointMethods['listCorrections']
  /** `GET /evidence`: the current offers, each with the `id` of its receipt. */
  readonly listEvidence: EndpointMethods['listEvidence']
  /** `GET /evidence/{id}`: where one published figure comes from. 404 for an id that no published sheet has. */
  readonly getEvidence: EndpointMethods['getEvidence']
  /** `GET /sources`: how the last run of the collector for each institution ended, and when the next one is due. */
  readonly listSources: EndpointMethods['listSources']
  /** `GET /events`: one page of events, oldest first. `reached` of the result is the `after` of the next page; there is one until it equals `position`. */
  readonly listEvents: EndpointMethods['listEvents']
  /**
   * Every event after `after`, each once and in order, without end. The client connects again whenever the connection breaks or
   * the server is not available, and goes on after the last event. It throws a `ProblemError` for any other error status, and a `NetworkError` for a response
   * that is not a stream of events.
   */
  readonly followEvents: (
    parameters?: FollowParameters,
    options?: StreamOptions,
  ) => AsyncGenerator<RowOf<EndpointTable['listEvents']>, void, undefined>
  /**
   * An institution's whole rate history, page by page, as it was when the first page was read. Each record appears once, even
   * if something is published during the iteration; newer records do not appear.
   */
  readonly pagesOfRateHistory: IterationMethod<'listRateHistory'>
  /**
   * All raises and cuts, page by page, in the same way. If an institution changes its type during an iteration that filters by
   * `type`, the later pages follow its new type. If a figure is corrected during an iteration, the later pages follow the correction.
   */
  readonly pagesOfRateChanges: IterationMethod<'listRateChanges'>
  /** All corrected figures, page by page, in the same way. */
  readonly pagesOfCorrections: IterationMethod<'listCorrections'>
}
