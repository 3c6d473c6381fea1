import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { StoreError } from '../store.ts'
import type { Host, TlsSettings } from './address.ts'

/** What a line of a password file is for. */
export type Login = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
}

/** Looks up a password in `~/.pgpass`, as libpq does: the first matching line, where `*` matches anything. */
export function passwordInFile(login: Login, file = process.env['PGPASSFILE']): string | undefined {
  const path = file ?? join(homedir(), '.pgpass')
  let text: string
  try {
    // Like libpq, ignore a file that others can read.
    if ((statSync(path).mode & 0o077) !== 0) return undefined
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const { host, port, database, user } = login
  const wanted = [host, String(port), database, user]
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const fields = line.split(/(?<!\\):/).map((field) => field.replaceAll(/\\(.)/g, '$1'))
    if (
      fields.length >= 5 &&
      wanted.every((value, i) => fields[i] === '*' || fields[i] === value)
    ) {
      return fields[4]
    }
  }
  return undefined
}

/** How to try a connection: `false` for no TLS, or TLS options. */
export type TlsAttempt = false | ConnectionOptions

/** The connections to try for an `sslmode`, in libpq's order. A host that is a path is a Unix socket, which has no TLS. */
export function tlsAttempts(settings: TlsSettings, { host }: Host): readonly TlsAttempt[] {
  if (host.startsWith('/')) return [false]
  const { mode } = settings
  switch (mode) {
    case 'disable':
      return [false]
    case 'allow':
      return [false, unverified(settings)]
    case 'prefer':
      return [unverified(settings), false]
    case 'require':
      // As in libpq, `require` with a root certificate means `verify-ca`.
      return [settings.rootCert === undefined ? unverified(settings) : verifiedCa(settings)]
    case 'verify-ca':
      return [verifiedCa(settings)]
    case 'verify-full':
      return [verified(settings)]
    default:
      throw mode satisfies never
  }
}

function unverified(settings: TlsSettings): ConnectionOptions {
  return { ...clientCertificate(settings), rejectUnauthorized: false }
}

/** Verifies the certificate but not the host name. */
function verifiedCa(settings: TlsSettings): ConnectionOptions {
  return { ...verified(settings), checkServerIdentity: () => undefined }
}

function verified(settings: TlsSettings): ConnectionOptions {
  const { mode, rootCert } = settings
  const defaultFile = join(homedir(), '.postgresql', 'root.crt')
  const file = rootCert ?? (existsSync(defaultFile) ? defaultFile : undefined)
  if (file === undefined) {
    throw new StoreError(
      'configuration',
      `sslmode=${mode} needs a root certificate: add sslrootcert=FILE, or sslrootcert=system.`,
    )
  }
  const authorities = file === 'system' ? {} : { ca: read('sslrootcert', file) }
  return { ...clientCertificate(settings), ...authorities, rejectUnauthorized: true }
}

/** The client certificate. */
function clientCertificate({ cert, key }: TlsSettings): ConnectionOptions {
  if (cert === undefined && key === undefined) return {}
  if (cert === undefined || key === undefined)
    throw new StoreError(
      'configuration',
      'sslcert and sslkey must be given together; one of them is missing.',
    )
  return { cert: read('sslcert', cert), key: read('sslkey', key) }
}

function read(name: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StoreError('configuration', `${name}=${file} cannot be read (${code}).`, error)
  }
}
