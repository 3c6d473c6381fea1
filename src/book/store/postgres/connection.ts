import { Socket } from 'node:net'
import { Client, type QueryConfig, type QueryResult } from 'pg'
import { parseWhole } from '../../../domain/decimal.ts'
import { reasonOf } from '../../../domain/failure.ts'
import { StoreError } from '../store.ts'
import { nameOf, type Host, type PostgresAddress } from './address.ts'
import { isServerError, isTlsError, toStoreError } from './errors.ts'
import { passwordInFile, tlsAttempts, type TlsAttempt } from './libpq.ts'

/** A row of a query result. */
type ResultRow = Readonly<Record<string, unknown>>

/** A session with one server. It closes when a query times out. */
export type Connection = {
  readonly host: Host
  /** The server and the database, without secrets. */
  readonly name: string
  /** Runs a query. `timeout` is the longest time without a byte, in milliseconds. */
  readonly query: (
    text: string,
    values?: readonly unknown[],
    timeout?: number,
  ) => Promise<readonly ResultRow[]>
  /** Commits. Throws a `StoreError` of kind `unknown` if the commit may or may not have succeeded. */
  readonly commit: (timeout: number) => Promise<void>
  /** Calls the listener for each notification of a channel. */
  readonly listen: (channel: string, listener: () => void) => Promise<void>
  readonly isOpen: () => boolean
  readonly close: () => Promise<void>
}

/** Connects to one server, with or without TLS as the address allows. The signal ends the attempt and later the session. */
export async function connect(
  address: PostgresAddress,
  host: Host,
  timeout: number,
  signal?: AbortSignal,
): Promise<Connection> {
  const name = nameOf({ hosts: [host], database: address.database })
  const failures: unknown[] = []
  for (const tls of tlsAttempts(address.tls, host)) {
    try {
      return await openSession(address, host, tls, name, timeout, signal)
    } catch (error) {
      failures.push(error)
      // Another TLS setting only helps against a TLS error.
      if (!isTlsError(error)) break
    }
  }
  // Report earlier refusals too: the last attempt may fail only because the server requires TLS.
  throw toStoreError(name, failures.at(-1), failures.slice(0, -1).filter(isServerError))
}

