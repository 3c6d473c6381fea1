import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../test/support/postgres/cleanup.ts'
import { freePort } from '../test/support/postgres/free-port.ts'
import { treeOf } from '../test/support/postgres/process-tree.ts'

/** The settings and files that all measurements of a run share. */
export type Bench = {
  /** A temporary folder, removed at the end. */
  readonly folder: string
  readonly book: string
  readonly changes: number
  readonly rounds: number
  readonly seconds: number
  /** How many requests come before memory is measured again. */
  readonly distinctRequests: number
  readonly cleanup: Cleanup
}

/** A server that is measured. */
export type Contender = {
  readonly name: string
  readonly url: string
  /** Header lines of each request to it. */
  readonly headers: readonly string[]
  /** Processes whose work, with that of their children, the responses cost. */
  readonly pids: readonly number[]
  readonly stop: () => Promise<void>
}

/** Starts a server on core 0, and waits until a path is answered with 200. */
export async function startServer(
  { folder, cleanup }: Bench,
  name: string,
  readyPath: string,
  commandOn: (port: string) => readonly string[],
): Promise<Contender> {
  const port = `${await freePort()}`
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `server-${port}.log`)
  const log = openSync(logFile, 'w')
  const startedAt = performance.now()
  const child = spawn('taskset', ['-c', '0', ...commandOn(port)], { stdio: ['ignore', log, log] })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill()
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
    await exited
  }
  cleanup.after(stop)
  while (!(await isOk(url + readyPath))) {
    if (child.exitCode !== null || performance.now() > startedAt + 60_000) {
      throw new Error(`${name} did not start: ${readFileSync(logFile, 'utf8').slice(-500)}`)
    }
    await sleep(2)
  }
  return { name, url, headers: [], pids: [child.pid ?? 0], stop }
}

/** Whether a URL is answered with 200; it is not while the connection is refused. */
export async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

/** User and system time of processes and their children, in seconds. */
export function processorSeconds(pids: readonly number[]): number {
  return filesOf(pids, 'stat').reduce((sum, stat) => sum + secondsIn(stat), 0)
}

/** The seconds in `/proc/PID/stat`, with those of children that have ended. */
export function secondsIn(stat: string): number {
  // The name of the program, in brackets, may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((ticks, value) => ticks + Number(value), 0) / 100
}

/** Resident memory of a server and its children, in megabytes. */
export function residentMegabytes({ pids }: Contender): number {
  const kilobytes = filesOf(pids, 'status').map((text) => /VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0)
  return kilobytes.reduce((sum: number, value) => sum + Number(value), 0) / 1024
}

function filesOf(pids: readonly number[], name: string): string[] {
  return pids.flatMap(treeOf).map((pid) => readFileSync(`/proc/${pid}/${name}`, 'utf8'))
}
