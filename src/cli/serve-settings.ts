import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Certificate } from '../http/listener.ts'
import { parseWhole } from '../domain/decimal.ts'
import { Failure } from './failure.ts'
import { notAPath } from './open-store.ts'
import type { DatabaseOption } from './options.ts'

/** The log levels of pino, from the quietest. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
type LogLevel = (typeof logLevels)[number]

/** What `ratebook serve` was given, as texts. */
export type ServeOptions = DatabaseOption & {
  readonly host: string
  readonly port?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly basePath: string
  readonly logLevel: string
  readonly fill?: string
}

/** The settings of a server, read and checked. */
export type ServeSettings = {
  readonly database: string
  readonly host: string
  readonly port: number
  readonly basePath: string
  readonly logLevel: LogLevel
  readonly fill: string | undefined
  /** Reads the certificate anew; `undefined` where the server speaks in the clear. */
  readonly certificate: (() => Certificate) | undefined
}

/** Checks every setting before anything starts, and names all that are wrong at once. */
export function readServeSettings(
  options: ServeOptions,
  environment: NodeJS.ProcessEnv,
): ServeSettings {
  const wrong: string[] = []
  const { database, host, tlsCert, tlsKey, basePath, fill } = options
  const portText = options.port ?? environment['RATEBOOK_PORT'] ?? environment['PORT'] ?? '8080'
  const port = parseWhole(portText) ?? -1
  if (port < 0 || port > 65_535)
    wrong.push(`--port ${portText} is no port: a number from 0 to 65535.`)
  if (host.trim() === '')
    wrong.push('--host is empty; give an address such as 127.0.0.1, or 0.0.0.0 for all.')
  if (!/^(?:\/[\w.~-]+)*$/.test(basePath)) {
    wrong.push(
      `--base-path ${basePath} is no path such as /rates/lk: it begins with a slash and ends without one.`,
    )
  }
  const logLevel = logLevels.find((level) => level === options.logLevel)
  if (logLevel === undefined)
    wrong.push(`--log-level ${options.logLevel} is none of ${logLevels.join(', ')}.`)
  if (fill !== undefined && !existsSync(join(fill, 'institutions.json'))) {
    wrong.push(`--fill ${fill} is no folder of samples: it has no institutions.json.`)
  }
  const place = notAPath(database)
  if (place !== undefined) wrong.push(place)
  else if (fill === undefined && !existsSync(database)) {
    wrong.push(
      `There is no book at ${database}; make one with \`ratebook register FILE\`, or give --fill.`,
    )
  }
  const certificate = certificateOf(tlsCert, tlsKey, wrong)
  if (wrong.length > 0 || logLevel === undefined)
    throw new Failure('configuration', wrong.join('\n'))
  return { database, host, port, basePath, logLevel, fill, certificate }
}

function certificateOf(
  cert: string | undefined,
  key: string | undefined,
  wrong: string[],
): ServeSettings['certificate'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    wrong.push('--tls-cert and --tls-key go together; one of them is missing.')
    return undefined
  }
  const read = (): Certificate => {
    const certificate = { cert: readFileSync(cert), key: readFileSync(key) }
    createSecureContext(certificate)
    return certificate
  }
  try {
    read()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    wrong.push(`--tls-cert ${cert} and --tls-key ${key} are no certificate and its key: ${reason}.`)
  }
  return read
}
