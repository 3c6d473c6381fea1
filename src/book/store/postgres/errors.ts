import { alteredSchema, otherSchemaError } from '../migrations.ts'
import { StoreError, type StoreErrorKind } from '../store.ts'

type Explanation = readonly [StoreErrorKind, (name: string) => string]

const connectionLost: Explanation = [
  'unreachable',
  (name) =>
    `The database ${name} cannot be reached. Check that it is running and that the network allows the connection.`,
]

const tlsMismatch: Explanation = [
  'configuration',
  (name) =>
    `The TLS connection to the database ${name} failed. Check sslmode and sslrootcert in the address.`,
]

const missingPassword: Explanation = [
  'configuration',
  (name) =>
    `The database ${name} requires a password: put it in PGPASSWORD, a password file or the address.`,
]

const noBookError: Explanation = [
  'configuration',
  (name) =>
    `There is no book in the database ${name}: its tables are missing. Create one with \`ratebook register FILE\`, or restore it.`,
]

const damaged: Explanation = [
  'disk',
  (name) => `The database ${name} is damaged. Restore a backup.`,
]

const altered: Explanation = [
  'disk',
  (name) =>
    otherSchemaError(alteredSchema(name, 'a column, a function or a type is another one')).message,
]

/** By SQLSTATE or its class (PostgreSQL manual, appendix A). Any other code is a bug in Ratebook. */
const explanations: Readonly<Record<string, Explanation>> = {
  '08': connectionLost,
  // Shutdown by the administrator, crash, and a server that is still starting.
  '57P01': connectionLost,
  '57P02': connectionLost,
  '57P03': connectionLost,
  '57P04': connectionLost,
  '57P05': connectionLost,
  // A database that does not accept connections now.
  '55000': connectionLost,
  // A timeout of idle or long transactions ended the session.
  '25P03': connectionLost,
  '25P04': connectionLost,
  // A missing schema or table, for example before a backup is restored.
  '3F000': noBookError,
  '42P01': noBookError,
  // A deadlock, or a query on a standby that conflicted with replay.
  '40': [
    'unreachable',
    (name) => `The database ${name} aborted the transaction. Run the same command again.`,
  ],
  '53': [
    'unreachable',
    (name) => `The database ${name} has insufficient resources. See its log, then try again.`,
  ],
  '57014': [
    'unreachable',
    (name) => `The database ${name} cancelled the query. Run the same command again.`,
  ],
  '53300': [
    'unreachable',
    (name) =>
      `The database ${name} has no free connection. Try again, or raise its max_connections.`,
  ],
  '55P03': [
    'unreachable',
    (name) =>
      `Another process has held the book ${name} for half a minute. Nothing was written: run the same command again.`,
  ],
  '28': [
    'configuration',
    (name) =>
      `The database ${name} refused the user or the password. Give them in the address, or the password in PGPASSWORD or a password file.`,
  ],
  '3D000': [
    'configuration',
    (name) => `There is no database ${name}. Create it (createdb), or name another one.`,
  ],
  '42501': [
    'configuration',
    (name) =>
      `The role may not do this in the database ${name}: \`ratebook_publisher\` may append, and the owner of the database may create and upgrade the book.`,
  ],
  '25006': [
    'configuration',
    (name) =>
      `The database ${name} is read-only: it is a standby, or the role may only read. Name the primary, and use \`ratebook_publisher\`.`,
  ],
  '53100': [
    'disk',
    (name) =>
      `The disk of the database ${name} is full, and nothing was written. Free some space, then run the same command again.`,
  ],
  '58': [
    'disk',
    (name) =>
      `The disk of the database ${name} failed. See its log, then run the same command again.`,
  ],
  // A column or a function that the schema has, or its type: the schema was altered behind Ratebook.
  '42703': altered,
  '42804': altered,
  '42883': altered,
  XX001: damaged,
  XX002: damaged,
}

/** Turns an error of the driver or the server into a `StoreError` that also names earlier failures. Returns other errors unchanged. */
export function toStoreError(
  name: string,
  error: unknown,
  earlier: readonly unknown[] = [],
): unknown {
  if (error instanceof StoreError) return error
  const state = sqlState(error)
  const explanation =
    state === undefined
      ? explainDriverError(error)
      : (explanations[state] ?? explanations[state.slice(0, 2)])
  if (explanation === undefined) return error
  const [kind, sentence] = explanation
  return new StoreError(
    kind,
    `${sentence(name)} (${[...earlier, error].map(messageAndCode).join('; ')})`,
    error,
  )
}

/** Whether the server reported the error over a working connection. The transaction is then not committed. */
export function isServerError(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !state.startsWith('08') && !state.startsWith('57P')
}

function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Errors without a SQLSTATE come from the driver: TLS, a missing password, or the connection. */
function explainDriverError(error: unknown): Explanation | undefined {
  if (isTlsError(error)) return tlsMismatch
  if (error instanceof Error && error.message.startsWith('SASL: '))
    return error.message.includes('client password must be') ? missingPassword : explanations['28']
  return isConnectionError(error) ? connectionLost : undefined
}

/** Whether the connection was lost or timed out: a system error, or one of the driver's messages. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'errno' in error || 'syscall' in error || connectionMessages.test(error.message)
}

const connectionMessages =
  /^(?:Connection terminated|There was an error establishing an SSL connection|Query read timeout|timeout expired|timeout exceeded|Client has encountered a connection error|Client was closed|write after end|read ECONNRESET)/

/** Whether a connection with another TLS setting may succeed. libpq retries after the same errors. */
export function isTlsError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(?:ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/.test(code)) return true
  // `pg_hba.conf` may accept a user only with or only without TLS.
  return code === '28000' || error.message.startsWith('The server does not support SSL')
}

function messageAndCode(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return [message, code].filter((part) => part !== undefined && part !== '').join(', ')
}
