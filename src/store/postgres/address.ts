import { parseWhole } from '../../domain/decimal.ts'
import { StoreError } from '../store.ts'

/** Where a book is: servers in the order in which they are tried, and as whom to ask them. */
export type Address = {
  readonly hosts: readonly Host[]
  /** What is not given is what libpq takes: `PGUSER`, `PGDATABASE`, the name of the user. */
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly tls: TlsSettings
  readonly applicationName: string
  /** Milliseconds that connecting to one server may take. */
  readonly connectTimeout: number
  /** Milliseconds by which a standby may be behind and still be read. */
  readonly maxLag: number
}

export type Host = { readonly host: string; readonly port: number }

/** As libpq has it (PostgreSQL's documentation, «SSL Support»). */
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
  /** A file of certificates, or `system` for those that Node trusts. */
  readonly rootCert: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
}

/** What stands behind the question mark; all but the last as in libpq. */
const known = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
  'connect_timeout',
  'max_lag',
] as const
type Parameter = (typeof known)[number]

const usualPort = 5432
const [usualTimeout, usualLag] = [2, 30]

/** Whether `--database` names a book in PostgreSQL. */
export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(database)
}

/** Reads `postgres://user:password@host:5432,host/database?sslmode=…`; what is wrong is said without the password. */
export function readAddress(url: string): Address {
  const [, credentials, places = '', path = '', query = ''] = shape.exec(url) ?? []
  if (!shape.test(url)) throw refused('is no address such as postgres://user@host:5432/database')
  // What stands before it would be taken for a host or a database, and be shown.
  if ([places, path, query].some((part) => part.includes('@')))
    throw refused('has an @, / or ? in a name or password; write %40, %2F or %3F for it')
  const [user, password] = (credentials ?? '').split(/:(.*)/s, 2)
  const parameters = readParameters(query)
  const seconds = (name: Parameter, usual: number): number => {
    const text = parameters.get(name) ?? String(usual)
    const value = parseWhole(text) ?? 0
    if (value > 0 && value < 1_000_000) return value * 1_000
    throw refused(`has ${name}=${shown(text)}, which is no number of seconds above 0`)
  }
  const mode = parameters.get('sslmode') ?? process.env['PGSSLMODE'] ?? 'prefer'
  const sslMode = sslModes.find((one) => one === mode)
  if (sslMode === undefined)
    throw refused(`has sslmode=${shown(mode)}, which is none of ${sslModes.join(', ')}`)
  return {
    hosts:
      places === '' ? [{ host: 'localhost', port: usualPort }] : places.split(',').map(readHost),
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
    connectTimeout: seconds('connect_timeout', usualTimeout),
    maxLag: seconds('max_lag', usualLag),
  }
}

/** The address as a message may show it: never with a password. */
export function nameOf({ hosts, database }: Pick<Address, 'hosts' | 'database'>): string {
  return `postgres://${hosts.map(hostText).join(',')}/${database ?? ''}`
}

/** A server as a message shows it. */
export function hostText({ host, port }: Host): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** An address with all secrets left out, for lists of processes. */
export function withoutPassword(url: string): string {
  // To the last @: it may be one of the password, which is wrong, and still nobody's business.
  return url.replace(/^([a-z]+:\/\/[^:@/?]*):.*@/is, '$1@')
}

const shape = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i

function readHost(place: string): Host {
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(place) ?? []
  const host = bracketed ?? plain
  const number = port === undefined ? usualPort : (parseWhole(port) ?? 0)
  if (host === undefined || number === 0 || number > 65_535)
    throw refused('has a place that is no host, or host:port')
  return { host: decoded(host) ?? 'localhost', port: number }
}

function readParameters(query: string): ReadonlyMap<Parameter, string> {
  const found = new Map<Parameter, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    const parameter = known.find((one) => one === name)
    if (parameter === undefined)
      throw refused(`has ${shown(name)}=, which is none of ${known.join(', ')}`)
    if (found.has(parameter)) throw refused(`has ${name}= twice`)
    found.set(parameter, value)
  }
  return found
}

/** A value as a message may show it: what follows its first word may be a parameter that was not set apart by `&`. */
function shown(value: string): string {
  return value.replace(/[^\w.-].*/s, '…')
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    throw refused('has a % that encodes nothing; write %25 for a % in a name or password')
  }
}

function refused(what: string): StoreError {
  return new StoreError('configuration', `--database ${what}.`)
}
