/** Every timeout (in milliseconds) and limit of the server. */
export type Limits = { readonly [name in keyof typeof defaultLimits]: number }

/** The default limits. Tests shorten the timeouts. */
export const defaultLimits = {
  /** Characters of a request target; a longer one gets 414. */
  target: 4096,
  /** Header lines of a request; more get 431. */
  headerLines: 100,
  /** Bytes of a request's headers and target together; more get 431. */
  headBytes: 16_384,
  /** The time to receive the headers of a request; a slower client gets 408. */
  headTimeout: 10_000,
  /** The time to receive a whole request; a slower client gets 408. */
  requestTimeout: 15_000,
  /** How often Node checks these two timeouts. */
  timeoutCheck: 1_000,
  /** Bytes of a request body, which only `/mcp` reads; more get 413. */
  bodyBytes: 65_536,
  /** How long a connection may be idle: longer than the 60 s of most load balancers, so that they close it first. */
  keepAlive: 65_000,
  /** How long a connection may transfer nothing while a response is being sent. */
  idleSocket: 70_000,
  /** The time for a TLS handshake. */
  handshake: 10_000,
  /** Open connections of the server. */
  connections: 20_000,
  /** Header lines and bytes of an HTTP/2 request above which Node ends the session. Below it, the server can answer 431. */
  http2HeaderLines: 4_000,
  http2HeadBytes: 65_536,
  /** Concurrent streams of one HTTP/2 connection, each of which may hold a response in memory. */
  streams: 20,
  /** Megabytes of memory for one HTTP/2 session. */
  sessionMemory: 10,
  /** Clients that the rate limit counts at the same time; the least recently seen one is dropped first. */
  clients: 50_000,
  /** How long a request waits for a position that the market has not reached. */
  positionWait: 2_000,
  /** Open streams of `/events`, unless `--event-streams` says otherwise; more get 503. */
  eventStreams: 1_000,
  /** Bytes of the responses that one client has not read yet; more get 429. One response may have a long line of the log, or a capture. */
  unreadBytes: 67_108_864,
  /** What an open stream counts for among them: more than the two chunks that it holds. */
  streamBytes: 524_288,
  /** How often a stream of `/events` sends a comment while nothing happens, so that proxies keep the connection. */
  heartbeat: 15_000,
  /** How long a client of `/events` or `/log` may leave one chunk unread before the server disconnects it. */
  unreadChunk: 30_000,
  /** How long open requests may take once the server stops listening: with the default `--drain`, less than the 10 s of most supervisors. */
  stop: 4_000,
} as const satisfies Record<string, number>
