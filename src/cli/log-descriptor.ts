import { constants, fstatSync, openSync } from 'node:fs'

/**
 * The least that a pipe takes whole or not at all (POSIX, PIPE_BUF on Linux): several processes may write to one and no line
 * is torn.
 */
export const unbroken = 4_096

/** What is written at once where that does not matter, if the writing falls behind: the fewer calls, the less a line costs. */
export const plenty = 131_072

/**
 * What may be written at once to a descriptor, by whether several processes have it. A file takes every write whole, one behind
 * the other, for those who share the descriptor share their place in it as well (but what a full disk cuts off goes on later).
 */
export function atOnceTo(descriptor: number, isShared: boolean): number {
  return isShared && !isFile(descriptor) ? unbroken : plenty
}

/**
 * A pipe whose reader stands still would hold the thread that writes to it, and with it the end of the process: libuv waits for
 * its threads. Opened anew, it can be told not to, without a change for others who have it. Whatever else it is stays as it is.
 */
export function withoutBlocking(descriptor: number): number {
  try {
    if (!fstatSync(descriptor).isFIFO()) return descriptor
    return openSync(`/dev/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return descriptor
  }
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile()
  } catch {
    return false
  }
}
