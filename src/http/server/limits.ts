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
  /** A whole request; only `/mcp` reads a body, of one packet most often, so it needs little more than its head. */
  requestTimeout: 15_000,
  /** The largest body that is read, of the requests to `/mcp`: a call is some hundred bytes, a greeting with all that a client can do some thousand. */
  bodyBytes: 65_536,
  /** How long a body may take: shorter than a whole request, so that a slow one is answered. */
  bodyTimeout: 10_000,
  /** Bodies that are read at a time: 32 MB at the most. Above it, 503. */
  bodies: 500,
  /** Messages in one body; only the protocol of March 2025 has more than one. */
  batch: 10,
  /**
   * How often the two timeouts above are looked at. All that are over by then are heard of in one turn of the event loop, for
   * which everybody waits; of 5,000 clients that came at once and said nothing, once in a second was 150 ms at a time. Each look is at
   * all connections that have said nothing yet, so more often is no better.
   */
  timeoutCheck: 20,
  /**
   * How many late clients are answered in one turn; an answer takes some 100 µs, most of them the system's. Of thousands that are
   * late at once the last stay some seconds longer.
   */
  latePerTurn: 8,
  /** An idle connection; longer than the 60 s of the usual balancers, so that they close first and never race with us. */
  keepAlive: 65_000,
  /** A connection on which nothing moves while an answer is being sent: the reader is gone. */
  idleSocket: 70_000,
  /** How long a client that has had its last response may take to close its side before its connection is cut. */
  farewell: 1_000,
  /** A TLS handshake; a slow one holds a connection as a slow head does. */
  handshake: 10_000,
  /** Connections at a time; each costs some kilobytes, and a process some twenty thousand descriptors at the most. */
  connections: 20_000,
  /** The most header lines, and bytes of a head, that HTTP/2 lets through to be answered with 431 or 414; above, a reset. */
  http2HeaderLines: 4_000,
  http2HeadBytes: 65_536,
  /** Requests that an HTTP/1 client may send ahead of their answers; above, its connection is cut. No client sends ten. */
  ahead: 100,
  /** Streams at a time on one HTTP/2 connection: each may hold an answer of a megabyte that its client does not read. */
  streams: 20,
  /** Memory for one HTTP/2 session, in MB. */
  sessionMemory: 10,
  /**
   * How long one turn of the event loop answers in an overload before the rest of it is refused (http/server/overload.ts). Who is refused has
   * waited for up to two turns.
   */
  turn: 3,
  /** How long a turn answers those who have waited since they were refused. */
  longestTurn: 5,
  /**
   * By how much turns may be longer than `turn` in all, less the pauses between them, before it is an overload: the first answers
   * after a start take that long, and bursts do.
   */
  burst: 100,
  /**
   * How long after another one a client that was refused is read again: one in a millisecond, so that refusing them again takes
   * a thirtieth of the time, for up to a thousand whose requests are known. None waits longer than it was told to.
   */
  rest: 1,
  longestRest: 1_000,
  /** Answers that wait for something, a compression most often, before others are refused. */
  underWay: 64,
  /** Clients whose requests are counted at a time, where that is asked for; of more, those longest silent are forgotten. */
  clients: 50_000,
  /** How long idle connections may still send a request after the server was told to stop, and then the last ones that came. */
  drain: 1_000,
  /** How long answers are held back around the moment from which connections are refused: clients wait then, and connect not. */
  hold: 100,
  /** How much longer answers under way may take before they are cut; with both drains less than the 10 s of supervisors. */
  stop: 6_000,
} as const satisfies Record<string, number>
