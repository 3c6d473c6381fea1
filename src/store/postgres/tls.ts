import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { StoreError } from '../store.ts'
import type { Host, TlsSettings } from './address.ts'

/** A way to connect: `false` without TLS, or with these options. */
export type Way = false | ConnectionOptions

/** The ways that a mode allows to a host, in the order in which libpq tries them: where that is the folder of a socket, there is no TLS. */
export function waysOf(settings: TlsSettings, { host }: Host): readonly Way[] {
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
      // libpq does so where it is told whom to trust.
      return [settings.rootCert === undefined ? unverified(settings) : ofAuthority(settings)]
    case 'verify-ca':
      return [ofAuthority(settings)]
    case 'verify-full':
      return [verified(settings)]
    default:
      throw mode satisfies never
  }
}

function unverified(settings: TlsSettings): ConnectionOptions {
  return { ...own(settings), rejectUnauthorized: false }
}

/** Whoever has a certificate of the authority may be any host. */
function ofAuthority(settings: TlsSettings): ConnectionOptions {
  return { ...verified(settings), checkServerIdentity: () => undefined }
}

function verified(settings: TlsSettings): ConnectionOptions {
  const { mode, rootCert } = settings
  const usual = join(homedir(), '.postgresql', 'root.crt')
  const file = rootCert ?? (existsSync(usual) ? usual : undefined)
  if (file === undefined) {
    throw new StoreError(
      'configuration',
      `sslmode=${mode} needs to know whom to trust: add sslrootcert=FILE, or sslrootcert=system.`,
    )
  }
  const authorities = file === 'system' ? {} : { ca: read('sslrootcert', file) }
  return { ...own(settings), ...authorities, rejectUnauthorized: true }
}

/** What we show of ourselves, where the server asks for a certificate. */
function own({ cert, key }: TlsSettings): ConnectionOptions {
  if (cert === undefined && key === undefined) return {}
  if (cert === undefined || key === undefined)
    throw new StoreError('configuration', 'sslcert and sslkey go together; one of them is missing.')
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
