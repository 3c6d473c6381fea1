import { randomBytes } from 'node:crypto'
import { createCleanup } from './cleanup.ts'
import { startPrimary } from './primary.ts'
import { inSession, type Query } from './query.ts'

/** A server to query. It may be external, so it cannot be stopped. */
export type PlainServer = {
  readonly url: string
  readonly sql: Query
}

const shared: { server?: Promise<PlainServer> } = {}

/** The shared server of a test file: that of `DATABASE_URL`, or a new one that stops with this process. */
export async function testServer(): Promise<PlainServer> {
  const url = process.env['DATABASE_URL'] ?? ''
  shared.server ??=
    url === ''
      ? startPrimary(createCleanup())
      : Promise.resolve({
          url,
          sql: (text, values) => inSession(url, (query) => query(text, values)),
        })
  return shared.server
}

/** Creates an empty database and returns its URL. */
export async function newDatabase(server: PlainServer): Promise<string> {
  const name = `ratebook_test_${randomBytes(8).toString('hex')}`
  await server.sql(`CREATE DATABASE ${name}`)
  const url = new URL(server.url)
  url.pathname = name
  return url.href
}

/** Drops a database and closes its sessions. */
export async function dropDatabase(server: PlainServer, url: string): Promise<void> {
  await server.sql(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
}

/** Replaces the host of a URL with local ports, for example of standbys or proxies. */
export function atPorts(url: string, ...ports: readonly number[]): string {
  const { host } = new URL(url)
  return url.replace(`@${host}/`, `@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/`)
}
