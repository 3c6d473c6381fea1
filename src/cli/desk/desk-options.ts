import { Option } from 'commander'
import { capturesOption } from '../captures/captures-option.ts'
import type { DatabaseOption } from '../options.ts'
import { logLevels } from '../../server/serve-log.ts'
import { sourcesOption } from '../source/source-options.ts'

/** The option values of `ratebook desk`, not yet parsed. */
export type DeskCommandOptions = DatabaseOption & {
  readonly host?: string
  readonly port?: string
  readonly origin?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly deskDatabase: string
  readonly captures: string
  readonly sources: string
  readonly twoReviewers: string
  readonly trustUserHeader?: string
  readonly socket?: string
  readonly trustProxy?: string
  readonly logLevel: string
}

const option = (flags: string, text: string, variable: string): Option =>
  new Option(flags, text).env(variable)

/** `--desk-database`: who may sign in. */
export function deskDatabaseOption(): Option {
  return option(
    '--desk-database <file>',
    'the passkeys, invitations and sessions of the desk: a SQLite file of its own',
    'RATEBOOK_DESK_DATABASE',
  ).default('desk.db')
}

/** `--origin` of the desk. The origin of checkpoints is another setting. */
export function deskOriginOption(): Option {
  return option(
    '--origin <url>',
    'where browsers find the desk, such as https://desk.example.org (default on this machine: http://localhost and the port)',
    'RATEBOOK_DESK_ORIGIN',
  )
}

/** The options of `ratebook desk`, in the order of its help. */
export const deskOptions: readonly Option[] = [
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
  option(
    '--two-reviewers <on|off>',
    'off: one reviewer alone may approve any sheet',
    'RATEBOOK_TWO_REVIEWERS',
  )
    .choices(['on', 'off'])
    .default('on'),
  option(
    '--trust-user-header <name>',
    'the header in which your proxy names the reviewer, in place of passkeys; needs --socket',
    'RATEBOOK_DESK_USER_HEADER',
  ),
  option(
    '--socket <path>',
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
