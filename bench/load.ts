import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bench, Contender } from './bench.ts'
import { institutions } from './market.ts'
import { processorSeconds } from './process.ts'

/** What is sent: paths and header lines have the placeholders of `load.lua`. */
export type Load = {
  readonly paths: readonly string[]
  readonly headers?: readonly string[]
  /** Offsets go from `base` to `base + span`. */
  readonly base?: number
  readonly span: number
  readonly connections?: number
  readonly seconds?: number
}

/** Responses, those that were not good, and of each microseconds of processor time, and milliseconds. */
export type LoadResult = { requests: number; failed: number; micros: number; p99: number }

/** Runs wrk. Each connection sends its next request once it has the response to the last. */
export async function runLoad(bench: Bench, contender: Contender, load: Load): Promise<LoadResult> {
  const { url, pids } = contender
  const { headers = [], base = 0, span, connections = 16, seconds = bench.seconds } = load
  const lines = [`Host: ${new URL(url).host}`, ...contender.headers, ...headers, '', '']
  const options = `-t1 -c${connections} -d${seconds}s --timeout 20s -s`.split(' ')
  const before = processorSeconds(pids)
  const { stdout } = await promisify(execFile)('wrk', [
    ...options,
    join(import.meta.dirname, 'load.lua'),
    url,
    '--',
    ...[bench.sent, institutions.length, base, span].map(String),
    ...load.paths.map((path) => [`GET ${path} HTTP/1.1`, ...lines].join('\r\n')),
  ])
  const spent = processorSeconds(pids) - before
  const result = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as LoadResult
  // Some more were under way when the time was up.
  bench.sent += result.requests + 1000
  return { ...result, micros: (spent * 1e6) / (result.requests - result.failed) }
}
