/** Every timeout and limit of the server, in milliseconds, bytes or pieces, each chosen for a reason. */
export type Limits = { readonly [name in keyof typeof defaultLimits]: number }

/** What the server starts with; tests shorten the timeouts. */
export const defaultLimits = {
  /** The longest target: twenty times the longest that the endpoints can use. Above it, 414. */
  target: 4096,
  /** The most header lines that are read; browsers send about twenty. Above it, 431. */
  headerLines: 100,
  /** The most bytes of a request's head. Node counts the target among them. Above it, 431. */
  headBytes: 16_384,
  /** A head that takes longer is a slow attack or a dead line: 408. */
  headTimeout: 10_000,
  /** A whole request; no request has a body that is read, so it needs little more than its head. */
  requestTimeout: 15_000,
  /** How often the two timeouts above are looked at. */
  timeoutCheck: 1_000,
  /** An idle connection; longer than the 60 s of the usual balancers, so that they close first and never race with us. */
  keepAlive: 65_000,
  /** A connection on which nothing moves while an answer is being sent: the reader is gone. */
  idleSocket: 70_000,
  /** Streams at a time on one HTTP/2 connection. */
  streams: 100,
  /** Memory for one HTTP/2 session, in MB. */
  sessionMemory: 10,
  /** How long idle connections may still send a request after the server was told to stop. */
  drain: 1_000,
  /** How much longer answers under way may take before they are cut; with the drain less than the 10 s of supervisors. */
  stop: 7_000,
} as const satisfies Record<string, number>
