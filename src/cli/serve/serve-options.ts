import { Option } from 'commander'
import { originOption, type DatabaseOption } from '../options.ts'

/** The log levels of pino, quietest first. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** The option values of `ratebook serve`, not yet parsed. */
export type ServeOptions = DatabaseOption & {
  readonly host: string
  readonly port?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly basePath: string
  readonly publicUrl?: string
  readonly logLevel: string
  readonly fill?: string
  readonly workers: string
  readonly metricsPort?: string
  readonly metricsHost: string
  readonly rateLimit?: string
  readonly trustProxy?: string
  readonly cache: string
  readonly eventStreams: string
  readonly signingKey?: string
  readonly origin?: string
  readonly timeZone?: string
  readonly insuredAmount?: string
  readonly reportTo?: string
  readonly publishCaptures?: string
}

const option = (flags: string, text: string, variable: string): Option =>
  new Option(flags, text).env(variable)

/** The options of `ratebook serve`, in the order of its help. */
export const serveOptions: readonly Option[] = [
  option('--host <address>', 'the address to listen on', 'RATEBOOK_HOST').default('127.0.0.1'),
  new Option(
    '--port <number>',
    'the port to listen on; 0 for any (env: RATEBOOK_PORT, PORT; default: 8080)',
  ),
  option('--tls-cert <file>', 'the certificate chain, PEM', 'RATEBOOK_TLS_CERT'),
  option('--tls-key <file>', 'the private key of the certificate, PEM', 'RATEBOOK_TLS_KEY'),
  option(
    '--base-path <path>',
    'a prefix of every path, such as /rates/lk',
    'RATEBOOK_BASE_PATH',
  ).default(''),
  option(
    '--public-url <address>',
    'the address of this server for its clients, with the base path, for links in feeds and headers, such as https://rates.example/lk; by default that of each request',
    'RATEBOOK_PUBLIC_URL',
  ),
  option('--log-level <level>', logLevels.join(', '), 'RATEBOOK_LOG_LEVEL').default('info'),
  option('--fill <folder>', 'fill a new book with the samples of a folder', 'RATEBOOK_FILL'),
  option('--workers <number>', 'server processes that share the port', 'RATEBOOK_WORKERS').default(
    '1',
  ),
  option(
    '--metrics-port <number>',
    'serve /metrics for Prometheus on this port; 0 for any',
    'RATEBOOK_METRICS_PORT',
  ),
  option(
    '--metrics-host <address>',
    'the address of the metrics port',
    'RATEBOOK_METRICS_HOST',
  ).default('127.0.0.1'),
  option(
    '--rate-limit <number>',
    'requests per second that one client address may send',
    'RATEBOOK_RATE_LIMIT',
  ),
  option(
    '--trust-proxy <addresses>',
    'proxies whose X-Forwarded-For, -Host and -Proto are trusted: addresses and CIDR blocks, separated by commas',
    'RATEBOOK_TRUST_PROXY',
  ),
  option(
    '--cache <megabytes>',
    'the size of the response cache; 0 turns it off',
    'RATEBOOK_CACHE',
  ).default('64'),
  option(
    '--event-streams <number>',
    'streams of /events that may be open at the same time',
    'RATEBOOK_EVENT_STREAMS',
  ).default('1000'),
  option(
    '--signing-key <file>',
    'the key that signs checkpoints, made by `ratebook setup --new-key`',
    'RATEBOOK_SIGNING_KEY',
  ),
  originOption(),
  option(
    '--time-zone <name>',
    'the time zone of the country, shown at /about, such as Asia/Colombo',
    'RATEBOOK_TIME_ZONE',
  ),
  option(
    '--insured-amount <amount>',
    'the amount up to which a deposit is insured, shown at /about',
    'RATEBOOK_INSURED_AMOUNT',
  ),
  option(
    '--report-to <address>',
    'where to report a wrong rate, shown at /about: an https URL or an e-mail address',
    'RATEBOOK_REPORT_TO',
  ),
  option(
    '--publish-captures <folder>',
    'serve the captured pages of published figures from this folder at /captures',
    'RATEBOOK_PUBLISH_CAPTURES',
  ),
]
