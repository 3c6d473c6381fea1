/** Whether the response came from the response cache (`hit`), was computed (`miss`), or is never cached (`none`). */
export type CacheResult = 'hit' | 'miss' | 'none'

/** The outcome of one request, for the log and the metrics. */
export type RequestOutcome = {
  /** The path template, such as `/rates/history/{institution_id}`; `other` for unknown paths. */
  readonly endpoint: string
  /** Empty if the request could not be parsed. */
  readonly method: string
  /** The path and query as the client sent them; empty if the request could not be parsed. */
  readonly target: string
  readonly status: number
  /** The size of the body as sent. */
  readonly bytes: number
  /** The time from the end of the request's headers until the operating system has the whole response. */
  readonly milliseconds: number
  /** The client's address; empty if the connection is gone. */
  readonly client: string
  readonly cache: CacheResult
  /** Whether the response was a stream. Its time is that of the connection, so it is no measure of speed. */
  readonly isStream: boolean
}
