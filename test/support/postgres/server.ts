import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../cli.ts'
import { endServer } from './end-server.ts'
import type { Ending } from './endings.ts'
import { freePort } from './free-port.ts'
import { tellGuardian } from './guard.ts'
import { installation, surroundings } from './installation.ts'
import { own } from './owner.ts'
import { freezeTree, isRunning, killTree, thawTree, treeOf } from './process-tree.ts'
import { inSession, type Query } from './query.ts'

/** A server of our own. */
export type Server = {
  readonly port: number
  /** Its database `postgres`, as the superuser. */
  readonly url: string
  /** Where its cluster is. */
  readonly data: string
  /** Sends a statement on a connection of its own, as the superuser. */
  readonly sql: Query
  /** All that it has logged. */
  readonly log: () => string
  /** Its processes. */
  readonly processes: () => number[]
  /** Ends it as a power cut does. */
  readonly kill: () => Promise<void>
  /** Ends it in order; its clients are told. */
  readonly stop: () => Promise<void>
  /** Starts it again, on the same port, after it was killed or stopped. */
  readonly start: () => Promise<void>
  /** Stops all of its processes: it accepts connections and says nothing. */
  readonly freeze: () => void
  readonly thaw: () => void
}

/** Starts a server on a cluster that `prepare` puts in an empty place. */
export async function startServer(
  t: Ending,
  prepare: (data: string) => void | Promise<void>,
): Promise<Server> {
  const { owner, postgres, password } = installation()
  const folder = mkdtempSync(join(placeOfClusters(), 'ratebook-server-'))
  const [data, log] = [join(folder, 'data'), join(folder, 'log')]
  const readLog = () => readFileSync(log, 'utf8')
  let child: ChildProcess | undefined
  let port = 0

  const launch = async (): Promise<void> => {
    const output = openSync(log, 'a')
    child = spawn(postgres, ['-D', data, '-p', String(port)], {
      ...owner,
      cwd: '/',
      env: surroundings,
      detached: true,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    child.unref()
    const pid = Number(child.pid)
    tellGuardian(['started', pid])
    child.once('exit', () => tellGuardian(['ended', pid]))
    // Read once: a server that starts after one that was killed replaces what that one has left, `ready` and all.
    const isReady = () => {
      const { 0: writer, 7: state } = noteOf(data)
      return writer === String(pid) && state === 'ready'
    }
    await until(() => isReady() || !isRunning(pid), 30_000)
    if (!isReady()) throw new Error(`PostgreSQL did not start: ${readLog().slice(-2_000)}`)
  }
  // Once the end of a process was noticed, its number may be that of another.
  const runs = () =>
    child?.pid !== undefined &&
    child.exitCode === null &&
    child.signalCode === null &&
    isRunning(child.pid)
  const pid = (): number => {
    if (!runs()) throw new Error('The server does not run.')
    return Number(child?.pid)
  }

  own(folder, owner)
  tellGuardian(['folder', folder])
  t.after(async () => {
    if (runs()) await endServer(pid())
    await rm(folder, { recursive: true, maxRetries: 5 })
  })
  await prepare(data)
  for (let tries = 0; ; tries++) {
    port = await freePort()
    try {
      await launch()
      break
    } catch (error) {
      if (tries === 4 || !/could not bind/.test(String(error))) throw error
    }
  }

  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    port,
    url,
    data,
    sql: (text, values) => inSession(url, (query) => query(text, values)),
    log: readLog,
    processes: () => treeOf(pid()),
    async kill() {
      const ending = killTree(pid())
      await allEnded(ending)
      releaseMemory(data)
    },
    async stop() {
      const ending = treeOf(pid())
      process.kill(pid(), 'SIGINT')
      await allEnded(ending)
    },
    start: launch,
    freeze() {
      freezeTree(pid())
    },
    thaw() {
      thawTree(pid())
    },
  }
}

/** In memory where there is some for it: there a cluster is copied and removed in a third of the time. */
function placeOfClusters(): string {
  const memory = '/dev/shm'
  if (process.env['TMPDIR'] !== undefined || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4e9 ? memory : tmpdir()
}

async function allEnded(pids: readonly number[]): Promise<void> {
  if (!(await until(() => !pids.some(isRunning), 20_000))) throw new Error('PostgreSQL goes on.')
}

/** The lines that a server keeps in its cluster while it runs: its process first, its state last. */
function noteOf(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
  } catch {
    return []
  }
}

/** Gives back the piece of System V memory of a server that was killed: the system keeps it, and has few. */
function releaseMemory(data: string): void {
  const id = noteOf(data)[6]?.split(/\s+/)[1]
  if (id !== undefined) spawnSync('ipcrm', ['-m', id], { stdio: 'ignore' })
}
