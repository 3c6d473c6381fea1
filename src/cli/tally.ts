import type { Observation, Observe, Via } from '../http/message/observation.ts'

/** What was observed so far, added up. */
export type Tally = {
  readonly observe: Observe
  /** How often each combination was observed. */
  readonly requests: () => readonly RequestCount[]
  /** How long the answers of each endpoint took. */
  readonly durations: () => readonly DurationCount[]
  /** How many answers came about in each way. */
  readonly answers: () => readonly (readonly [via: Via, count: number])[]
  /** The bytes of all bodies. */
  readonly bytes: () => number
}

/** Requests that are alike. */
export type RequestCount = {
  readonly endpoint: string
  readonly method: string
  readonly status: number
  readonly count: number
}

/** Durations of one endpoint: for each bucket how many fell in it and in none before, and the last for longer ones. */
export type DurationCount = {
  readonly endpoint: string
  readonly buckets: readonly number[]
  readonly seconds: number
}

/** The upper bounds of the buckets in seconds: an answer from memory takes some ten microseconds, the largest some ten milliseconds. */
export const durationBounds: readonly number[] = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5,
]
const bounds = Float64Array.from(durationBounds, (seconds) => seconds * 1_000)

/** Methods with a label of their own: a client may name any, and each label costs memory forever. */
const knownMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'POST']

/** What an endpoint has counted: requests by method and status, and durations. */
type Counts = {
  readonly statuses: Map<string, Map<number, { count: number }>>
  readonly buckets: Float64Array
  milliseconds: number
}

/** Adds up as it is told, in some twenty nanoseconds: numbers in places that are there already. */
export function createTally(): Tally {
  const byEndpoint = new Map<string, Counts>()
  const byVia: Record<Via, number> = { memo: 0, cache: 0, made: 0, none: 0 }
  let allBytes = 0

  const countsOf = (endpoint: string): Counts => {
    const known = byEndpoint.get(endpoint)
    if (known !== undefined) return known
    const counts = {
      statuses: new Map(),
      buckets: new Float64Array(bounds.length + 1),
      milliseconds: 0,
    }
    byEndpoint.set(endpoint, counts)
    return counts
  }
  return {
    observe({ told: { endpoint, method, status, bytes }, milliseconds, via }: Observation) {
      const counts = countsOf(endpoint)
      countIn(counts.statuses, method, status)
      let bucket = 0
      while (bucket < bounds.length && milliseconds > (bounds[bucket] ?? 0)) bucket++
      counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
      counts.milliseconds += milliseconds
      byVia[via]++
      allBytes += bytes
    },
    requests: () =>
      [...byEndpoint].flatMap(([endpoint, { statuses }]) =>
        [...statuses].flatMap(([method, counts]) =>
          [...counts].map(([status, { count }]) => ({ endpoint, method, status, count })),
        ),
      ),
    durations: () =>
      Array.from(byEndpoint, ([endpoint, { buckets, milliseconds }]) => ({
        endpoint,
        buckets: [...buckets],
        seconds: milliseconds / 1_000,
      })),
    answers: () => Object.entries(byVia) as [Via, number][],
    bytes: () => allBytes,
  }
}

function countIn(statuses: Counts['statuses'], method: string, status: number): void {
  const name = knownMethods.includes(method) ? method : 'other'
  const cell = statuses.get(name)?.get(status)
  if (cell !== undefined) cell.count++
  else statuses.set(name, new Map(statuses.get(name)).set(status, { count: 1 }))
}
