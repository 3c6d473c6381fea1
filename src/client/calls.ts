import type { IteratedPage } from './pages.ts'
import type { BodyOf, EndpointName, ParametersOf, RowOf, Table } from './types.ts'

/** What a method may be called with besides its parameters. */
export type CallOptions = {
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole answer; by default the client's. `Infinity` waits for ever. */
  readonly timeout?: number | undefined
  /** The position that the answer is made from at least: who has published at it reads what was written, from any node. */
  readonly minPosition?: number | undefined
}

/**
 * A list as it was answered. It is frozen, because the client gives the same object again for as long as nothing has changed:
 * `rows` is the same array where the server says so (304), and so is the whole answer while the position is the same too.
 */
export type Answer<Row> = {
  readonly rows: readonly Row[]
  /** The position of the book that they were made from; it rises with everything that is entered. */
  readonly position: number
  /** The strong validator of these bytes, which the client sends along the next time. */
  readonly etag: string | undefined
  /** When the answer last changed as far as its server knows, to a second: ISO 8601, UTC. */
  readonly modifiedAt: string | undefined
}

/** What a method answers: a list, or the one record of `/health` and `/ready`. */
type Answered<N extends EndpointName> =
  BodyOf<Table[N]> extends readonly unknown[] ? Answer<RowOf<Table[N]>> : Readonly<BodyOf<Table[N]>>

/** An object that may be left out where nothing in it is required. */
type Arguments<P> =
  Partial<P> extends P
    ? [parameters?: P, options?: CallOptions]
    : [parameters: P, options?: CallOptions]

/** A method for each endpoint of the table, typed from it. */
export type Calls = {
  readonly [N in EndpointName]: (
    ...given: Arguments<ParametersOf<Table[N]>>
  ) => Promise<Answered<N>>
}

/** The parameters of a paged endpoint, of which `limit` is the size of a page: 1000 by default. */
type PageParameters<N extends EndpointName> = Omit<ParametersOf<Table[N]>, 'offset'>
type PagesOf<N extends EndpointName> = (
  ...given: Arguments<PageParameters<N>>
) => AsyncGenerator<IteratedPage<RowOf<Table[N]>>, void, undefined>

/**
 * The Ratebook API, one method for each endpoint. Each throws a `ProblemError` where the server says what is wrong, and a
 * `NetworkError` where there is no answer of a Ratebook. Decimals are texts, exact: `"8.500"`.
 */
export interface Client extends Calls {
  /** `GET /health`: whether the book can be read; a `ProblemError` with status 503 while it cannot. */
  readonly getHealth: Calls['getHealth']
  /** `GET /ready`: whether the server answers at all. */
  readonly getReadiness: Calls['getReadiness']
  /** `GET /institutions`: the tracked banks and finance companies, by id; without the inactive ones unless `active_only` is false. */
  readonly listInstitutions: Calls['listInstitutions']
  /** `GET /rates/current`: the offers that stand now, each with its source and when that was read. */
  readonly listCurrentOffers: Calls['listCurrentOffers']
  /** `GET /rates/history/{institution_id}`: one page of how an institution's rates moved, newest first; 404 if there is none of that id. */
  readonly listRateHistory: Calls['listRateHistory']
  /** `GET /rates/changes`: one page of raises and cuts across the market, newest first. */
  readonly listRateChanges: Calls['listRateChanges']
  /** `GET /compare`: the offers for one set of terms, highest rate first. */
  readonly compareOffers: Calls['compareOffers']
  /** `GET /summary`: minimum, median, maximum and average of every market group. */
  readonly getSummary: Calls['getSummary']
  /** `GET /summary/history`: the same for one set of terms, a row for each day and type, oldest first. */
  readonly listSummaryHistory: Calls['listSummaryHistory']
  /** `GET /freshness`: when each institution was last published, looked at and confirmed, and whether that is too long ago. */
  readonly listFreshness: Calls['listFreshness']
  /** `GET /reports/best-rates`: the best offer of each institution, highest rate first. */
  readonly listBestRates: Calls['listBestRates']
  /**
   * The whole history of an institution page by page, as it was at the first page: each record once, also when something is
   * published meanwhile. What is newer is left out, and shows in the `position` of the later pages.
   */
  readonly pagesOfRateHistory: PagesOf<'listRateHistory'>
  /** The whole feed of raises and cuts page by page, in the same way. An institution that changes its type meanwhile is in or out from there on. */
  readonly pagesOfRateChanges: PagesOf<'listRateChanges'>
}
