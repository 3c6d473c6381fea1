import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * A server and its child processes. Each is in a process group of its own, so a signal must be sent to each, and a stopped
 * process does not notice that its server has died.
 */
export function treeOf(server: number): number[] {
  const parents = existsSync('/proc/self/stat') ? parentsInProc() : parentsByPs()
  return [server, ...parents.flatMap(([pid, parent]) => (parent === server ? [pid] : []))]
}

/** Whether a process exists and is not a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return statOf(String(pid))?.[0] !== 'Z'
}

/** Stops a server first, so that it starts no more processes, and then its children. Returns all of them. */
export function freezeTree(server: number): number[] {
  signal([server], 'SIGSTOP')
  const tree = treeOf(server)
  signal(tree, 'SIGSTOP')
  return tree
}

/** Continues a server and its children. */
export function thawTree(server: number): void {
  signal(treeOf(server).reverse(), 'SIGCONT')
}

/** Kills a server and its children, and returns them. */
export function killTree(server: number): number[] {
  const tree = freezeTree(server)
  signal(tree, 'SIGKILL')
  return tree
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

type WithParent = readonly [pid: number, parent: number]

function parentsInProc(): WithParent[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map((pid) => [Number(pid), Number(statOf(pid)?.[1])])
}

function parentsByPs(): WithParent[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as unknown as WithParent)
}

/** The fields of `/proc/PID/stat` after the name, which may contain spaces: state, parent and so on. */
function statOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return undefined
  }
}
