import { Option } from 'commander'
import { logLevels } from '../../serve/server/serve-log.ts'
import {
  allowAddressOption,
  capturesOption,
  deskDatabaseOption,
  deskOriginOption,
  metricsOptions,
  originOption,
  sourcesOption,
  twoReviewersOption,
} from '../options.ts'
import { webhookOptions } from '../webhook-options.ts'

const option = (flags: string, text: string, variable: string): Option =>
  new Option(flags, text).env(variable)

const signingKeyOption = (): Option =>
  option(
    '--signing-key <file>',
    'the key that signs checkpoints, made by `ratebook setup --new-key`',
    'RATEBOOK_SIGNING_KEY',
  )

const serve: readonly Option[] = [
  option('--host <address>', 'the address to listen on', 'RATEBOOK_HOST').default('127.0.0.1'),
  option(
    '--port <number>',
    'the port to listen on; 0 for any; PORT sets it too',
    'RATEBOOK_PORT',
  ).default('8080'),
  option('--tls-cert <file>', 'the certificate chain, PEM', 'RATEBOOK_TLS_CERT'),
  option('--tls-key <file>', 'the private key of the certificate, PEM', 'RATEBOOK_TLS_KEY'),
  option(
    '--base-path <path>',
    'a prefix of every path, such as /rates/ke',
    'RATEBOOK_BASE_PATH',
  ).default(''),
  option(
    '--public-url <address>',
    'the address of this server for its clients, with the base path, for links in feeds and headers, such as https://rates.example/ke; by default that of each request',
    'RATEBOOK_PUBLIC_URL',
  ),
  option('--log-level <level>', logLevels.join(', '), 'RATEBOOK_LOG_LEVEL').default('info'),
  option(
    '--sample <name>',
    'serve a sample market, such as india, or that of a folder, with its settings and from a book of its own',
    'RATEBOOK_SAMPLE',
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
    '--drain <seconds>',
    'how long the server goes on answering after SIGTERM, while /ready is 503',
    'RATEBOOK_DRAIN',
  ).default('5'),
  signingKeyOption(),
  originOption(),
  option(
    '--time-zone <name>',
    'the time zone of the country, shown at /about, such as Africa/Nairobi',
    'RATEBOOK_TIME_ZONE',
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

const collect: readonly Option[] = [
  sourcesOption(),
  capturesOption(),
  option(
    '--contact <address>',
    'your e-mail address or page, for the operators of the collected sites; by default operator.contact of ratebook.yaml',
    'RATEBOOK_CONTACT',
  ),
  allowAddressOption('fetched from'),
  twoReviewersOption('held sheet'),
  ...metricsOptions('RATEBOOK_COLLECT_METRICS_PORT'),
]

const desk: readonly Option[] = [
  option('--host <address>', 'the address to listen on (default: 127.0.0.1)', 'RATEBOOK_DESK_HOST'),
  option(
    '--port <number>',
    'the port to listen on; 0 for any (default: 8090)',
    'RATEBOOK_DESK_PORT',
  ),
  deskOriginOption(),
  option('--tls-cert <file>', 'the certificate chain, PEM', 'RATEBOOK_DESK_TLS_CERT'),
  option('--tls-key <file>', 'the private key of the certificate, PEM', 'RATEBOOK_DESK_TLS_KEY'),
  deskDatabaseOption(),
  capturesOption(),
  sourcesOption(),
  twoReviewersOption('sheet'),
  option(
    '--trust-user-header <name>',
    'the header in which your proxy names the reviewer, in place of passkeys; needs --socket',
    'RATEBOOK_DESK_USER_HEADER',
  ),
  option(
    '--socket <file>',
    'the unix socket to listen on with --trust-user-header',
    'RATEBOOK_DESK_SOCKET',
  ),
  option(
    '--trust-proxy <addresses>',
    'proxies whose X-Forwarded-For is trusted: addresses and CIDR blocks, separated by commas',
    'RATEBOOK_DESK_TRUST_PROXY',
  ),
  option('--log-level <level>', logLevels.join(', '), 'RATEBOOK_LOG_LEVEL')
    .choices(logLevels)
    .default('info'),
]

const alerts: readonly Option[] = [
  ...webhookOptions,
  option(
    '--state <file>',
    'where the alerts that the receiver knows are stored',
    'RATEBOOK_ALERT_STATE',
  ),
  sourcesOption(),
  ...metricsOptions('RATEBOOK_ALERT_METRICS_PORT'),
]

const release: readonly Option[] = [
  option(
    '--folder <folder>',
    'with --daily: the folder of the releases; its `latest` is the newest',
    'RATEBOOK_RELEASE_FOLDER',
  ).default('releases'),
  option(
    '--hour <number>',
    'with --daily: the hour of the day, from 0 to 23, in the time zone of the country',
    'RATEBOOK_RELEASE_HOUR',
  ).default('3'),
  signingKeyOption(),
  originOption(),
]

/** The settings of the commands that have a section in `ratebook.yaml`, in the order of their help. */
export const sections = { serve, collect, desk, alerts, release }

export type SectionName = keyof typeof sections
export const sectionNames = Object.keys(sections) as readonly SectionName[]
