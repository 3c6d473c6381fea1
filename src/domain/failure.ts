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

/** The message of anything that was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The failure to listen on a port. If the port is in use, the message names the flag that sets another one. */
export function cannotListen(what: string, flag: string, error: unknown): Failure {
  const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const reason = reasonOf(error)
  const inUse = `the port is already in use (EADDRINUSE); choose another one with ${flag}`
  return new Failure('configuration', `${what}: ${isInUse ? inUse : reason}.`)
}

const full =
  'the disk is full, or a quota or size limit is reached. Free some space, then run the same command again.'

/** The cure for each error code of a disk. */
const diskFaults: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EROFS: 'its disk is read-only.',
  EIO: 'the disk failed. Check the system log, then run the same command again.',
}

/** Why a file cannot be written, and what to do, if the fault is that of the disk. */
export function diskFaultOf(error: Error): string | undefined {
  return 'code' in error ? diskFaults[String(error.code)] : undefined
}

/** The failure to write a file. `what` begins the sentence, such as `a.txt cannot be written`. */
export function writeFailure(what: string, error: Error): Failure {
  const fault = diskFaultOf(error)
  if (fault !== undefined) return new Failure('disk', `${what}: ${fault}`)
  return new Failure('configuration', `${what}: ${error.message}.`)
}
