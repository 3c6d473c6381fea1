import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from '../http/server/listener.ts'
import { isPostgres } from '../store/postgres/address.ts'
import { Failure } from './failure.ts'
import { notABook } from './open-store.ts'
import { createSettingReader, type SettingReader } from './read-setting.ts'
import { logLevels, type ServeOptions } from './serve-options.ts'

/** The settings of a server, read and checked. */
export type ServeSettings = {
  readonly database: string
  readonly host: string
  readonly port: number
  readonly basePath: string
  readonly logLevel: (typeof logLevels)[number]
  readonly fill: string | undefined
  /** Reads the certificate anew; `undefined` where the server speaks in the clear. */
  readonly certificate: (() => Certificate) | undefined
  /** Processes that answer at the port. */
  readonly workers: number
  /** Where `/metrics` is answered; `undefined` for nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Requests a second of one client; `undefined` for as many as it likes. */
  readonly rateLimit: number | undefined
  /** Whose `X-Forwarded-For` is believed: addresses and CIDR blocks. */
  readonly trustProxy: readonly string[]
  /** The bound of the cache of whole answers. */
  readonly cacheBytes: number
  /** Whether requests that were answered before are answered without being parsed again. */
  readonly memo: boolean
}

/** Checks every setting before anything starts, and names all that are wrong at once. */
export function readServeSettings(
  options: ServeOptions,
  environment: NodeJS.ProcessEnv,
): ServeSettings {
  const read = createSettingReader()
  const { database, host, basePath, fill } = options
  const portText = options.port ?? environment['RATEBOOK_PORT'] ?? environment['PORT'] ?? '8080'
  const port = read.whole('--port', portText, 'port', 0, 65_535)
  if (host.trim() === '')
    read.refuse('--host is empty; give an address such as 127.0.0.1, or 0.0.0.0 for all.')
  if (!/^(?:\/[\w.~-]+)*$/.test(basePath)) {
    read.refuse(
      `--base-path ${basePath} is no path such as /rates/lk: it begins with a slash and ends without one.`,
    )
  }
  const logLevel = logLevels.find((level) => level === options.logLevel) ?? 'info'
  if (logLevel !== options.logLevel)
    read.refuse(`--log-level ${options.logLevel} is none of ${logLevels.join(', ')}.`)
  checkBook(options, read)
  const certificate = read.certificate(options.tlsCert, options.tlsKey)
  // More than any machine has processors is a slip of the finger, and each costs the memory of the whole market.
  const workers = read.whole('--workers', options.workers, 'number of processes', 1, 256)
  const metrics = readMetrics(options, port, read)
  const rateLimit =
    options.rateLimit === undefined
      ? undefined
      : read.whole('--rate-limit', options.rateLimit, 'number of requests', 1, 1_000_000)
  const trustProxy = read.addresses('--trust-proxy', options.trustProxy)
  const cache = read.whole('--cache', options.cache, 'number of megabytes', 0, 65_536)
  const memo = options.memo && readMemo(environment, read)
  if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
  return {
    database,
    host,
    port,
    basePath,
    logLevel,
    fill,
    certificate,
    workers,
    metrics,
    rateLimit,
    trustProxy,
    cacheBytes: cache * 1_048_576,
    memo,
  }
}

function checkBook({ database, fill }: ServeOptions, read: SettingReader): void {
  if (fill !== undefined && !existsSync(join(fill, 'institutions.json'))) {
    read.refuse(`--fill ${fill} is no folder of samples: it has no institutions.json.`)
  }
  const place = notABook(database)
  if (place !== undefined) read.refuse(place)
  else if (fill === undefined && !isPostgres(database) && !existsSync(database)) {
    read.refuse(
      `There is no book at ${database}; make one with \`ratebook register FILE\`, or give --fill.`,
    )
  }
}

function readMetrics(
  { host: ofAnswers, metricsHost: host, metricsPort }: ServeOptions,
  taken: number,
  read: SettingReader,
): ServeSettings['metrics'] {
  if (metricsPort === undefined) return undefined
  if (host.trim() === '') read.refuse('--metrics-host is empty; give an address such as 127.0.0.1.')
  const port = read.whole('--metrics-port', metricsPort, 'port', 0, 65_535)
  if (port > 0 && port === taken && host === ofAnswers)
    read.refuse(`--metrics-port ${port} is the port of the answers; give the metrics another.`)
  return { host, port }
}

/** What the variable says of the memo: `--no-memo` has no value, so Commander would take any value of it, `false` too, for it. */
function readMemo({ RATEBOOK_NO_MEMO: text }: NodeJS.ProcessEnv, read: SettingReader): boolean {
  if (text !== undefined && !['true', '1', 'false', '0'].includes(text))
    read.refuse(`RATEBOOK_NO_MEMO is ${text}; it is true or false.`)
  return text !== 'true' && text !== '1'
}
