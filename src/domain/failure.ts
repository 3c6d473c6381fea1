/** The exit codes, numbered as in sysexits.h. `docs/command-line.md` explains them. */
export const exitCodes = {
  done: 0,
  usage: 64,
  refused: 65,
  unreachable: 69,
  bug: 70,
  disk: 74,
  unknown: 75,
  runFailed: 75,
  waiting: 77,
  configuration: 78,
} as const

/** The failure of a command: a message for people, and an exit code for programs. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(reason: Exclude<keyof typeof exitCodes, 'done'>, message: string) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCodes[reason]
  }
}

/** The failure to listen on a port. If the port is in use, the message names the flag that sets another one. */
export function cannotListen(what: string, flag: string, error: unknown): Failure {
  const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const reason = error instanceof Error ? error.message : String(error)
  const inUse = `the port is already in use (EADDRINUSE); choose another one with ${flag}`
  return new Failure('configuration', `${what}: ${isInUse ? inUse : reason}.`)
}
