import { Counter, Histogram, type Registry } from '@prometheus-io/client'
import type { RequestOutcome } from '../http/request-outcome.ts'

/** Upper bounds in seconds: a cached response takes well below a millisecond, the largest response some ten milliseconds. */
const buckets = [
  0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5,
]

/** Methods with a label value of their own. A client may send any method, and each label value takes memory for ever. */
const knownMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'POST']

/** Adds the metrics of requests to a registry, and returns a function that counts a request in them. */
export function createRequestMetrics(registry: Registry): (outcome: RequestOutcome) => void {
  const registers = [registry]
  const requests = new Counter({
    name: 'ratebook_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['endpoint', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'ratebook_request_duration_seconds',
    help: 'Time from the head of a request to the last byte of its response; streams are left out.',
    labelNames: ['endpoint'],
    buckets,
    registers,
  })
  const responses = new Counter({
    name: 'ratebook_responses_total',
    help: 'Responses by what the response cache did: hit, miss, or none if the cache was not used.',
    labelNames: ['cache'],
    registers,
  })
  const responseBytes = new Counter({
    name: 'ratebook_response_bytes_total',
    help: 'Bytes of response bodies that were sent.',
    registers,
  })
  return ({ endpoint, method, status, bytes, milliseconds, cache, isStream }) => {
    requests.inc({ endpoint, method: knownMethods.includes(method) ? method : 'other', status })
    if (!isStream) durations.observe({ endpoint }, milliseconds / 1_000)
    responses.inc({ cache })
    responseBytes.inc(bytes)
  }
}
