import { Command, CommanderError } from 'commander'
import { isPostgres, withoutPassword } from '../book/store/postgres/address.ts'
import { StoreError } from '../book/store/store.ts'
import { CapturesError } from '../collect/captures/captures.ts'
import { exitCodes, Failure } from '../domain/failure.ts'
import { version } from '../serve/http/site.ts'
import { tell } from './output.ts'
import type { questionNamed } from './questions.ts'
import { applySettings, configOption } from './settings/apply-settings.ts'

type Loaded = { readonly default: Command }

const question = async (name: Parameters<typeof questionNamed>[0]): Promise<Loaded> => ({
  default: (await import('./questions.ts')).questionNamed(name),
})
const confirmation = async (name: 'check' | 'verify'): Promise<Loaded> => ({
  default: (await import('./check-and-verify.ts'))[name],
})

/** The commands. Each is imported on demand, so that `publish` does not load the server. */
export const commands: Readonly<Record<string, () => Promise<Loaded>>> = {
  init: () => import('./init.ts'),
  serve: () => import('./serve.ts'),
  register: () => import('./register.ts'),
  publish: () => import('./publish.ts'),
  check: () => confirmation('check'),
  verify: () => confirmation('verify'),
  gate: () => import('./gate.ts'),
  correct: () => import('./correct.ts'),
  collect: () => import('./collect.ts'),
  sources: () => import('./sources.ts'),
  alerts: () => import('./alerts.ts'),
  audit: () => import('./audit.ts'),
  cosign: () => import('./cosign.ts'),
  setup: () => import('./setup.ts'),
  copy: () => import('./copy.ts'),
  backup: () => import('./backup.ts'),
  mirror: () => import('./mirror.ts'),
  release: () => import('./release.ts'),
  offers: () => import('./offers.ts'),
  compare: () => question('compare'),
  history: () => question('history'),
  changes: () => question('changes'),
  corrections: () => question('corrections'),
  freshness: () => question('freshness'),
  institutions: () => question('institutions'),
  events: () => import('./events.ts'),
  captures: () => import('./captures.ts'),
  reviewer: () => import('./reviewer.ts'),
  review: () => import('./review.ts'),
  desk: () => import('./desk.ts'),
  demo: () => import('./demo.ts'),
  source: () => import('./source.ts'),
}

/** Runs one command line and returns its exit code. Errors go to standard error. */
export async function runCommandLine(argv: string[]): Promise<number> {
  deleteEmptyVariables()
  // Hosting platforms set PORT.
  if (process.env['PORT'] !== undefined) process.env['RATEBOOK_PORT'] ??= process.env['PORT']
  hidePasswords(argv, process.env)
  let running: Command | undefined
  const program = new Command('ratebook')
    .description('The open rate book for fixed deposits: rate sheets in, an exact JSON API out.')
    .version(version)
    .configureOutput({ writeErr: (text) => tell(text.trimEnd()) })
    .showHelpAfterError('(--help shows how it is used)')
    .addOption(configOption)
    .configureHelp({ showGlobalOptions: true })
    .hook('preAction', (_program, command) => {
      running = command
      return applySettings(command)
    })
  program.exitOverride()
  for (const { default: command } of await importCommands(argv[2])) program.addCommand(command)
  inheritSettings(program)
  try {
    await program.parseAsync(argv)
    return exitCodes.done
  } catch (error) {
    return reportError(error, running)
  }
}

/** Gives the settings of a command to its subcommands, so that their usage errors are thrown too. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) inheritSettings(command.copyInheritedSettings(parent))
}

/** Imports the named command, or all of them to show the help. */
function importCommands(name = ''): Promise<readonly Loaded[]> {
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined
  const imports = named === undefined ? Object.values(commands) : [named]
  return Promise.all(imports.map((load) => load()))
}

/** Treats empty variables as unset: systemd and Compose files cannot leave them out. */
function deleteEmptyVariables(): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (value === '' && (name === 'PORT' || name.startsWith('RATEBOOK_'))) delete process.env[name]
  }
}

/** Prints an error of a command and returns its exit code. */
function reportError(error: unknown, command: Command | undefined): number {
  // Commander has already printed its own errors.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  if (error instanceof Failure) {
    if (error.message !== '') tell(namingFile(error.message, command))
    return error.exitCode
  }
  if (error instanceof StoreError || error instanceof CapturesError) {
    tell(error.message)
    return exitCodes[error.kind]
  }
  tell(
    `This is a bug in Ratebook; please report it with what follows.\n${error instanceof Error ? error.stack : String(error)}`,
  )
  return exitCodes.bug
}

/** Says of each wrong option that `ratebook.yaml` sets it, if it does. */
function namingFile(message: string, command: Command | undefined): string {
  const isOfFile = (line: string): boolean =>
    command?.options.some(
      (option) =>
        line.startsWith(`${option.long} `) &&
        command.getOptionValueSource(option.attributeName()) === 'config',
    ) === true
  return message
    .split('\n')
    .map((line) => (isOfFile(line) ? `${line} (ratebook.yaml sets it)` : line))
    .join('\n')
}

/** The flags that take an address, and their environment variables. */
const addressFlags: Readonly<Record<string, string>> = {
  '--database': 'RATEBOOK_DATABASE',
  '--from': 'RATEBOOK_FROM',
  '--to': 'RATEBOOK_TO',
}

/**
 * Moves addresses with a password from the arguments to the environment, and removes them from the process title: any user of
 * the machine can list command lines. Until this runs, the password is visible.
 */
export function hidePasswords(argv: string[], environment: NodeJS.ProcessEnv): void {
  const hidden = new Set<string>()
  for (let index = argv.length - 1; index >= 2; index--) {
    const [flag = '', inlineValue] = (argv[index] ?? '').split(/=(.*)/s, 2)
    const variable = addressFlags[flag]
    const value = inlineValue ?? argv[index + 1]
    if (variable === undefined || value === undefined) continue
    const isSecret = isPostgres(value) && withoutPassword(value) !== value
    // If a flag is repeated, the last one counts; the loop runs backwards.
    if (!isSecret && !hidden.has(variable)) continue
    if (!hidden.has(variable)) environment[variable] = value
    argv.splice(index, inlineValue === undefined ? 2 : 1)
    hidden.add(variable)
  }
  if (hidden.size > 0) process.title = ['ratebook', ...argv.slice(2)].join(' ')
}
