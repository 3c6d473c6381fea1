import { Option } from 'commander'
import type { DatabaseOption } from './options.ts'

/** The log levels of pino, from the quietest. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** What `ratebook serve` was given, as texts. */
export type ServeOptions = DatabaseOption & {
  readonly host: string
  readonly port?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly basePath: string
  readonly logLevel: string
  readonly fill?: string
  readonly workers: string
  readonly metricsPort?: string
  readonly metricsHost: string
  readonly rateLimit?: string
  readonly trustProxy?: string
  readonly cache: string
  readonly memo: boolean
}

const option = (flags: string, text: string, variable: string): Option =>
  new Option(flags, text).env(variable)

/** The options of `ratebook serve` in the order of its help. */
export const serveOptions: readonly Option[] = [
  option('--host <address>', 'the address to listen on', 'RATEBOOK_HOST').default('127.0.0.1'),
  new Option(
    '--port <number>',
    'the port to listen on; 0 for any (env: RATEBOOK_PORT, PORT; default: 8080)',
  ),
  option('--tls-cert <file>', 'the certificate chain, PEM', 'RATEBOOK_TLS_CERT'),
  option('--tls-key <file>', 'its key, PEM', 'RATEBOOK_TLS_KEY'),
  option('--base-path <path>', 'what stands before every path', 'RATEBOOK_BASE_PATH').default(''),
  option('--log-level <level>', logLevels.join(', '), 'RATEBOOK_LOG_LEVEL').default('info'),
  option('--fill <folder>', 'fill a new book with the samples of a folder', 'RATEBOOK_FILL'),
  option('--workers <number>', 'processes that answer at the port', 'RATEBOOK_WORKERS').default(
    '1',
  ),
  option(
    '--metrics-port <number>',
    'answer /metrics for Prometheus at this port; 0 for any',
    'RATEBOOK_METRICS_PORT',
  ),
  option('--metrics-host <address>', 'the address of that port', 'RATEBOOK_METRICS_HOST').default(
    '127.0.0.1',
  ),
  option(
    '--rate-limit <number>',
    'the most requests a second of one client address',
    'RATEBOOK_RATE_LIMIT',
  ),
  option(
    '--trust-proxy <addresses>',
    'whose X-Forwarded-For is believed: addresses and CIDR blocks, with commas',
    'RATEBOOK_TRUST_PROXY',
  ),
  option(
    '--cache <megabytes>',
    'the most memory for answers that are kept; 0 for none',
    'RATEBOOK_CACHE',
  ).default('64'),
  new Option(
    '--no-memo',
    'parse every request, also one that was answered before (env: RATEBOOK_NO_MEMO)',
  ),
]
