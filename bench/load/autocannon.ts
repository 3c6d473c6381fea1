import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Count, Run } from './run.ts'

const service = fileURLToPath(new URL('../services/autocannon.peer.ts', import.meta.url))

/** One run of autocannon, in a process of its own on the core of the load. */
export async function runAutocannon(run: Run): Promise<Count> {
  const { stdout } = await promisify(execFile)(process.execPath, [service, JSON.stringify(run)])
  return JSON.parse(stdout) as Count
}
