import { existsSync } from 'node:fs'
import type { Certificate } from '../../server/framework.ts'
import { Failure } from '../../domain/failure.ts'
import { isLoopback } from '../loopback.ts'
import { notABook } from '../open-store.ts'
import { createSettingReader, type SettingReader } from '../../server/read-setting.ts'
import { logLevels } from '../../server/serve-log.ts'
import type { DeskCommandOptions } from './desk-options.ts'
import { defaultDeskPort, deskOriginError } from './desk-origin.ts'

/** Where the desk listens, and how it knows its reviewers. */
export type DeskAddress =
  | {
      readonly kind: 'passkeys'
      readonly host: string
      readonly port: number
      /** Reads the certificate files; `undefined` without TLS. */
      readonly certificate: (() => Certificate) | undefined
    }
  | { readonly kind: 'trusted-header'; readonly socket: string; readonly header: string }

/** The validated settings of `ratebook desk`. */
export type DeskSettings = {
  readonly database: string
  readonly deskDatabase: string
  readonly captures: string
  readonly sources: string
  readonly isOneReviewerEnough: boolean
  readonly address: DeskAddress
  /** Where browsers find the desk; `undefined` for localhost and the port on which the desk listens. */
  readonly origin: string | undefined
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and CIDR blocks. */
  readonly trustProxy: readonly string[]
  readonly logLevel: (typeof logLevels)[number]
  /** A sentence for the log about each setting that may be a mistake. */
  readonly warnings: readonly string[]
}

/** Reads all settings; throws one `Failure` that names every wrong one. */
export function readDeskSettings(options: DeskCommandOptions): DeskSettings {
  checkCombination(options)
  const { database, deskDatabase, captures, sources, origin } = options
  const read = createSettingReader()
  const bookError = notABook(database)
  if (bookError !== undefined) read.refuse(bookError)
  if (deskDatabase.trim() === '') read.refuse('--desk-database is empty; give a file.')
  const address = readAddress(options, read)
  const originError = origin === undefined ? undefined : deskOriginError(origin)
  if (originError !== undefined) read.refuse(originError)
  if (origin === undefined && (address.kind === 'trusted-header' || !isLoopback(address.host)))
    read.refuse(
      '--origin is missing: give the address at which browsers find the desk, such as https://desk.example.org.',
    )
  const trustProxy = read.addresses('--trust-proxy', options.trustProxy)
  if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
  const missing = [captures, sources].filter((folder) => !existsSync(folder))
  return {
    database,
    deskDatabase,
    captures,
    sources,
    isOneReviewerEnough: options.twoReviewers === 'off',
    address,
    origin,
    trustProxy,
    logLevel: logLevels.find((level) => level === options.logLevel) ?? 'info',
    warnings: missing.map((folder) => `There is no folder ${folder}.`),
  }
}

/** Options that do not go together are a usage error. */
function checkCombination(options: DeskCommandOptions): void {
  const { trustUserHeader, socket, host, port, tlsCert, tlsKey } = options
  if (trustUserHeader === undefined && socket === undefined) return
  if (trustUserHeader === undefined || socket === undefined)
    throw new Failure(
      'usage',
      '--trust-user-header and --socket go together: every program that reaches the desk can set the header, so only your proxy may reach it.',
    )
  const given = { '--host': host, '--port': port, '--tls-cert': tlsCert, '--tls-key': tlsKey }
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
  if (flag !== undefined)
    throw new Failure(
      'usage',
      `Give ${flag} or --trust-user-header, not both: with the header, the desk listens only on --socket.`,
    )
}

function readAddress(options: DeskCommandOptions, read: SettingReader): DeskAddress {
  const { host = '127.0.0.1', port = String(defaultDeskPort) } = options
  const { trustUserHeader: header, socket, tlsCert, tlsKey } = options
  if (header !== undefined && socket !== undefined) {
    if (!/^[\w-]+$/.test(header))
      read.refuse(
        `--trust-user-header ${header} is not the name of a header, such as X-Remote-User.`,
      )
    return { kind: 'trusted-header', socket, header }
  }
  if (host.trim() === '') read.refuse('--host is empty; give an address such as 127.0.0.1.')
  return {
    kind: 'passkeys',
    host,
    port: read.whole('--port', port, 'port', 0, 65_535),
    certificate: read.certificate(tlsCert, tlsKey),
  }
}
