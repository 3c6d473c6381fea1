import { exitCodes } from '../domain/failure.ts'
import { runCommandLine } from './command-line.ts'
import { tell } from './output.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` may close the pipe early.
  if (error.code === 'EPIPE') return
  tell(`Cannot write to standard output (${error.code}). The command itself was completed.`)
  process.exit(exitCodes.disk)
})
// If standard error fails, there is nowhere to report it.
process.stderr.on('error', () => {})
process.exitCode = await runCommandLine(process.argv)
