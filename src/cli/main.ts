import { Command, CommanderError } from 'commander'
import { StoreError, type StoreTrouble } from '../store/store.ts'
import audit from './audit.ts'
import changes from './changes.ts'
import check from './check.ts'
import copy from './copy.ts'
import { exitCodes, Failure } from './failure.ts'
import { hidePasswords } from './hide-passwords.ts'
import institutions from './institutions.ts'
import offers from './offers.ts'
import { tell } from './output.ts'
import publish from './publish.ts'
import register from './register.ts'
import serve from './serve.ts'
import setup from './setup.ts'
import verify from './verify.ts'
import { ownVersion } from './version.ts'

const commands = [
  serve,
  register,
  publish,
  check,
  verify,
  audit,
  setup,
  copy,
  offers,
  changes,
  institutions,
]

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
  for (const command of commands)
    program.addCommand(command.copyInheritedSettings(program).exitOverride())
  try {
    await program.exitOverride().parseAsync(argv)
    return exitCodes.done
  } catch (error) {
    return tellAndCode(error)
  }
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
