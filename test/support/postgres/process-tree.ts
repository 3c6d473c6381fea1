import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * A server with the processes that it has started. Each of them leads a session of its own, so that there is no
 * group to send a signal to, and one that was stopped does not see its server die.
 */
export function treeOf(server: number): number[] {
  const parents = existsSync('/proc/self/stat') ? parentsInProc() : parentsByPs()
  return [server, ...parents.flatMap(([pid, parent]) => (parent === server ? [pid] : []))]
}

/** Whether a process is there and more than an entry that nobody has read the end of. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return statOf(String(pid))?.[0] !== 'Z'
}

/** Stops a server so that it starts no process more, then those that it has, and returns all. */
export function freezeTree(server: number): number[] {
  signal([server], 'SIGSTOP')
  const tree = treeOf(server)
  signal(tree, 'SIGSTOP')
  return tree
}

/** Lets a server and its processes go on. */
export function thawTree(server: number): void {
  signal(treeOf(server).reverse(), 'SIGCONT')
}

/** Ends a server as a power cut does, and returns what is ending. */
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

/** What Linux tells of a process after its name, which may have spaces and brackets: its state, its parent. */
function statOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return undefined
  }
}
