import type { Instant } from '../../domain/instant.ts'

/** How an answer came about: its whole request was known, the answer was kept, it was made anew, or none was due. */
export type Via = 'memo' | 'cache' | 'made' | 'none'

/** What is told of a response: the same object each time, where the same response is sent again. */
export type Told = {
  /** The template of the path, such as `/rates/history/{institution_id}`; `other` where there is none. */
  readonly endpoint: string
  /** Empty where the request could not be read. */
  readonly method: string
  /** As the client wrote it; empty where the request could not be read. */
  readonly target: string
  readonly status: number
  /** The bytes of the body that was sent. */
  readonly bytes: number
}

/** What happened with one request, once it is over; the log and the metrics both read it, and nothing else. */
export type Observation = {
  readonly told: Told
  /** From the head of the request to the last byte that was handed to the system. */
  readonly milliseconds: number
  /** The client's address. */
  readonly client: string
  readonly via: Via
  /** When it was, where the time was read for the answer: to read it takes as long as all else that the log does at once. */
  readonly at?: Instant
}

/** What is observed where no request could be read, or none that has an endpoint; it took no time worth measuring. */
export function unread(
  client: string | undefined,
  { status, body }: { readonly status: number; readonly body: { readonly length: number } },
): Observation {
  const told = { endpoint: 'other', method: '', target: '', status, bytes: body.length }
  return { told, milliseconds: 0, client: client ?? '', via: 'none' }
}

/** Takes an observation, a hundred thousand times a second: it does next to nothing at once, and the rest later. */
export type Observe = (observation: Observation) => void
