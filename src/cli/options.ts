import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { Command, Option } from 'commander'
import { text } from '../book/publish/input/fields.ts'
import { collectProblems, problemLine } from '../book/publish/input/problem.ts'
import type { BookSettings } from '../domain/book-settings.ts'
import { parseWhole } from '../domain/decimal.ts'
import type { Attribution, Override } from '../domain/entry.ts'
import { Failure } from '../domain/failure.ts'
import type { SettingReader } from '../serve/server/read-setting.ts'

/** The option of all commands that open a book. */
export type DatabaseOption = { readonly database: string }

/** The settings of the book, which every command has. */
export type SettingsOption = { readonly settings: BookSettings }

/** A command with the `--database` option and an example below its help. */
export function command(name: string, description: string, example: string): Command {
  return plainCommand(name, description, example).addOption(databaseOption())
}

/** Adds options to a command, in the order of its help. */
export function addOptions(to: Command, options: readonly Option[]): Command {
  for (const option of options) to.addOption(option)
  return to
}

/** The parser of an option that can be given several times. */
export function collected(value: string, earlier?: readonly string[]): readonly string[] {
  return [...(earlier ?? []), value]
}

/** `--database`. */
export function databaseOption(): Option {
  return new Option(
    '--database <book>',
    'the book: a SQLite file, or postgres://user@host/database',
  )
    .env('RATEBOOK_DATABASE')
    .default('ratebook.db')
}

/** A command with an example below its help. */
export function plainCommand(name: string, description: string, example: string): Command {
  return new Command(name)
    .description(description)
    .addHelpText('after', `\nExample:\n  ${example.replaceAll('\n', '\n  ')}`)
    .showHelpAfterError('(--help shows how it is used)')
}

/** The `--origin` option. */
export function originOption(): Option {
  return new Option(
    '--origin <name>',
    'the name in checkpoints, such as rates.example: no spaces and no plus signs',
  ).env('RATEBOOK_ORIGIN')
}

/** The option value of all commands about sources. */
export type SourcesOption = { readonly sources: string }

/** `--sources`. */
export function sourcesOption(): Option {
  return new Option('--sources <folder>', 'the source definitions: <country>/<institution>.yaml')
    .env('RATEBOOK_SOURCES')
    .default('sources')
}

/** `--captures`. */
export function capturesOption(): Option {
  return new Option('--captures <folder>', 'the folder of the captured pages')
    .env('RATEBOOK_CAPTURES')
    .default('captures')
}

/** Throws a `Failure` if there is no folder of captures. */
export function checkCapturesFolder(folder: string): void {
  if (existsSync(folder)) return
  throw new Failure(
    'configuration',
    `There is no folder ${folder}; give the folder of the captured pages: --captures.`,
  )
}

/** `--two-reviewers`. */
export function twoReviewersOption(what: 'sheet' | 'held sheet'): Option {
  return new Option('--two-reviewers <on|off>', `off: one reviewer alone may approve any ${what}`)
    .env('RATEBOOK_TWO_REVIEWERS')
    .choices(['on', 'off'])
    .default('on')
}

/** `--desk-database`: who may sign in. */
export function deskDatabaseOption(): Option {
  return new Option(
    '--desk-database <file>',
    'the passkeys, invitations and sessions of the desk: a SQLite file of its own',
  )
    .env('RATEBOOK_DESK_DATABASE')
    .default('desk.db')
}

/** `--origin` of the desk. The origin of checkpoints is another setting. */
export function deskOriginOption(): Option {
  return new Option(
    '--origin <url>',
    'where browsers find the desk, such as https://desk.example.org (default on this machine: http://localhost and the port)',
  ).env('RATEBOOK_DESK_ORIGIN')
}

/** The option values of a metrics server. */
export type MetricsOptions = { readonly metricsPort?: string; readonly metricsHost: string }

/** `--metrics-port` and `--metrics-host` of a command that may stay. */
export function metricsOptions(portVariable: string): readonly Option[] {
  return [
    new Option(
      '--metrics-port <number>',
      'with --follow: serve /metrics for Prometheus on this port; 0 for any',
    ).env(portVariable),
    new Option('--metrics-host <address>', 'the address of the metrics port')
      .env('RATEBOOK_METRICS_HOST')
      .default('127.0.0.1'),
  ]
}

/** The option values of a command that sends requests to other hosts. */
export type AllowAddressOption = { readonly allowAddress?: readonly string[] }

