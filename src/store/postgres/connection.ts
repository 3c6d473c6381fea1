import { Client } from 'pg'
import { parseWhole } from '../../domain/decimal.ts'
import { StoreError } from '../store.ts'
import { nameOf, type Address, type Host } from './address.ts'
import { answerOf, cutOff, end, type Row } from './line.ts'
import { passwordInFile } from './password-file.ts'
import { waysOf, type Way } from './tls.ts'
import { explained, isOfTls, isRefusal } from './trouble.ts'

/** One session with one server. It waits for no silence that is longer than it was told to; after that it is closed. */
export type Connection = {
  readonly host: Host
  /** The server and the database, fit for a message. */
  readonly name: string
  /** Asks one thing; `timeout` in milliseconds without a byte, counted here and not by the server. */
  readonly query: (
    text: string,
    values?: readonly unknown[],
    timeout?: number,
  ) => Promise<readonly Row[]>
  /** Commits; a `StoreError` says whether it is certain that nothing was. */
  readonly commit: (timeout: number) => Promise<void>
  /** Has something told with each notification of a channel. */
  readonly listen: (channel: string, tell: () => void) => Promise<void>
  readonly isOpen: () => boolean
  readonly close: () => Promise<void>
}

/** Connects to one server, in the ways that the address allows; a signal ends the session, or the attempt, at any time. */
export async function connect(
  address: Address,
  host: Host,
  timeout: number,
  signal?: AbortSignal,
): Promise<Connection> {
  const name = nameOf({ hosts: [host], database: address.database })
  const failures: unknown[] = []
  for (const way of waysOf(address.tls, host)) {
    try {
      return await connectBy(address, host, way, name, timeout, signal)
    } catch (error) {
      failures.push(error)
      // A server that says nothing, or is not there, or said no to the user, is so in every way.
      if (!isOfTls(error)) break
    }
  }
  // The last way may have been refused for nothing but being in the clear; that there is no TLS is no reason against a user.
  throw explained(name, failures.at(-1), failures.slice(0, -1).filter(isRefusal))
}

async function connectBy(
  address: Address,
  host: Host,
  way: Way,
  name: string,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Connection> {
  const { user, password, database, applicationName, connectTimeout } = address
  const fromFile = (): string | undefined => {
    const login = { user: client.user ?? '', database: client.database ?? '' }
    return passwordInFile({ ...host, ...login })
  }
  const client: Client = new Client({
    ...host,
    user,
    // The driver's own way to the password file is deprecated and says so on every start.
    // As with libpq, an empty variable is one that is not set.
    password: (): string => password ?? (process.env['PGPASSWORD'] || fromFile() || ''),
    database,
    application_name: applicationName,
    ssl: way,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  })
  let [isOpen, isReady] = [true, false]
  const close = async (): Promise<void> => {
    shut()
    await end(client)
  }
  const onAbort = (): void => {
    if (isReady) void close()
    // The driver says nothing more of an attempt that is ended in order.
    else cutOff(client, new Error('Connection terminated: we are stopping'))
  }
  const shut = (): void => {
    isOpen = false
    signal?.removeEventListener('abort', onAbort)
  }
  client.on('error', shut)
  client.on('end', shut)
  signal?.addEventListener('abort', onAbort)
  try {
    await client.connect()
    await answerOf(client, { text: settings }, timeout)
    isReady = true
  } catch (error) {
    await close()
    throw error
  }
  const ask: Connection['query'] = async (text, values = [], within = timeout) => {
    try {
      return (await answerOf(client, { text, values: [...values] }, within)).rows
    } catch (error) {
      // What is still to come on a connection that did not answer in time would be taken for the next answer.
      if (!isRefusal(error)) await close()
      throw explained(name, error)
    }
  }
  return {
    host,
    name,
    query: ask,
    async commit(within) {
      let warning: string | undefined
      // Not by its severity, which a server writes in a language of its own: what it only remarks on has the code of success.
      const onNotice = ({ code, message }: Notice): void => {
        if (code !== '00000') warning = message ?? code ?? ''
      }
      client.on('notice', onNotice)
      try {
        await answerOf(client, { text: 'COMMIT' }, within)
      } catch (error) {
        if (isRefusal(error)) throw explained(name, error)
        await close()
        throw unknownOutcome(name, error)
      } finally {
        client.off('notice', onNotice)
      }
      // A commit that no longer waits for its standby says so in a warning, and may be lost with the primary.
      if (warning !== undefined) throw unknownOutcome(name, new Error(warning))
    },
    async listen(channel, tell) {
      client.on('notification', tell)
      await ask(`LISTEN ${channel}`)
    },
    isOpen: () => isOpen,
    close,
  }
}

/** What a server remarks on, as the driver has it. */
type Notice = { readonly code?: string | undefined; readonly message?: string | undefined }

/**
 * What a session begins with, whatever the server is set to: a standby refuses whatever is serializable, a single question too.
 * And the server ends a session that holds the lock and says nothing.
 */
const settings = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET client_encoding = 'UTF8';
  SET standard_conforming_strings = on; SET client_min_messages = 'notice';
  SET default_transaction_isolation = 'read committed'; SET idle_in_transaction_session_timeout = '60s'`

function unknownOutcome(name: string, error: unknown): StoreError {
  const reason = error instanceof Error ? error.message : String(error)
  return new StoreError(
    'unknown',
    `The connection to the database ${name} was lost before it said whether it has committed (${reason}): run the same command again. What stands is not entered twice.`,
    error,
  )
}

/** Types by their numbers in the server's catalogue: bool, int8, int4. */
const [bool, int8, int4] = [16, 20, 23]

/** Positions are numbers, as SQLite has them; all else is text, decimals above all. */
function parserOf(type: number): (text: string) => unknown {
  if (type === int8 || type === int4) return parseWhole
  if (type === bool) return (text) => text === 't'
  return (text) => text
}
