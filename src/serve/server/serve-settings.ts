import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { notABook } from '../../book/store/open-store.ts'
import { isPostgres } from '../../book/store/postgres/address.ts'
import { isContact, type BookSettings } from '../../domain/book-settings.ts'
import type { NoteSigner } from '../../domain/checkpoint.ts'
import { reasonOf, Failure } from '../../domain/failure.ts'
import { isTimeZone } from '../../domain/instant.ts'
import type { Logo } from '../http/site.ts'
import type { AppOptions } from './app.ts'
import type { Certificate } from './framework.ts'
import { defaultLimits } from './limits.ts'
import {
  createSettingReader,
  readMetricsAddress,
  readSigner,
  type MetricsAddress,
  type SettingReader,
} from './read-setting.ts'
import { logLevels } from './serve-log.ts'

/** The option values of `ratebook serve`, not yet parsed. */
export type ServeOptions = {
  readonly database: string
  readonly host: string
  readonly port: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly basePath: string
  readonly publicUrl?: string
  readonly logLevel: string
  /** The folder of a sample market. */
  readonly sample?: string
  readonly metricsPort?: string
  readonly metricsHost: string
  readonly rateLimit?: string
  readonly trustProxy?: string
  readonly cache: string
  readonly eventStreams: string
  readonly drain: string
  readonly signingKey?: string
  readonly origin?: string
  readonly timeZone?: string
  readonly reportTo?: string
  readonly publishCaptures?: string
  readonly settings: BookSettings
}

/** The validated settings of `ratebook serve`. */
export type ServeSettings = {
  readonly database: string
  readonly host: string
  readonly port: number
  readonly logLevel: (typeof logLevels)[number]
  readonly sample: string | undefined
  /** Reads the certificate files; `undefined` without TLS. */
  readonly certificate: (() => Certificate) | undefined
  /** Where the metrics server listens; `undefined` for no metrics. */
  readonly metrics: MetricsAddress | undefined
  /** Seconds from SIGTERM until the server stops listening. */
  readonly drain: number
  /** The folder of the captured pages to publish; `undefined` for none. */
  readonly publishCaptures: string | undefined
  /** The key that signs checkpoints; `undefined` for no checkpoints. */
  readonly checkpointSigner: NoteSigner | undefined
  readonly bookSettings: BookSettings
  /** The other options of the server. */
  readonly app: Pick<
    AppOptions,
    'basePath' | 'publicUrl' | 'rateLimit' | 'trustProxy' | 'cacheBytes' | 'limits' | 'logo'
  >
  /** A sentence for the log about each setting that is valid but unsafe. */
  readonly warnings: readonly string[]
}

/** Reads all settings; throws one `Failure` that names every wrong one. */
export function readServeSettings(options: ServeOptions): ServeSettings {
  const read = createSettingReader()
  const { database, host, basePath, sample } = options
  const port = read.whole('--port', options.port, 'port', 0, 65_535)
  if (host.trim() === '')
    read.refuse('--host is empty; give an address such as 127.0.0.1, or 0.0.0.0 for all.')
  if (!/^(?:\/[\w.~-]+)*$/.test(basePath)) {
    read.refuse(
      `--base-path ${basePath} is not a valid path: it begins with a slash and does not end with one, such as /rates/ke.`,
    )
  }
  const publicUrl = readPublicUrl(options, read)
  const logLevel = logLevels.find((level) => level === options.logLevel) ?? 'info'
  if (logLevel !== options.logLevel)
    read.refuse(
      `--log-level ${options.logLevel} is not a valid level: use one of ${logLevels.join(', ')}.`,
    )
  checkBook(options, read)
  const certificate = read.certificate(options.tlsCert, options.tlsKey)
  const metrics = readMetrics(options, port, read)
  const rateLimit =
    options.rateLimit === undefined
      ? undefined
      : read.whole('--rate-limit', options.rateLimit, 'number of requests', 1, 1_000_000)
  const trustProxy = read.addresses('--trust-proxy', options.trustProxy)
  const cache = read.whole('--cache', options.cache, 'number of megabytes', 0, 65_536)
  const eventStreams = read.whole(
    '--event-streams',
    options.eventStreams,
    'number of streams',
    0,
    20_000,
  )
  const drain = read.whole('--drain', options.drain, 'number of seconds', 0, 3_600)
  const { signingKey, origin, publishCaptures } = options
  if (publishCaptures !== undefined && !isFolder(publishCaptures))
    read.refuse(
      `--publish-captures ${publishCaptures} is not a valid folder: give that of the captured pages.`,
    )
  const checkpointSigner = readSigner(signingKey, origin, read.refuse)
  const bookSettings = readBookSettings(options, read.refuse)
  const logo = readLogo(bookSettings.operator.logo, read.refuse)
  if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
  return {
    database,
    host,
    port,
    logLevel,
    sample,
    certificate,
    metrics,
    drain,
    publishCaptures,
    checkpointSigner,
    bookSettings,
    app: {
      basePath,
      publicUrl,
      rateLimit,
      trustProxy,
      cacheBytes: cache * 1_048_576,
      limits: { ...defaultLimits, eventStreams },
      logo,
    },
    warnings: permissionWarnings(database, signingKey),
  }
}

