/** The moment that the figures of a view speak of. */
export type AsOf = {
  readonly position: number
  /** ISO 8601, UTC, to the second: when the server answered, or the instant to which the address pins the page. */
  readonly at: string
}
