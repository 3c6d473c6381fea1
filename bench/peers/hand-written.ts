import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Draft } from '../../src/domain/entry.ts'
import { startServer, type Server } from '../process/server.ts'
import { postgresqlPrograms, startPostgresql, type Cluster } from './postgresql.ts'
import { writeSqliteTables } from './sqlite-tables.ts'
import { tablesOf, type Tables } from './tables.ts'

/** The services that somebody could have written instead; each starts when it is first asked for, and stays. */
export type HandWritten = {
  readonly fastify: () => Promise<Server | undefined>
  readonly express: () => Promise<Server | undefined>
  readonly fastapi: () => Promise<Server | undefined>
  /** Fills the database of the first, which takes a while, if that can run; otherwise whoever needs it first does. */
  readonly fill: () => Promise<void>
  readonly close: () => Promise<void>
}

const services = fileURLToPath(new URL('../services/', import.meta.url))

/** Prepares them for a market; one that cannot run here is `undefined`, and `say` is told why. */
export function openHandWritten(
  folder: string,
  market: () => readonly Draft[],
  newPort: () => number,
  say: (line: string) => void,
): HandWritten {
  const servers: Server[] = []
  const tables = once((): Tables => tablesOf(market()))
  const cluster = once(async (): Promise<Cluster | undefined> => {
    if (postgresqlPrograms() === undefined) {
      say('PostgreSQL is not installed here: its lines are left out.')
      return undefined
    }
    say('Filling PostgreSQL with the market of the largest book.')
    return startPostgresql(folder, tables())
  })
  const start = async (name: string, command: string, args: string[], env: Env, also: number[]) => {
    const port = newPort()
    const given = args.map((arg) => arg.replace('PORT', `${port}`))
    const server = await startServer({
      command,
      args: given,
      url: `http://127.0.0.1:${port}`,
      ready: '/health',
      log: join(folder, `${name}.log`),
      env: { ...env, PORT: `${port}`, NODE_ENV: 'production' },
      alsoPids: also,
    })
    servers.push(server)
    return server
  }
  const isInstalled = once((): boolean => {
    const found = existsSync(`${services}../node_modules/fastify`)
    if (!found) say('npm run bench:install has not been run: Fastify and Express are left out.')
    return found
  })
  return {
    fastify: once(async () => {
      if (!isInstalled()) return undefined
      const on = await cluster()
      if (on === undefined) return undefined
      const file = `${services}fastify-postgresql.peer.ts`
      return start('fastify', process.execPath, [file], { PGHOST: on.host }, [on.pid])
    }),
    express: once(async () => {
      if (!isInstalled()) return undefined
      say('Filling SQLite with the same tables.')
      const database = join(folder, 'express.db')
      writeSqliteTables(database, tables())
      const file = `${services}express-sqlite.peer.ts`
      return start('express', process.execPath, [file], { DATABASE: database }, [])
    }),
    fastapi: once(async () => {
      const python = pythonWithFastapi()
      if (python === undefined) say('FastAPI is not installed here: its lines are left out.')
      const on = python === undefined ? undefined : await cluster()
      if (python === undefined || on === undefined) return undefined
      const app = ['fastapi_postgresql:app', '--app-dir', services, '--port', 'PORT']
      const args = ['-B', '-m', 'uvicorn', ...app, '--no-access-log']
      return start('fastapi', python, args, { PGHOST: on.host }, [on.pid])
    }),
    async fill() {
      if (isInstalled()) await cluster()
    },
    async close() {
      for (const server of servers) await server.stop()
      // Only what was started is there to be stopped.
      await (await cluster.known())?.stop()
    },
  }
}

type Env = Readonly<Record<string, string>>

/** The Python that has what the FastAPI service imports; a distribution's own is not always the first on the PATH. */
function pythonWithFastapi(): string | undefined {
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', 'import fastapi, asyncpg, uvicorn']).status === 0,
  )
}

/** A function that works once, and what it made, if it has. */
function once<T>(make: () => T): (() => T) & { known: () => T | undefined } {
  let made: { readonly value: T } | undefined
  const get = (): T => (made ??= { value: make() }).value
  return Object.assign(get, { known: () => made?.value })
}
