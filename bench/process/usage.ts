import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second, as Linux tells processor time to programs: 100 on every machine that Node runs on. */
const ticks = 100

/** Seconds of processor time of some processes and all their children, those that have ended included. */
export function cpuSeconds(pids: readonly number[]): number {
  const stats = allStats()
  return [...treeOf(pids, stats)].reduce((sum, pid) => sum + (stats.get(pid)?.seconds ?? 0), 0)
}

/** The processes under some, with the seconds of each, so that one can see who worked. */
export function secondsOfEach(pids: readonly number[]): ReadonlyMap<number, number> {
  const stats = allStats()
  return new Map([...treeOf(pids, stats)].map((pid) => [pid, stats.get(pid)?.seconds ?? 0]))
}

/** Memory of some processes and their children, in bytes: now (VmRSS), and at the most so far (VmHWM). */
export function memoryOf(pids: readonly number[]): { readonly now: number; readonly peak: number } {
  let now = 0
  let peak = 0
  for (const pid of treeOf(pids, allStats())) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    now += kilobytes(status, 'VmRSS')
    peak += kilobytes(status, 'VmHWM')
  }
  return { now: now * 1024, peak: peak * 1024 }
}

type Stat = { readonly parent: number; readonly seconds: number }

function allStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(name)
    if (stat !== undefined) stats.set(Number(name), stat)
  }
  return stats
}

function statOf(pid: string): Stat | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name of the program, in brackets, may hold spaces: the fields are counted from behind it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const seconds = fields.slice(11, 15).reduce((sum, value) => sum + value, 0) / ticks
  return { parent, seconds }
}

function treeOf(roots: readonly number[], stats: ReadonlyMap<number, Stat>): Set<number> {
  const tree = new Set(roots)
  let size: number
  do {
    size = tree.size
    for (const [pid, { parent }] of stats) if (tree.has(parent)) tree.add(pid)
  } while (tree.size > size)
  return tree
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
}

/** Seconds of processor time of all children of this process that have ended. */
export function childSeconds(): number {
  const text = readFileSync('/proc/self/stat', 'utf8')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) / ticks
}

/** Seconds of processor time that all programs have taken, on all cores. */
export function busySeconds(): number {
  const [, ...fields] = (/^cpu .*$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[0] ?? '').split(
    / +/,
  )
  const [user = 0, nice = 0, system = 0] = fields.map(Number)
  return (user + nice + system) / ticks
}
