import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Count, Run } from './run.ts'

const scripts = fileURLToPath(new URL('.', import.meta.url))

/** Whether wrk can be run; it has no option that ends well. */
export const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** One run of wrk, on the core of the load, where this process is. */
export async function runWrk(run: Run): Promise<Count> {
  const common = ['-t1', `-c${run.connections}`, `-d${run.seconds}s`, '--timeout', '20s']
  const args =
    'one' in run.targets
      ? [...headerArgs(run), '-s', `${scripts}fixed.lua`, run.url + run.targets.one]
      : [
          '-s',
          `${scripts}listed.lua`,
          run.url,
          '--',
          run.targets.file,
          `${run.from}`,
          ...run.headers,
        ]
  const { stdout } = await promisify(execFile)('wrk', [...common, ...args], {
    env: { ...process.env, BENCH_LOAD: scripts },
  })
  const line = stdout.trimEnd().split('\n').at(-1) ?? ''
  return JSON.parse(line) as Count
}

function headerArgs({ headers }: Run): string[] {
  return headers.flatMap((header) => ['-H', header])
}
