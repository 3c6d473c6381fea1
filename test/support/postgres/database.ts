import { randomBytes } from 'node:crypto'
import { endings } from './endings.ts'
import { startPrimary } from './primary.ts'
import { inSession, type Query } from './query.ts'

/** A server that may not be ours: one can ask it, not kill it. */
export type PlainServer = {
  readonly url: string
  readonly sql: Query
}

const shared: { server?: Promise<PlainServer> } = {}

/** The server for tests that need no more than one: that of `DATABASE_URL`, or one of our own, which ends with this process. */
export async function testServer(): Promise<PlainServer> {
  const url = process.env['DATABASE_URL'] ?? ''
  shared.server ??=
    url === ''
      ? startPrimary(endings())
      : Promise.resolve({
          url,
          sql: (text, values) => inSession(url, (query) => query(text, values)),
        })
  return shared.server
}

/** Makes an empty database and returns its URL; it goes with its server, if not before. */
export async function newDatabase(server: PlainServer): Promise<string> {
  const name = `ratebook_test_${randomBytes(8).toString('hex')}`
  await server.sql(`CREATE DATABASE ${name}`)
  const url = new URL(server.url)
  url.pathname = name
  return url.href
}

/** Removes a database, whoever is still in it. */
export async function dropDatabase(server: PlainServer, url: string): Promise<void> {
  await server.sql(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
}

/** The same database at other ports of this machine, in this order: those of standbys or of proxies. */
export function atPorts(url: string, ...ports: readonly number[]): string {
  const { host } = new URL(url)
  return url.replace(`@${host}/`, `@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/`)
}
