import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { launcher } from '../../bench/market.ts'
import { secondsIn } from '../../bench/servers.ts'
import { treeOf } from '../support/postgres/process-tree.ts'
import type { CollectedHosts } from './collected-hosts.ts'

/** The measurements of one `ratebook collect` of all hosts. */
export type CollectFigures = {
  readonly what: string
  readonly code: number | null
  readonly seconds: number
  /** Processor time of the process and its readers; on a busy machine it says more than the seconds do. */
  readonly processorTime: number
  /** The largest resident memory of the process, and of it with its readers, in megabytes. */
  readonly memory: number
  readonly memoryWithReaders: number
  readonly output: string
}

/** Collects three times: pages that are new, pages with the same ETag, and the same pages without an ETag. */
export async function collectThrice(
  hosts: CollectedHosts,
  folder: string,
): Promise<readonly CollectFigures[]> {
  const first = await collectOnce('new pages', hosts, folder)
  const second = await collectOnce('pages with the same ETag', hosts, folder)
  hosts.dropEtags()
  return [first, second, await collectOnce('the same pages, sent in full', hosts, folder)]
}

async function collectOnce(
  what: string,
  { book, sources }: CollectedHosts,
  folder: string,
): Promise<CollectFigures> {
  const options = [
    ['--database', book],
    ['--sources', sources],
    ['--captures', join(folder, 'captures')],
    ['--contact', 'bench@example.org'],
    ['--allow-address', '127.0.0.1'],
  ].flat()
  const began = performance.now()
  // The measuring process has a core of its own; the collector may use all.
  const command = ['-c', '0-1023', process.execPath, launcher, 'collect', ...options]
  const child = spawn('taskset', command, { stdio: ['ignore', 'pipe', 'pipe'] })
  let processorTime = 0
  let memory = 0
  let memoryWithReaders = 0
  const timer = setInterval(() => {
    const pids = treeOf(child.pid ?? 0)
    const all = pids.map(residentMegabytesOf)
    // Later samples include the readers that have ended.
    processorTime = Math.max(processorTime, secondsIn(fileOf(child.pid ?? 0, 'stat')))
    memory = Math.max(memory, all[0] ?? 0)
    memoryWithReaders = Math.max(
      memoryWithReaders,
      all.reduce((sum, one) => sum + one, 0),
    )
  }, 50)
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  clearInterval(timer)
  const seconds = (performance.now() - began) / 1_000
  const { exitCode: code } = child
  return { what, code, seconds, processorTime, memory, memoryWithReaders, output: stdout + stderr }
}

function residentMegabytesOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(fileOf(pid, 'status'))?.[1] ?? 0) / 1_024
}

/** The text of a file of `/proc`; empty once the process has ended. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
