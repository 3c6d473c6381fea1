import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from './usage.ts'

/** A process that answers on a port of the loopback. */
export type Server = {
  readonly url: string
  /** The processes whose time, with that of all their children, the answers cost. */
  readonly pids: readonly number[]
  /** Milliseconds from its start to its first answer. */
  readonly startedIn: number
  readonly stop: () => Promise<void>
}

/** How a server is started. */
export type Start = {
  readonly command: string
  readonly args: readonly string[]
  /** What it must answer before it counts as started. */
  readonly url: string
  readonly ready: string
  readonly log: string
  readonly env?: Readonly<Record<string, string>>
  readonly cores?: string
  /** Further processes that its answers cost, a database for example. */
  readonly alsoPids?: readonly number[]
  /** How it is told to end; SIGTERM if not said. */
  readonly endsBy?: NodeJS.Signals
}

/** The cores: servers run on one, and everything that asks them, this process too, on the other. */
export const serverCore = '0'
export const loadCore = '1'

const isPinnable =
  availableParallelism() > 1 && spawnSync('taskset', ['--version']).error === undefined

/** Whether servers and load have a core each. */
export const isPinned = isPinnable

/** Puts this process, and with it all that it starts without another word, on the core of the load. */
export function takeLoadCore(): void {
  moveTo(loadCore, process.pid)
}

/** Moves a process to some cores, with all that it starts from then on. */
export function moveTo(cores: string, pid: number): void {
  if (isPinnable) spawnSync('taskset', ['-a', '-c', '-p', cores, `${pid}`])
}

/** A command as it is run on some cores. */
function onCores(cores: string, command: string, args: readonly string[]): [string, string[]] {
  return isPinnable ? ['taskset', ['-c', cores, command, ...args]] : [command, [...args]]
}

/** Starts a server and waits until it answers; what it says goes to its log. */
export async function startServer(start: Start): Promise<Server> {
  const [command, args] = onCores(start.cores ?? serverCore, start.command, start.args)
  const log = openSync(start.log, 'w')
  const began = performance.now()
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...start.env },
  })
  closeSync(log)
  endWithUs(child)
  const { pid } = child
  if (pid === undefined) throw new Error(`${start.command} cannot be started.`)
  await untilAnswered(start.url + start.ready, child, start.log)
  return {
    url: start.url,
    pids: [pid, ...(start.alsoPids ?? [])],
    startedIn: performance.now() - began,
    stop: () => stop(child, start.endsBy),
  }
}

/** Seconds of processor time that a server has taken. */
export function serverSeconds({ pids }: Pick<Server, 'pids'>): number {
  return cpuSeconds(pids)
}

/** Ends a process, and waits for it. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(late)
}

/** Ends a child, however this process ends. */
export function endWithUs(child: ChildProcess): void {
  const end = (): void => {
    // What has children of its own, nginx for one, would leave them behind if it were killed.
    child.kill('SIGTERM')
  }
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

async function untilAnswered(url: string, child: ChildProcess, log: string): Promise<void> {
  const until = performance.now() + 120_000
  while (performance.now() < until) {
    if (child.exitCode !== null) break
    try {
      const response = await fetch(url)
      await response.arrayBuffer()
      if (response.ok) return
    } catch {
      // It does not listen yet.
    }
    await sleep(5)
  }
  throw new Error(`No answer from ${url}:\n${readFileSync(log, 'utf8').slice(-2000)}`)
}
