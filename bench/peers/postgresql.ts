import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { endWithUs, moveTo, serverCore, stop } from '../process/server.ts'
import { columns, type Tables } from './tables.ts'

/** A PostgreSQL server of our own, on a socket in its folder, with one database that holds a market. */
export type Cluster = {
  /** The folder of its socket. */
  readonly host: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

/** The folder of the newest PostgreSQL server of this machine; Debian keeps it off the PATH. */
export function postgresqlPrograms(): string | undefined {
  const folders = globSync('/usr/lib/postgresql/*/bin').toSorted()
  const found = [...folders.reverse(), ...(process.env['PATH'] ?? '').split(':')]
  return found.find((folder) => existsSync(join(folder, 'initdb')))
}

// What a tuning guide says for a machine of its own with a few gigabytes; nothing is written while anything is measured.
const settings = {
  shared_buffers: '1GB',
  work_mem: '64MB',
  maintenance_work_mem: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'off',
  max_wal_size: '4GB',
  autovacuum: 'off',
  // There is no replica, so an index that is made need not be written twice.
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** Starts a new cluster in a folder and fills it with a market, and then puts it on the core of the servers. */
export async function startPostgresql(folder: string, tables: Tables): Promise<Cluster> {
  const programs = postgresqlPrograms()
  if (programs === undefined) throw new Error('There is no PostgreSQL server here.')
  const data = join(folder, 'postgresql')
  mkdirSync(data, { mode: 0o700 })
  const user = ownUser()
  if (user !== undefined) chownSync(data, user.uid, user.gid)
  const identity = user ?? {}
  const initial = [
    '-D',
    data,
    '-U',
    'bench',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]
  execFileSync(join(programs, 'initdb'), initial, { ...identity, cwd: '/', stdio: 'ignore' })
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const places = ['-D', data, '-k', data, '-c', 'listen_addresses=']
  const args = [...places, ...options]
  const child = spawn(join(programs, 'postgres'), args, { ...identity, cwd: '/', stdio: 'ignore' })
  endWithUs(child)
  const { pid } = child
  if (pid === undefined) throw new Error('PostgreSQL cannot be started.')
  await untilReady(data)
  await fill(data, tables)
  // The processes of its clients come from this one; those of its own have nothing left to do.
  moveTo(serverCore, pid)
  // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
  return { host: data, pid, stop: () => stop(child, 'SIGINT') }
}

async function fill(host: string, tables: Tables): Promise<void> {
  await run(host, readSql('postgresql.sql'))
  const names = ['institution', 'history', 'offer', 'step'] as const
  await Promise.all(
    names.map((name) =>
      copy(host, `COPY ${name} (${columns[name].join(', ')}) FROM STDIN`, tables[name]),
    ),
  )
  await Promise.all(
    readSql('postgresql-indexes.sql')
      .split('\n\n')
      .map((sql) => run(host, sql)),
  )
  await run(host, 'VACUUM ANALYZE')
  await run(host, 'CHECKPOINT')
}

async function copy(host: string, sql: string, rows: Tables['history']): Promise<void> {
  const child = spawn('psql', [...connection(host), '-c', sql], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = function* () {
    for (let i = 0; i < rows.length; i += 10_000) {
      yield rows
        .slice(i, i + 10_000)
        .map((row) => `${row.map((value) => value ?? String.raw`\N`).join('\t')}\n`)
        .join('')
    }
  }
  await pipeline(lines, child.stdin)
  const [code] = (await ended) as [number]
  if (code !== 0) throw new Error(`${sql} failed.`)
}

async function run(host: string, sql: string): Promise<void> {
  const options = ['-v', 'ON_ERROR_STOP=1', '-q', '-c', sql]
  await promisify(execFile)('psql', [...connection(host), ...options])
}

function connection(host: string): string[] {
  return ['-X', '-h', host, '-U', 'bench', '-d', 'postgres']
}

async function untilReady(host: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    try {
      execFileSync('psql', [...connection(host), '-c', 'SELECT 1'], { stdio: 'ignore' })
      return
    } catch {
      await sleep(100)
    }
  }
  throw new Error('PostgreSQL does not answer.')
}

/** PostgreSQL refuses to run as root: there it runs as the user that its package made. */
function ownUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function readSql(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}
