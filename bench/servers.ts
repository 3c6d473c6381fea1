import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Client } from 'pg'
import type { Cleanup } from '../test/support/postgres/cleanup.ts'
import { freePort } from '../test/support/free-port.ts'
import { startPrimary } from '../test/support/postgres/primary.ts'
import { treeOf } from '../test/support/postgres/process-tree.ts'
import type { ProbeFigures } from './probe.ts'
import { launcher } from './market.ts'
import { filePath, samplePath, type BenchRequest } from './requests.ts'

/** A book of the market, and the folder of its sheets. */
export type BenchBook = {
  readonly changes: number
  readonly folder: string
  readonly file: string
  /** The most expensive requests that the measurement `expensive` has found. */
  mostExpensive?: readonly string[]
}

/** The settings that all measurements of a run share. */
export type Bench = {
  /** A temporary folder, removed at the end. */
  readonly folder: string
  /** The books, the largest last. */
  readonly books: readonly BenchBook[]
  readonly isQuick: boolean
  readonly rounds: number
  readonly mixedMinutes: number
  /** Where Soul is installed. */
  readonly programsFolder: string
  readonly cleanup: Cleanup
}

/** A server that is measured. */
export type BenchServer = {
  readonly name: string
  readonly url: string
  /** Processes whose work, with that of their children, the responses cost. */
  readonly pids: readonly number[]
  /** Asks the probe in the server; it says nothing in a server without one. */
  readonly probe: (message: 'reset' | 'watch' | 'read') => Promise<ProbeFigures>
  readonly stop: () => Promise<void>
}

/** Starts `ratebook serve` on a book, and waits until it is warm. */
export async function startRatebook(
  bench: Bench,
  book: BenchBook,
  ...options: readonly string[]
): Promise<BenchServer> {
  const probe = join(import.meta.dirname, 'probe.ts')
  return startServer(bench, 'Ratebook', '/ready', (port) => {
    const command = [process.execPath, '--import', probe, launcher, 'serve', '--drain', '0']
    return [...command, '--database', book.file, '--port', port, '--log-level', 'warn', ...options]
  })
}

/** Starts all servers, and checks that they answer with the same JSON. */
export async function startServers(
  bench: Bench,
  book: BenchBook,
  requests: readonly BenchRequest[],
): Promise<readonly BenchServer[]> {
  const ratebook = await startRatebook(bench, book)
  const plain = await startServer(bench, 'node:http', '/summary', (port) => {
    return [process.execPath, join(import.meta.dirname, 'plain-server.ts'), port, ratebook.url]
  })
  const postgres = await startPostgres(bench, book)
  mkdirSync(join(bench.folder, 'files'), { recursive: true })
  for (const request of requests) {
    const path = samplePath(request)
    const text = await bodyOf(ratebook.url, path)
    writeFileSync(join(bench.folder, 'files', filePath(request)), text)
    for (const { name, url } of [plain, postgres]) {
      const isSame = isDeepStrictEqual(JSON.parse(await bodyOf(url, path)), JSON.parse(text))
      if (!isSame) throw new Error(`${name} answers ${path} differently.`)
    }
  }
  const nginx = await startServer(bench, 'nginx', '/-summary.json', (port) => {
    writeFileSync(`${bench.folder}/nginx.conf`, nginxConfiguration(bench.folder, port))
    return ['nginx', '-e', 'stderr', '-c', `${bench.folder}/nginx.conf`]
  })
  return [ratebook, plain, postgres, nginx]
}

async function bodyOf(url: string, path: string): Promise<string> {
  const response = await fetch(url + path)
  if (!response.ok) throw new Error(`${response.url} is answered with ${response.status}.`)
  return response.text()
}

/** Starts a server on core 0, and waits until a path is answered with 200. */
export async function startServer(
  { folder, cleanup }: Bench,
  name: string,
  readyPath: string,
  commandOn: (port: string) => readonly string[],
): Promise<BenchServer> {
  const port = `${await freePort()}`
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `server-${port}.log`)
  const log = openSync(logFile, 'w')
  const startedAt = performance.now()
  const child = spawn('taskset', ['-c', '0', ...commandOn(port)], {
    stdio: ['ignore', log, log, 'ipc'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill()
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
    await exited
  }
  cleanup.after(stop)
  while (!(await isOk(url + readyPath))) {
    if (child.exitCode !== null || performance.now() > startedAt + 180_000) {
      throw new Error(`${name} did not start: ${readFileSync(logFile, 'utf8').slice(-500)}`)
    }
    await sleep(2)
  }
  const probe = async (message: 'reset' | 'watch' | 'read') => {
    const answer = once(child, 'message')
    child.send(message)
    const [figures] = (await answer) as [ProbeFigures]
    return figures
  }
  return { name, url, pids: [child.pid ?? 0], probe, stop }
}

/** Whether a URL is answered with 200; it is not while the connection is refused. */
async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

/** Starts Fastify with the tables of `postgres.sql`. It shares core 0 with PostgreSQL, and the work of both counts. */
async function startPostgres(bench: Bench, { folder }: BenchBook): Promise<BenchServer> {
  const server = await startPrimary(bench.cleanup, {
    settings: { shared_buffers: '1GB', work_mem: '64MB', random_page_cost: '1.1', jit: 'off' },
  })
  const pids = server.processes()
  for (const pid of pids) execFileSync('taskset', ['-cp', '0', `${pid}`], { stdio: 'ignore' })
  const sql = readFileSync(join(import.meta.dirname, 'postgres.sql'), 'utf8')
  const client = new Client(server.url)
  await client.connect()
  await client.query(sql.replaceAll('FOLDER', folder))
  await client.query('VACUUM ANALYZE')
  await client.end()
  const service = await startServer(bench, 'PostgreSQL', '/summary', (port) => {
    return [process.execPath, join(import.meta.dirname, 'fastify-server.ts'), port, server.url]
  })
  return { ...service, pids: [...service.pids, ...pids.slice(0, 1)] }
}

const nginxConfiguration = (folder: string, port: string) => `
daemon off; worker_processes 1; pid ${folder}/nginx.pid;
events {}
http {
  access_log off; default_type application/json; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h; open_file_cache_valid 1h; sendfile on; tcp_nopush on;
  server { listen 127.0.0.1:${port}; root ${folder}/files; }
}
`

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
export function residentMegabytes({ pids }: BenchServer): number {
  const kilobytes = filesOf(pids, 'status').map((text) => /VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0)
  return kilobytes.reduce((sum: number, value) => sum + Number(value), 0) / 1024
}

function filesOf(pids: readonly number[], name: string): string[] {
  return pids.flatMap(treeOf).map((pid) => readFileSync(`/proc/${pid}/${name}`, 'utf8'))
}
