import { parseWhole } from '../../../domain/decimal.ts'
import { StoreError } from '../store.ts'

/** A parsed `postgres://` address. */
export type PostgresAddress = {
  /** In the order in which they are tried. */
  readonly hosts: readonly Host[]
  /** If omitted, the driver uses `PGUSER`, `PGPASSWORD` and `PGDATABASE`, as libpq does. */
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly tls: TlsSettings
  readonly applicationName: string
  /** Timeout for connecting to one server, in milliseconds. */
  readonly connectTimeout: number
  /** The greatest replication lag of a standby that may be read, in milliseconds. */
  readonly maxLag: number
}

export type Host = { readonly host: string; readonly port: number }

/** The values of libpq's `sslmode`. */
export const sslModes = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
] as const

export type TlsSettings = {
  readonly mode: (typeof sslModes)[number]
  /** A PEM file, or `system` for the certificates that Node trusts. */
  readonly rootCert: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
}

/** The query parameters. All but `max_lag` are those of libpq. */
const parameterNames = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
  'connect_timeout',
  'max_lag',
] as const
type Parameter = (typeof parameterNames)[number]

const defaultPort = 5432
/** In seconds. */
const [defaultTimeout, defaultLag] = [2, 30]

/** Whether `--database` names a book in PostgreSQL. */
export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(database)
}

/** Parses `postgres://user:password@host:5432,host/database?sslmode=…`. Error messages never contain the password. */
export function readAddress(url: string): PostgresAddress {
  const [, credentials, hosts = '', path = '', query = ''] = addressPattern.exec(url) ?? []
  if (!addressPattern.test(url))
    throw refused('is not an address such as postgres://user@host:5432/database')
  // An @ here means that part of the password would be read as a host or database, and shown in messages.
  if ([hosts, path, query].some((part) => part.includes('@')))
    throw refused('has an @, / or ? in a name or password; write it as %40, %2F or %3F')
  const [user, password] = (credentials ?? '').split(/:(.*)/s, 2)
  const parameters = readParameters(query)
  const seconds = (name: Parameter, byDefault: number): number => {
    const text = parameters.get(name) ?? String(byDefault)
    const value = parseWhole(text) ?? 0
    if (value > 0 && value < 1_000_000) return value * 1_000
    throw refused(`has ${name}=${shown(text)}, which is not a whole number of seconds above 0`)
  }
  const mode = parameters.get('sslmode') ?? process.env['PGSSLMODE'] ?? 'prefer'
  const sslMode = sslModes.find((one) => one === mode)
  if (sslMode === undefined)
    throw refused(`has sslmode=${shown(mode)}, which is not one of ${sslModes.join(', ')}`)
  return {
    hosts:
      hosts === '' ? [{ host: 'localhost', port: defaultPort }] : hosts.split(',').map(readHost),
    user: decoded(user),
    password: decoded(password),
    database: decoded(path),
    tls: {
      mode: sslMode,
      rootCert: parameters.get('sslrootcert'),
      cert: parameters.get('sslcert'),
      key: parameters.get('sslkey'),
    },
    applicationName: parameters.get('application_name') ?? 'ratebook',
    connectTimeout: seconds('connect_timeout', defaultTimeout),
    maxLag: seconds('max_lag', defaultLag),
  }
}

/** The servers and the database, for messages: without user and password. */
export function nameOf({ hosts, database }: Pick<PostgresAddress, 'hosts' | 'database'>): string {
  return `postgres://${hosts.map(hostText).join(',')}/${database ?? ''}`
}

/** `host:port`, for messages. */
export function hostText({ host, port }: Host): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Removes the password from an address. */
export function withoutPassword(url: string): string {
  // Up to the last @, in case the password contains one that should have been encoded.
  return url.replace(/^([a-z]+:\/\/[^:@/?]*):.*@/is, '$1@')
}

const addressPattern =
  /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i

function readHost(text: string): Host {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = bracketed ?? plain
  const number = port === undefined ? defaultPort : (parseWhole(port) ?? 0)
  if (host === undefined || number === 0 || number > 65_535)
    throw refused('has a host that is not of the form host or host:port')
  return { host: decoded(host) ?? 'localhost', port: number }
}

function readParameters(query: string): ReadonlyMap<Parameter, string> {
  const found = new Map<Parameter, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    const parameter = parameterNames.find((one) => one === name)
    if (parameter === undefined)
      throw refused(`has ${shown(name)}=, which is not one of ${parameterNames.join(', ')}`)
    if (found.has(parameter)) throw refused(`has ${name}= twice`)
    found.set(parameter, value)
  }
  return found
}

/** The first word of a value, for messages. The rest may be a password whose `&` was forgotten. */
function shown(value: string): string {
  return value.replace(/[^\w.-].*/s, '…')
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    throw refused('has an invalid % encoding; write a % in a name or password as %25')
  }
}

function refused(what: string): StoreError {
  return new StoreError('configuration', `--database ${what}.`)
}
