import { Command, CommanderError } from 'commander'
import { StoreError, type StoreTrouble } from '../store/store.ts'
import { exitCodes, Failure } from './failure.ts'
import { hidePasswords } from './hide-passwords.ts'
import { tell } from './output.ts'
import { ownVersion } from './version.ts'

/** The commands, each read only when it is asked for: the server's libraries take longer to read than a sheet to publish. */
const commands: Readonly<Record<string, () => Promise<{ readonly default: Command }>>> = {
  serve: () => import('./serve.ts'),
  register: () => import('./register.ts'),
  publish: () => import('./publish.ts'),
  check: () => import('./check.ts'),
  verify: () => import('./verify.ts'),
  audit: () => import('./audit.ts'),
  setup: () => import('./setup.ts'),
  copy: () => import('./copy.ts'),
  offers: () => import('./offers.ts'),
  changes: () => import('./changes.ts'),
  institutions: () => import('./institutions.ts'),
}

const troubles: Readonly<Record<StoreTrouble, number>> = {
  configuration: exitCodes.configuration,
  unreachable: exitCodes.unreachable,
  disk: exitCodes.disk,
  unknown: exitCodes.unknown,
}

/** Runs one command line and returns its exit code; what went wrong is told on standard error. */
async function run(argv: string[]): Promise<number> {
  forgetEmptySettings()
  hidePasswords(argv, process.env)
  const program = new Command('ratebook')
    .description('The open rate book for fixed deposits: rate sheets in, an exact JSON API out.')
    .version(ownVersion())
    .showHelpAfterError('(--help shows how it is used)')
  for (const { default: command } of await readCommands(argv[2]))
    program.addCommand(command.copyInheritedSettings(program).exitOverride())
  try {
    await program.exitOverride().parseAsync(argv)
    return exitCodes.done
  } catch (error) {
    return tellAndCode(error)
  }
}

/** The command of a name; all of them where it is none, for the help that lists them. */
function readCommands(name = ''): Promise<readonly { readonly default: Command }[]> {
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined
  const wanted = named === undefined ? Object.values(commands) : [named]
  return Promise.all(wanted.map((read) => read()))
}

/** An empty variable is one that is not set: unit and compose files write them so. */
function forgetEmptySettings(): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (value === '' && (name === 'PORT' || name.startsWith('RATEBOOK_'))) delete process.env[name]
  }
}

function tellAndCode(error: unknown): number {
  // Commander has told its own errors already.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  if (error instanceof Failure) {
    if (error.message !== '') tell(error.message)
    return error.exitCode
  }
  if (error instanceof StoreError) {
    tell(error.message)
    return troubles[error.trouble]
  }
  tell(
    `This is a bug in Ratebook; please report it with what follows.\n${error instanceof Error ? error.stack : String(error)}`,
  )
  return exitCodes.bug
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` that has seen enough is no error.
  if (error.code === 'EPIPE') return
  tell(`Standard output cannot be written (${error.code}). What was done stands.`)
  process.exit(exitCodes.disk)
})
// Where nobody can be told, there is nobody to tell so.
process.stderr.on('error', () => {})
process.exitCode = await run(process.argv)