/** The public address without a slash at its end. */
function readPublicUrl(
  { publicUrl: text, basePath }: ServeOptions,
  read: SettingReader,
): string | undefined {
  if (text === undefined) return undefined
  const address = text.replace(/\/+$/, '')
  const url = URL.parse(address)
  if (url !== null && /^https?:$/.test(url.protocol)) {
    const root = (url.origin + url.pathname).replace(/\/$/, '')
    if (root === address) {
      const path = url.pathname.replace(/\/$/, '')
      if (path !== basePath)
        read.refuse(
          `--public-url ${text} has the path ${path || '/'}, but --base-path is ${basePath || '/'}: give both the same path.`,
        )
      return address
    }
  }
  read.refuse(
    `--public-url ${text} is not the address of a server: give one such as https://rates.example or https://rates.example/ke.`,
  )
  return undefined
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function checkBook({ database, sample }: ServeOptions, read: SettingReader): void {
  if (sample !== undefined && !existsSync(join(sample, 'institutions.json'))) {
    read.refuse(`--sample ${sample} is not a folder of samples: it has no institutions.json.`)
  }
  const reason = notABook(database)
  if (reason !== undefined) read.refuse(reason)
  else if (sample === undefined && !isPostgres(database) && !existsSync(database)) {
    read.refuse(
      `There is no book at ${database}; make one with \`ratebook register FILE\`, or look at a sample with --sample.`,
    )
  }
}

function readMetrics(
  options: ServeOptions,
  apiPort: number,
  read: SettingReader,
): MetricsAddress | undefined {
  const metrics = readMetricsAddress(options, read)
  if (metrics === undefined) return undefined
  const { host, port } = metrics
  if (port > 0 && port === apiPort && host === options.host)
    read.refuse(`--metrics-port ${port} is the port of the API; give the metrics another.`)
  return metrics
}

/** The settings of the book, with the flags that go before them. Passes a message about each wrong one to `refuse`. */
function readBookSettings(
  { timeZone, reportTo, settings }: ServeOptions,
  refuse: (message: string) => void,
): BookSettings {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    refuse(
      `--time-zone ${timeZone} is not a valid time zone: give a name of the IANA database, such as Africa/Nairobi.`,
    )
  }
  if (reportTo !== undefined && !isContact(reportTo)) {
    refuse(
      `--report-to ${reportTo} is not a valid address: give an https URL or an e-mail address, such as rates@example.org.`,
    )
  }
  return {
    ...settings,
    timeZone: timeZone ?? settings.timeZone,
    operator: { ...settings.operator, contact: reportTo ?? settings.operator.contact },
  }
}

/** Warnings of files that more users can read than need to: the book, and the key that signs checkpoints. */
function permissionWarnings(database: string, signingKey: string | undefined): readonly string[] {
  const warnings: string[] = []
  if (signingKey !== undefined && hasPermission(signingKey, 0o077))
    warnings.push(
      `Other users have access to ${signingKey}, which signs checkpoints: run chmod 600 on it.`,
    )
  if (!isPostgres(database) && existsSync(database) && hasPermission(database, 0o004))
    warnings.push(
      `Every user can read the book ${database}, which holds unpublished sheets unless it is a mirror: run chmod o-rwx on it, and on its -wal and -shm if there are any.`,
    )
  return warnings
}

/** Whether a file has one of these permissions. Windows has none of them. */
function hasPermission(path: string, mask: number): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & mask) !== 0
}

/** Every view shows the logo, so it must be small. */
const mostBytes = 200_000

/** Reads the file of `operator.logo`. Passes a message to `refuse` if it is no small SVG or PNG image. */
export function readLogo(
  path: string | undefined,
  refuse: (message: string) => void,
): Logo | undefined {
  if (path === undefined) return undefined
  let body: Buffer
  try {
    body = readFileSync(path)
  } catch (error) {
    refuse(`The file of operator.logo, ${path}, cannot be read: ${reasonOf(error)}.`)
    return undefined
  }
  if (body.length > mostBytes) {
    refuse(
      `The file of operator.logo, ${path}, has ${body.length} bytes; give an image of at most ${mostBytes} bytes.`,
    )
    return undefined
  }
  const logo = logoOf(body)
  if (logo === undefined)
    refuse(`The file of operator.logo, ${path}, is neither an SVG nor a PNG image.`)
  return logo
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
/** An XML document whose root is `svg`: it may begin with a declaration, comments and a document type. */
const svgStart =
  /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*|<!DOCTYPE svg[^>[]*>\s*)*<svg[\s>]/

/** The image that the bytes of a file are; `undefined` if they are neither SVG nor PNG. */
export function logoOf(body: Buffer): Logo | undefined {
  if (body.subarray(0, pngSignature.length).equals(pngSignature)) return { type: 'image/png', body }
  return svgStart.test(body.toString('utf8')) ? { type: 'image/svg+xml', body } : undefined
}