/** `--allow-address`, which can be given several times. */
export function allowAddressOption(done: 'fetched from' | 'posted to'): Option {
  return new Option(
    '--allow-address <address>',
    `an address or CIDR block that is not public and may be ${done}; repeatable`,
  )
    .env('RATEBOOK_ALLOW_ADDRESS')
    .argParser(collected)
}

/** Reads `--allow-address`. */
export function readAllowedAddresses(
  { allowAddress }: AllowAddressOption,
  read: SettingReader,
): readonly string[] {
  const allowed = read.addresses('--allow-address', allowAddress?.join(','))
  if (allowed.some((address) => address.includes('%')))
    read.refuse('--allow-address takes no zone, such as %eth0.')
  return allowed
}

/** The options that set the instant of an entry. */
export type InstantOptions = {
  readonly at?: string
  readonly atLastInstant?: boolean
  readonly clockIsRight?: boolean
}

/** A command that appends to a book, with the options that set the instant of the entry. */
export function appendingCommand(name: string, description: string, example: string): Command {
  return addClockOptions(
    command(name, description, example).option(
      '--at <instant>',
      'when it happened, such as 2026-06-09T00:00:00Z; by default now',
    ),
  )
}

/** Adds the options that allow a clock which differs much from the book's last entry. */
export function addClockOptions(to: Command): Command {
  return to
    .addOption(
      new Option(
        '--at-last-instant',
        "if this machine's clock is behind the book, use the instant of the last entry, however far behind it is; the entry keeps what the clock says",
      ).conflicts(['at', 'atScraped']),
    )
    .option(
      '--clock-is-right',
      "allow an instant that is long after the book's last entry, more than twice its usual gaps",
    )
}

/** The options that say who made an entry, and why. */
export type AttributionOptions = Attribution & Pick<Override, 'reason'>

/** `--by` and `--note`: who enters something, and a remark. Both are public in `/events`. */
export function attributionOptions(): readonly Option[] {
  return [byOption(enteredBy), noteOption('public')]
}

/** `--by` */
export function byOption(description: string): Option {
  return new Option('--by <name>', description).env('RATEBOOK_BY')
}

/** The description of `--by` where anybody enters something. */
export const enteredBy = 'who enters it; kept in the entry and public'

/** The description of `--by` where a reviewer decides. */
export const reviewerHelp = 'the id of a registered reviewer; kept in the entry and public'

/** `--note` */
export function noteOption(readers: 'public' | 'private'): Option {
  return new Option('--note <text>', `a remark; kept in the entry and ${readers}`)
}

/** `--reason`: overrides the findings of the gate. */
export function reasonOption(): Option {
  return new Option(
    '--reason <text>',
    'enter it in spite of the findings of the gate; kept in the entry and public',
  )
}

/** The values of `--by`, `--note` and `--reason`. Throws a `Failure` if one of them is not one line of plain text. */
export function attributionOf({ by, note, reason }: AttributionOptions): AttributionOptions {
  const { problems, refuse } = collectProblems()
  const given = Object.entries({ by, note, reason }).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) text(value, `--${name}`, refuse)
  if (problems.length > 0) throw new Failure('usage', problems.map(problemLine).join('\n'))
  return Object.fromEntries(given)
}

/** Throws a `Failure` for the first combination of options that is not allowed. */
export function refuseMisuse(
  misuses: readonly (readonly [isMisuse: boolean, message: string])[],
): void {
  const message = misuses.find(([isMisuse]) => isMisuse)?.[1]
  if (message !== undefined) throw new Failure('usage', message)
}

/** Reads the position of an entry from the command line. `flag` is that of the option, if it is none of the arguments. */
export function readPosition(given: string, flag = ''): number {
  const position = parseWhole(given)
  if (position === undefined || position === 0 || !Number.isSafeInteger(position))
    throw new Failure('usage', `${flag}${given} is not a position: a whole number from 1.`)
  return position
}

/** The port of the desk unless another is given. */
export const defaultDeskPort = 8090

/** Why a text cannot be the origin of the desk; `undefined` if it can. */
export function deskOriginError(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.origin !== text)
    return `--origin ${text} is not an origin: a scheme and a host, such as https://desk.example.org, without a slash at the end.`
  const { protocol, hostname } = url
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  if (!isSecure)
    return `--origin ${text} is not secure: browsers allow passkeys only with https, or at http://localhost.`
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return undefined
  return `--origin ${text} is an address: passkeys need a name, such as localhost or desk.example.org.`
}
