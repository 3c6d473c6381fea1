/** What the exit codes mean (design, section 6; the numbers are those of sysexits.h). */
export const exitCodes = {
  done: 0,
  usage: 64,
  refused: 65,
  unreachable: 69,
  bug: 70,
  disk: 74,
  unknown: 75,
  configuration: 78,
} as const

/** Why a command ends without having done what it was asked: sentences for people, and an exit code for programs. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(reason: Exclude<keyof typeof exitCodes, 'done'>, message: string) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCodes[reason]
  }
}

/** What could not be listened at is told with the reason; of a port that is taken, with what to do about it by a flag. */
export function cannotListen(what: string, flag: string, error: unknown): Failure {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const met = error instanceof Error ? error.message : String(error)
  const taken = `something listens there already (EADDRINUSE); stop that, or choose another port with ${flag}`
  return new Failure('configuration', `${what}: ${isTaken ? taken : met}.`)
}
