import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import { durationBounds, type DurationCount, type Tally } from './tally.ts'

/** Adds what a tally counts to some metrics; each is set anew when somebody reads it. */
export function addRequestMetrics(registry: Registry, tally: Tally): void {
  const registers = [registry]
  const requests = new Counter({
    name: 'ratebook_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['endpoint', 'method', 'status'],
    registers,
    collect() {
      requests.reset()
      for (const { count, ...labels } of tally.requests()) requests.inc(labels, count)
    },
  })
  const refused = new Counter({
    name: 'ratebook_refused_total',
    help: 'Requests refused in an overload (503), or because their client asked too often (429).',
    labelNames: ['status'],
    registers,
    collect() {
      refused.reset()
      for (const { status, count } of tally.requests().filter(isRefusal))
        refused.inc({ status }, count)
    },
  })
  const answers = new Counter({
    name: 'ratebook_answers_total',
    help: 'Answers by how they came about: their whole request was known (memo), they were kept (cache), they were made, or none was due.',
    labelNames: ['via'],
    registers,
    collect() {
      answers.reset()
      for (const [via, count] of tally.answers()) answers.inc({ via }, count)
    },
  })
  const bytes: Counter = new Counter({
    name: 'ratebook_response_bytes_total',
    help: 'Bytes of the bodies that were sent.',
    registers,
    collect() {
      bytes.reset()
      bytes.inc(tally.bytes())
    },
  })
  addDurations(registry, tally)
}

/** `/health` says 503 of the book, not of itself. */
function isRefusal({ endpoint, status }: { endpoint: string; status: number }): boolean {
  return status === 429 || (status === 503 && endpoint !== '/health')
}

/**
 * The library's histogram takes durations one by one, at some hundred times the cost of counting them in an array; so this is
 * a metric of the library that reads itself from the array when it is asked for.
 */
function addDurations(registry: Registry, tally: Tally): void {
  const name = 'ratebook_request_duration_seconds'
  const help = 'The time from the head of a request to the last byte of its answer.'
  const labelNames = ['endpoint', 'le'] as const
  const durations = new Gauge({ name, help, labelNames, registers: [registry] })
  durations.get = () =>
    Promise.resolve({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      collect: () => {},
      values: tally.durations().flatMap((count) => histogramValues(name, count)),
    })
}

/** The values of one histogram as Prometheus has them: each bucket with all that fell in those before it. */
function histogramValues(name: string, { endpoint, buckets, seconds }: DurationCount) {
  let count = 0
  const values = [...durationBounds, '+Inf'].map((le, index) => {
    count += buckets[index] ?? 0
    return { metricName: `${name}_bucket`, labels: { endpoint, le }, value: count }
  })
  const sum = { metricName: `${name}_sum`, labels: { endpoint }, value: seconds }
  return [...values, sum, { metricName: `${name}_count`, labels: { endpoint }, value: count }]
}
