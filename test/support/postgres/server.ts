import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../cli.ts'
import { endServer } from './end-server.ts'
import type { CleanupContext } from './cleanup.ts'
import { freePort } from '../free-port.ts'
import { notifyWatchdog } from './watchdog.ts'
import { installation, programEnvironment } from './installation.ts'
import { changeOwner } from './server-user.ts'
import { freezeTree, isRunning, killTree, thawTree, treeOf } from './process-tree.ts'
import { inSession, type Query } from './query.ts'

/** A PostgreSQL server for tests. */
export type Server = {
  readonly port: number
  /** The URL of the database `postgres`, as superuser. */
  readonly url: string
  /** Its data directory. */
  readonly data: string
  /** Runs a statement as superuser, on a new connection. */
  readonly sql: Query
  /** Its log so far. */
  readonly log: () => string
  /** The ids of its processes. */
  readonly processes: () => number[]
  /** Kills all of its processes. */
  readonly kill: () => Promise<void>
  /** Shuts it down and disconnects its clients. */
  readonly stop: () => Promise<void>
  /** Restarts it on the same port after `kill` or `stop`. */
  readonly start: () => Promise<void>
  /** Stops all of its processes: the system still accepts connections, but nothing responds. */
  readonly freeze: () => void
  readonly thaw: () => void
}

/** Starts a server; `prepare` creates its data directory. */
export async function startServer(
  t: CleanupContext,
  prepare: (data: string) => void | Promise<void>,
): Promise<Server> {
  const { owner, postgres, password } = installation()
  const folder = mkdtempSync(join(clusterDirectory(), 'ratebook-server-'))
  const [data, log] = [join(folder, 'data'), join(folder, 'log')]
  const readLog = () => readFileSync(log, 'utf8')
  let child: ChildProcess | undefined
  let port = 0

  const launch = async (): Promise<void> => {
    const output = openSync(log, 'a')
    child = spawn(postgres, ['-D', data, '-p', String(port)], {
      ...owner,
      cwd: '/',
      env: programEnvironment,
      detached: true,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    child.unref()
    const pid = Number(child.pid)
    notifyWatchdog(['started', pid])
    child.once('exit', () => notifyWatchdog(['ended', pid]))
    // A killed server leaves a file that says `ready`, so check the process id too.
    const isReady = () => {
      const { 0: writer, 7: state } = postmasterFile(data)
      return writer === String(pid) && state === 'ready'
    }
    await until(() => isReady() || !isRunning(pid))
    if (!isReady()) throw new Error(`PostgreSQL did not start: ${readLog().slice(-2_000)}`)
  }
  // After its end, another process may have the same id.
  const runs = () =>
    child?.pid !== undefined &&
    child.exitCode === null &&
    child.signalCode === null &&
    isRunning(child.pid)
  const pid = (): number => {
    if (!runs()) throw new Error('The server does not run.')
    return Number(child?.pid)
  }

  changeOwner(folder, owner)
  notifyWatchdog(['folder', folder])
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

/** Uses a memory file system if there is enough space, because it is faster. */
function clusterDirectory(): string {
  const memory = '/dev/shm'
  if (process.env['TMPDIR'] !== undefined || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4e9 ? memory : tmpdir()
}

async function allEnded(pids: readonly number[]): Promise<void> {
  if (!(await until(() => !pids.some(isRunning)))) throw new Error('PostgreSQL did not stop.')
}

/** The lines of `postmaster.pid`, which exists while a server runs: the process id first, the state last. */
function postmasterFile(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
  } catch {
    return []
  }
}

/** Releases the System V shared memory of a killed server, which the system would keep. */
function releaseMemory(data: string): void {
  const id = postmasterFile(data)[6]?.split(/\s+/)[1]
  if (id !== undefined) spawnSync('ipcrm', ['-m', id], { stdio: 'ignore' })
}
