// Load by autocannon where there is no wrk: a run as JSON in the argument, what it counted as JSON on standard output.
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Count, Run } from '../load/run.ts'

const run = JSON.parse(process.argv[2] ?? '') as Run
const headers = Object.fromEntries(run.headers.map((line) => line.split(': ', 2)))
const result = await autocannon({
  url: run.url,
  connections: run.connections,
  duration: run.seconds,
  headers,
  requests: pathsOf(run).map((path) => ({ method: 'GET', path })),
})
const count: Count = {
  requests: result.requests.total,
  seconds: result.duration,
  bytes: result.throughput.total,
  refused: result.non2xx,
  broken: result.errors,
  p50: result.latency.p50,
  p99: result.latency.p99,
  most: result.latency.max,
}
process.stdout.write(JSON.stringify(count))

/** Each connection asks all of these in their order, so some ten thousand are enough. */
function pathsOf({ targets, from }: Run): string[] {
  if ('one' in targets) return [targets.one]
  const lines = readFileSync(targets.file, 'utf8').trimEnd().split('\n')
  const begin = from % lines.length
  return [...lines.slice(begin), ...lines.slice(0, begin)].slice(0, 10_000)
}