async function openSession(
  address: PostgresAddress,
  host: Host,
  tls: TlsAttempt,
  name: string,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Connection> {
  const { user, password, database, applicationName, connectTimeout } = address
  const socket = new Socket()
  const fromFile = (): string | undefined => {
    const login = { user: client.user ?? '', database: client.database ?? '' }
    return passwordInFile({ ...host, ...login })
  }
  const client: Client = new Client({
    ...host,
    stream: () => socket,
    user,
    // The driver's own support for password files is deprecated and prints a warning.
    // As in libpq, an empty PGPASSWORD counts as unset.
    password: (): string => password ?? (process.env['PGPASSWORD'] || fromFile() || ''),
    database,
    application_name: applicationName,
    ssl: tls,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  })
  let [isOpen, isReady] = [true, false]
  const close = async (): Promise<void> => {
    onEnd()
    await endSession(client, socket)
  }
  const onAbort = (): void => {
    if (isReady) void close()
    // `client.end()` would leave a pending `connect()` unsettled.
    else socket.destroy(new Error('Connection terminated: stopping'))
  }
  const onEnd = (): void => {
    isOpen = false
    signal?.removeEventListener('abort', onAbort)
  }
  client.on('error', onEnd)
  client.on('end', onEnd)
  signal?.addEventListener('abort', onAbort)
  const send = (text: string, values: readonly unknown[], idleTimeout: number) =>
    queryWithIdleTimeout(client, socket, { text, values: [...values] }, idleTimeout)
  try {
    await client.connect()
    await send(sessionSettings, [], timeout)
    isReady = true
  } catch (error) {
    await close()
    throw error
  }
  const query: Connection['query'] = async (text, values = [], idleTimeout = timeout) => {
    try {
      return (await send(text, values, idleTimeout)).rows
    } catch (error) {
      // A late response would be taken for the response to the next query.
      if (!isServerError(error)) await close()
      throw toStoreError(name, error)
    }
  }
  return {
    host,
    name,
    query,
    async commit(idleTimeout) {
      let warning: string | undefined
      // Check the code, because the severity is translated to the language of the server.
      const onNotice = ({ code, message }: Notice): void => {
        if (code !== '00000') warning = message ?? code ?? ''
      }
      client.on('notice', onNotice)
      try {
        await send('COMMIT', [], idleTimeout)
      } catch (error) {
        if (isServerError(error)) throw toStoreError(name, error)
        await close()
        throw unknownOutcome(name, error)
      } finally {
        client.off('notice', onNotice)
      }
      // The server warns if it stopped waiting for a synchronous standby: the commit is lost if the primary is.
      if (warning !== undefined) throw unknownOutcome(name, new Error(warning))
    },
    async listen(channel, listener) {
      client.on('notification', listener)
      await query(`LISTEN ${channel}`)
    },
    isOpen: () => isOpen,
    close,
  }
}

/** Counting checks instead of time ignores periods in which the event loop was blocked and could not read data. */
const checksPerTimeout = 10

/** How long to wait for the server when closing a session, in milliseconds. */
const closeTimeout = 200

/**
 * Runs a query, and rejects if no byte arrives for `timeout` milliseconds. The driver's own `query_timeout` limits the whole
 * query, which would break a long result on a slow connection.
 */
function queryWithIdleTimeout(
  client: Client,
  socket: Socket,
  query: QueryConfig,
  timeout: number,
): Promise<QueryResult<ResultRow>> {
  return new Promise((resolve, reject) => {
    let { bytesRead } = socket
    let idleChecks = 0
    const check = (): void => {
      idleChecks = socket.bytesRead === bytesRead ? idleChecks + 1 : 0
      ;({ bytesRead } = socket)
      if (idleChecks === checksPerTimeout)
        reject(new Error(`Query read timeout: no data for ${timeout} ms`))
    }
    const timer = setInterval(check, timeout / checksPerTimeout)
    void client
      .query<ResultRow>(query)
      .then(resolve, reject)
      .finally(() => {
        clearInterval(timer)
      })
  })
}

/** Closes a session, and destroys its socket if the server does not respond. */
async function endSession(client: Client, socket: Socket): Promise<void> {
  const ended = client.end().catch(() => undefined)
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, closeTimeout).unref()
  })
  await Promise.race([ended, timeout])
  socket.destroy()
}

/** The part of a server notice that is used here. */
type Notice = { readonly code?: string | undefined; readonly message?: string | undefined }

/**
 * Makes a session independent of the server's settings. A standby refuses serializable transactions. The idle timeout releases
 * the write lock if this process hangs.
 */
const sessionSettings = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET client_encoding = 'UTF8';
  SET standard_conforming_strings = on; SET client_min_messages = 'notice';
  SET default_transaction_isolation = 'read committed'; SET idle_in_transaction_session_timeout = '60s'`

function unknownOutcome(name: string, error: unknown): StoreError {
  const reason = reasonOf(error)
  return new StoreError(
    'unknown',
    `The connection to the database ${name} was lost before it confirmed the commit (${reason}): run the same command again. Nothing is entered twice.`,
    error,
  )
}

/** Type numbers in PostgreSQL's catalog. */
const [bool, int8, int4] = [16, 20, 23]

/** Returns integers as numbers, as SQLite does. Everything else stays text, above all decimals. */
function parserOf(type: number): (text: string) => unknown {
  if (type === int8 || type === int4) return parseWhole
  if (type === bool) return (text) => text === 't'
  return (text) => text
}

/** A commit may wait for a synchronous standby. In milliseconds. */
const commitTimeout = 30_000

/** Runs `work` in a transaction. If it throws, rolls back and rethrows that error. */
export async function inTransaction<T>(
  connection: Connection,
  characteristics: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { query, commit, isOpen } = connection
  await query(`BEGIN ${characteristics}`)
  try {
    const result = await work(connection)
    await commit(commitTimeout)
    return result
  } catch (error) {
    if (isOpen()) await query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
