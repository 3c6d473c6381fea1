import { entriesAfter } from '../../../domain/entry.ts'
import { instantText, type Instant } from '../../../domain/instant.ts'
import type { StoredEntry } from '../../../domain/stored-entry.ts'
import {
  checkStored,
  mirrorError,
  notEmptyError,
  storedAfter,
  withSalts,
  type NamedBook,
  type OpenBook,
} from '../chain.ts'
import type { EntryReader } from '../reader.ts'
import { type OpenOptions, type OtherSchema, type Store, StoreError } from '../store.ts'
import { nameOf, readAddress } from './address.ts'
import { chooseServer, standbyStatusOf } from './choose-server.ts'
import { inTransaction, type Connection } from './connection.ts'
import { mirrorOf, readerOf, statements } from './reader.ts'
import { checkBook, checkFormat, postgresMigrations } from './schema.ts'

// Idle timeouts in milliseconds: how long a query may receive no data.
/** For servers that follow the book. */
const followerTimeout = 1_200
/** For reading batches, which the database may first have to read from its disk. */
const followerBatchTimeout = 3_000
/** For commands. */
const commandTimeout = 30_000
/** For health checks. */
const healthCheckTimeout = 1_000

/** Opens a book in PostgreSQL and checks its schema. */
export async function openPostgresStore(
  url: string,
  { mode, follow, clock, entriesOnly = false }: OpenOptions,
): Promise<Store> {
  const address = readAddress(url)
  const timeout = follow === undefined ? commandTimeout : followerTimeout
  const chosen = await chooseServer(address, mode, timeout, follow)
  const { connection, isStandby } = chosen
  let table: unknown
  let otherSchema: OtherSchema | undefined
  const book: OpenBook = { name: nameOf(address), mirrorOf: undefined }
  try {
    // Before the schema is created or upgraded.
    if (mode !== 'read' && clock !== undefined) await compareClocks(connection, clock)
    ;({ otherSchema } = await checkBook(connection, mode, entriesOnly))
    table = (await connection.query(statements.healthCheck))[0]?.['table']
    book.mirrorOf = await mirrorOf(connection)
    if (mode === 'read') await connection.query('SET default_transaction_read_only = on')
  } catch (error) {
    await connection.close()
    throw error
  }
  const batchTimeout = follow === undefined ? undefined : followerBatchTimeout
  const reader = readerOf(connection, book, batchTimeout, table)
  const format = postgresMigrations().length
  let queue: Promise<unknown> = Promise.resolve()
  let writer: Promise<Connection> | undefined
  let lastUpToDate = 0

  /** A separate session for appends, so that concurrent reads do not see uncommitted entries. */
  const writerConnection = async (): Promise<Connection> => {
    const current = await writer?.catch(() => undefined)
    if (current?.isOpen() === true) return current
    writer = chooseServer(address, mode, commandTimeout).then((server) => server.connection)
    return writer
  }
  /** Runs one write after another, each in a transaction that holds the lock for appends. */
  const write = async <T>(work: (writer: Writer) => Promise<T>): Promise<T> => {
    if (mode === 'read')
      throw new StoreError('configuration', `The book ${book.name} was opened for reading only.`)
    const written = queue.then(async () =>
      transaction(await writerConnection(), book, format, clock, async (writer) => {
        book.mirrorOf = await mirrorOf(writer)
        return work(writer)
      }),
    )
    queue = written.catch(() => undefined)
    return written
  }
  return {
    ...reader,
    name: book.name,
    get mirrorOf() {
      return book.mirrorOf
    },
    otherSchema,
    server: chosen.reason,
    append: (decide) =>
      write(async (writer) => {
        if (book.mirrorOf !== undefined) throw mirrorError(book)
        const drafts = withSalts(await decide(writer.reader))
        if (drafts.length === 0) {
          await writer.query(statements.waitForStandby)
          return []
        }
        const last = await writer.reader.last()
        await insert(writer, storedAfter(last, drafts))
        return entriesAfter(last.position, drafts)
      }),
    appendStored: (entries) =>
      write(async (writer) => {
        const last = await writer.reader.last()
        if (entries[0]?.position !== last.position + 1) return false
        checkStored(book, last, entries)
        await insert(writer, entries)
        return true
      }),
    becomeMirror: (url) =>
      write(async ({ query, reader }) => {
        if (book.mirrorOf !== undefined) return
        if ((await reader.last()).position > 0) throw notEmptyError(book)
        await query(statements.becomeMirror, [url])
        book.mirrorOf = url
      }),
    async keptCheckpoint() {
      const [row] = await connection.query(statements.keptCheckpoint)
      return row?.['note'] as string | undefined
    },
    keepCheckpoint: (position, note) =>
      write(async ({ query }) => void (await query(statements.keepCheckpoint, [position, note]))),
    async isReadable() {
      if (!connection.isOpen()) return false
      try {
        const [health] = await connection.query(statements.healthCheck, [], healthCheckTimeout)
        if (health?.['table'] !== table || health?.['format'] !== format) return false
        if (!isStandby) return true
        const { upToDateAt, now } = await standbyStatusOf(connection, healthCheckTimeout)
        lastUpToDate = Math.max(lastUpToDate, upToDateAt)
        return now - lastUpToDate <= address.maxLag
      } catch {
        return false
      }
    },
    async canWrite() {
      const [row] = await connection.query(
        `SELECT has_table_privilege('ratebook.entry', 'INSERT') AS allowed`,
      )
      return row?.['allowed'] === true
    },
    async subscribe(listener) {
      // A standby does not support LISTEN.
      if (!isStandby) await connection.listen('ratebook_entry', listener)
    },
    async close() {
      await queue
      await connection.close()
      await (await writer?.catch(() => undefined))?.close()
    },
  }
}

/** A transaction that may append, and the book as it is there. */
type Writer = Pick<Connection, 'query'> & { readonly reader: EntryReader }

async function transaction<T>(
  connection: Connection,
  book: NamedBook,
  format: number,
  clock: (() => Instant) | undefined,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  return inTransaction(connection, 'ISOLATION LEVEL READ COMMITTED', async ({ query }) => {
    await query(statements.transactionSettings)
    await query(statements.appendLock)
    await checkFormat(connection, format)
    if (clock !== undefined) await compareClocks(connection, clock)
    return work({ query, reader: readerOf(connection, book) })
  })
}

async function insert({ query }: Writer, entries: readonly StoredEntry[]): Promise<void> {
  await query(statements.append, [
    entries.map((entry) => entry.position),
    entries.map(({ at }) => at),
    entries.map(({ kind }) => kind),
    entries.map(({ institutionId }) => institutionId),
    entries.map(({ digest }) => digest),
    entries.map(({ bodyDigest }) => bodyDigest),
    entries.map(({ body }) => body),
  ])
}

/** The greatest difference between the clocks of this machine and of the server, in milliseconds. */
const greatestDifference = 60_000

/** Refuses a server whose clock differs from this machine's. The server reads its clock at some time between the two calls of `now`. */
async function compareClocks({ name, query }: Connection, now: () => Instant): Promise<void> {
  const before = now()
  const [row] = await query(statements.clock)
  const after = now()
  const server = row?.['now'] as Instant
  if (server >= before - greatestDifference && server <= after + greatestDifference) return
  const here = server < before ? before : after
  throw new StoreError(
    'configuration',
    `The clocks differ by more than a minute: this machine's says ${instantText(here)}, and that of the database server ${name} says ${instantText(server)}. Set the wrong one, and run the command again.`,
  )
}
