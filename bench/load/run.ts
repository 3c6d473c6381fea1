/** What is asked of a server: one target again and again, or the targets of a file, one a line. */
export type Targets = { readonly one: string } | { readonly file: string }

/** How a generator is told what to do. */
export type Run = {
  readonly url: string
  readonly targets: Targets
  readonly headers: readonly string[]
  readonly connections: number
  readonly seconds: number
  /** Which of the listed targets comes first. */
  readonly from: number
}

/** What a generator of load counted. */
export type Count = {
  readonly requests: number
  readonly seconds: number
  readonly bytes: number
  /** Answers that were no 2xx or 3xx. */
  readonly refused: number
  /** Requests without an answer. */
  readonly broken: number
  /** Latencies in milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly most: number
}
