import { Command, Option } from 'commander'
import type { Attribution, Override } from '../domain/entry.ts'
import { isKeyName } from '../domain/signed-note.ts'
import { text } from '../publish/input/fields.ts'
import { collectProblems, problemLine } from '../publish/input/problem.ts'
import { Failure } from '../domain/failure.ts'

/** The option of all commands that open a book. */
export type DatabaseOption = { readonly database: string }

/** A command with the `--database` option and an example below its help. */
export function command(name: string, description: string, example: string): Command {
  return plainCommand(name, description, example).addOption(
    new Option('--database <book>', 'the book: a SQLite file, or postgres://user@host/database')
      .env('RATEBOOK_DATABASE')
      .default('ratebook.db'),
  )
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

/** Why a name cannot be the origin of checkpoints; `undefined` if it can. */
export function originError(origin: string): string | undefined {
  if (isKeyName(origin)) return undefined
  return `--origin ${origin} is not a valid name: it is a text without spaces and plus signs, such as rates.example.`
}

/** The options that set the instant of an entry. */
export type InstantOptions = {
  readonly at?: string
  readonly atLastInstant?: boolean
  readonly clockIsRight?: boolean
}

/** A command that appends to a book, with the options that set the instant of the entry. */
export function appendingCommand(name: string, description: string, example: string): Command {
  return command(name, description, example)
    .option('--at <instant>', 'when it happened, such as 2026-06-09T00:00:00Z; by default now')
    .addOption(
      new Option(
        '--at-last-instant',
        "if this machine's clock is behind the book, use the instant of the last entry, however far behind it is",
      ).conflicts(['at', 'atScraped']),
    )
    .option('--clock-is-right', "allow an instant more than 180 days after the book's last entry")
}

/** The options that say who made an entry, and why. */
export type AttributionOptions = Attribution & Pick<Override, 'reason'>

/** `--by` and `--note`: who enters something, and a remark. Both are public in `/events`. */
export function attributionOptions(): readonly Option[] {
  return [
    new Option('--by <name>', 'who enters it; kept in the entry and public').env('RATEBOOK_BY'),
    new Option('--note <text>', 'a remark; kept in the entry and public'),
  ]
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
