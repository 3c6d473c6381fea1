import { StoreError, type StoreTrouble } from '../store.ts'

type Explanation = readonly [StoreTrouble, (name: string) => string]

const gone: Explanation = [
  'unreachable',
  (name) =>
    `The database ${name} cannot be reached. Check that it runs and that the network lets us through.`,
]

const disagreed: Explanation = [
  'configuration',
  (name) =>
    `The database ${name} and we do not agree on TLS. Check sslmode and sslrootcert in the address.`,
]

const passwordless: Explanation = [
  'configuration',
  (name) =>
    `The database ${name} asks for a password, and there is none: put it in PGPASSWORD, a password file or the address.`,
]

const noBook: Explanation = [
  'configuration',
  (name) =>
    `There is no book in the database ${name}: what belongs to one is not there. Make one with \`ratebook register FILE\`, or restore it.`,
]

const damaged: Explanation = [
  'disk',
  (name) => `The database ${name} is damaged. Restore a backup.`,
]

/** By SQLSTATE (PostgreSQL's documentation, appendix A), whole or its class; what is not here is a bug of ours. */
const troubles: Readonly<Record<string, Explanation>> = {
  '08': gone,
  // Administrator's shutdown, crash, and a server that is still starting.
  '57P01': gone,
  '57P02': gone,
  '57P03': gone,
  '57P04': gone,
  '57P05': gone,
  // A database that takes no connections now.
  '55000': gone,
  // A session that was idle in a transaction, or had one for long, was ended.
  '25P03': gone,
  '25P04': gone,
  // A schema or a table that was dropped, such as before a backup is restored.
  '3F000': noBook,
  '42P01': noBook,
  // A deadlock, or a standby whose replay needed what was being read.
  '40': [
    'unreachable',
    (name) => `The database ${name} broke off what was asked of it. Run the same command again.`,
  ],
  '53': [
    'unreachable',
    (name) => `The database ${name} is short of what it needs. See its log, then try again.`,
  ],
  '57014': [
    'unreachable',
    (name) => `The database ${name} cancelled what was asked of it. Run the same command again.`,
  ],
  '53300': [
    'unreachable',
    (name) =>
      `The database ${name} has no connection left for us. Try again, or raise its max_connections.`,
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
      `The role may not do this in the database ${name}: \`ratebook_publisher\` may append, and the owner of the database makes the book and brings it up to date.`,
  ],
  '25006': [
    'configuration',
    (name) =>
      `The database ${name} can only be read: it is a standby, or the role is one that only reads. Name the primary, and \`ratebook_publisher\`.`,
  ],
  '53100': [
    'disk',
    (name) =>
      `The disk of the database ${name} is full, and nothing was written. Make room, then run the same command again.`,
  ],
  '58': [
    'disk',
    (name) =>
      `The disk failed under the database ${name}. See its log, then run the same command again.`,
  ],
  XX001: damaged,
  XX002: damaged,
}

/** An error of the driver or the server as a sentence for whoever runs the command, with the reasons of other tries before it; any other error itself. */
export function explained(name: string, error: unknown, before: readonly unknown[] = []): unknown {
  if (error instanceof StoreError) return error
  const state = sqlState(error)
  const [trouble, sentence] =
    state === undefined
      ? (withoutState(error) ?? [])
      : (troubles[state] ?? troubles[state.slice(0, 2)] ?? [])
  if (trouble === undefined || sentence === undefined) return error
  return new StoreError(
    trouble,
    `${sentence(name)} (${[...before, error].map(reasonOf).join('; ')})`,
    error,
  )
}

/** Whether the server itself said what is wrong: it then knows, and we do, that nothing was committed. */
export function isRefusal(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !state.startsWith('08') && !state.startsWith('57P')
}

function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** What the driver says without the server: of TLS, of a password that there is none of, of the line. */
function withoutState(error: unknown): Explanation | undefined {
  if (isOfTls(error)) return disagreed
  if (error instanceof Error && error.message.startsWith('SASL: '))
    return error.message.includes('client password must be') ? passwordless : troubles['28']
  return isOfTheLine(error) ? gone : undefined
}

/** What the driver says of a connection that is gone, or that says nothing: errors of the system, or sentences of its own. */
function isOfTheLine(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'errno' in error || 'syscall' in error || lineSentences.test(error.message)
}

const lineSentences =
  /^(?:Connection terminated|There was an error establishing an SSL connection|Query read timeout|timeout expired|timeout exceeded|Client has encountered a connection error|Client was closed|write after end|read ECONNRESET)/

/** Whether another way of encryption may do: libpq tries the next one for the same reasons. */
export function isOfTls(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(?:ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/.test(code)) return true
  // `pg_hba.conf` may let a user in with TLS only, or without.
  return code === '28000' || error.message.startsWith('The server does not support SSL')
}

function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return [message, code].filter((part) => part !== undefined && part !== '').join(', ')
}
