import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { parseWhole } from '../../domain/decimal.ts'

/** The resources of a process: bytes of resident memory, and seconds of processor time. */
export type ProcessUsage = { readonly memory: number; readonly processor: number }

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** The present usage of a process; `undefined` once it has ended, and where the system does not report it. */
export async function usageOf(pid: number): Promise<ProcessUsage | undefined> {
  try {
    return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid)
  } catch {
    return undefined
  }
}

async function fromProc(pid: number): Promise<ProcessUsage | undefined> {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map(async (file) => readFile(`/proc/${pid}/${file}`, 'latin1')),
  )
  const kilobytes = wholeIn(/^VmRSS:\s*(\d+) kB$/m, status)
  // The name of the program is in brackets, and may have spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const [user, system] = [parseWhole(fields[11] ?? ''), parseWhole(fields[12] ?? '')]
  if (kilobytes === undefined || user === undefined || system === undefined) return undefined
  return { memory: kilobytes * 1024, processor: (user + system) / ticksPerSecond }
}

async function fromPs(pid: number): Promise<ProcessUsage | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=,time=', '-p', String(pid)])
  const [kilobytes = '', time = ''] = stdout.trim().split(/\s+/)
  const memory = parseWhole(kilobytes)
  return memory === undefined ? undefined : { memory: memory * 1024, processor: secondsOf(time) }
}

/** The seconds of a time such as `1-02:03:04` or `3:04.05`. */
function secondsOf(time: string): number {
  const [clock = '', days = '0'] = time.split('-').toReversed()
  const parts = (clock.split('.', 1)[0] ?? '')
    .split(':')
    .map((part) => parseWhole(part.replace(/^0(?=\d)/, '')) ?? 0)
  return parts.reduce((sum, part) => sum * 60 + part, 0) + (parseWhole(days) ?? 0) * 86_400
}

function wholeIn(pattern: RegExp, text: string | undefined): number | undefined {
  const found = pattern.exec(text ?? '')?.[1]
  return found === undefined ? undefined : parseWhole(found)
}
