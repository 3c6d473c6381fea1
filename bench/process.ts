import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/postgres/free-port.ts'
import { treeOf } from '../test/support/postgres/process-tree.ts'
import type { Bench, Contender } from './bench.ts'

/** Starts a server on core 0, and waits until a path is answered with 200. */
export async function startServer(
  { folder, cleanup }: Bench,
  { name, headers }: Pick<Contender, 'name' | 'headers'>,
  readyPath: string,
  commandOn: (port: string) => readonly string[],
): Promise<Contender> {
  const port = `${await freePort()}`
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `server-${port}.log`)
  const log = openSync(logFile, 'w')
  const startedAt = performance.now()
  const command = ['-c', '0', ...commandOn(port)]
  const child = spawn('taskset', command, { stdio: ['ignore', log, log] })
  // A program that is missing is noticed below.
  const exited = once(child, 'exit').catch(() => {})
  const stop = async () => {
    child.kill()
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
    await exited
  }
  cleanup.after(stop)
  while (!(await isOk(url + readyPath))) {
    const hasEnded = child.pid === undefined || child.exitCode !== null
    if (hasEnded || performance.now() > startedAt + 60_000) {
      throw new Error(`${name} did not start: ${readFileSync(logFile, 'utf8').slice(-500)}`)
    }
    await sleep(2)
  }
  const startedIn = performance.now() - startedAt
  return { name, url, headers, pids: [child.pid ?? 0], startedIn, stop }
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
  return sumOf(pids, 'stat', secondsIn)
}

/** Resident memory of processes and their children, in megabytes. */
export function residentMegabytes(pids: readonly number[]): number {
  return sumOf(pids, 'status', (text) => Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
}

/** The seconds in `/proc/PID/stat`, with those of children that have ended. */
export function secondsIn(stat: string): number {
  // The name of the program, in brackets, may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0)
  return ticks / 100
}

function sumOf(pids: readonly number[], file: string, valueIn: (text: string) => number): number {
  const texts = pids.flatMap(treeOf).map((pid) => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
  return texts.reduce((sum, text) => sum + valueIn(text), 0)
}
