import { execFileSync } from 'node:child_process'
import { constants, openSync } from 'node:fs'

/** Makes a named pipe and returns a file descriptor that reads from it. */
export function makePipe(path: string): number {
  execFileSync('sh', ['-c', 'mkfifo "$0"', path])
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
}
