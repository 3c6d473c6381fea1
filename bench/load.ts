import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { institutions } from './market.ts'
import { processorSeconds, type BenchServer } from './servers.ts'

/** Failed requests, and microseconds of processor time of each response. */
export type LoadResult = { readonly failed: number; readonly micros: number }

/** Runs wrk with a path that has the placeholders of `load.lua`. Each of 16 connections sends its next request after each response. */
export async function runLoad(
  { url, pids }: BenchServer,
  path: string,
  { base, span }: { readonly base: number; readonly span: number },
  seconds: number,
): Promise<LoadResult> {
  const before = processorSeconds(pids)
  const { stdout } = await promisify(execFile)('wrk', [
    ...`-t1 -c16 -d${seconds}s --timeout 20s -s`.split(' '),
    join(import.meta.dirname, 'load.lua'),
    url,
    ...['--', institutions.length, base, span, path].map(String),
  ])
  const spent = processorSeconds(pids) - before
  const last = stdout.trimEnd().split('\n').at(-1) ?? ''
  const { requests, failed } = JSON.parse(last) as { requests: number; failed: number }
  return { failed, micros: (spent * 1e6) / (requests - failed) }
}
