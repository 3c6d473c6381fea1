import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { institutions } from './market.ts'
import { processorSeconds, type Contender } from './server.ts'

/** The requests that wrk sends. Paths and headers have the placeholders of `load.lua`; offsets begin at `base`. */
export type Load = {
  readonly paths: readonly string[]
  readonly headers?: readonly string[]
  readonly base?: number
  readonly span: number
  readonly connections?: number
  readonly seconds: number
}

/** Responses, failures, and of each response microseconds of processor time, and milliseconds. */
export type LoadResult = { requests: number; failed: number; micros: number; p99: number }

/** Runs wrk. Each connection sends its next request once it has the response to the last. */
export async function runLoad(contender: Contender, load: Load): Promise<LoadResult> {
  const { url, pids } = contender
  const { headers = [], base = 0, span, connections = 16, seconds } = load
  const lines = [`Host: ${new URL(url).host}`, ...contender.headers, ...headers, '', '']
  const before = processorSeconds(pids)
  const { stdout } = await promisify(execFile)('wrk', [
    ...`-t1 -c${connections} -d${seconds}s --timeout 20s -s`.split(' '),
    join(import.meta.dirname, 'load.lua'),
    url,
    ...['--', institutions.length, base, span].map(String),
    ...load.paths.map((path) => [`GET ${path} HTTP/1.1`, ...lines].join('\r\n')),
  ])
  const spent = processorSeconds(pids) - before
  const result = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as LoadResult
  return { ...result, micros: (spent * 1e6) / (result.requests - result.failed) }
}
