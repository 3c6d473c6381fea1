import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Where log lines go: they are written in the background, and never waited for. */
export type LogLines = {
  /** Takes whole lines of ASCII; they are written within a moment. */
  readonly write: (lines: string) => void
  /** Begins to write what was taken now. */
  readonly flush: () => void
  /** How many lines were lost because what reads them was too slow, or could not be written to. */
  readonly dropped: () => number
  /** Writes what was taken, for as long as that may take. */
  readonly end: () => Promise<void>
}

/**
 * The least that a pipe takes whole or not at all (POSIX, PIPE_BUF on Linux): several processes may write to one and no line
 * is torn.
 */
export const unbroken = 4_096

/** What is written at once where that does not matter, if the writing falls behind: the fewer calls, the less a line costs. */
export const plenty = 262_144

/**
 * What may be written at once to a descriptor, by whether several processes have it. A file takes every write whole, one behind
 * the other, for those who share the descriptor share their place in it as well (but what a full disk cuts off goes on later).
 */
export function atOnceTo(descriptor: number, isShared: boolean): number {
  return isShared && !isFile(descriptor) ? unbroken : plenty
}

/** What is worth a call before its time. */
const enough = 65_536

/** The most characters that wait to be written, some twenty thousand lines: a tenth of a second of the most requests. */
const mostWaiting = 4_194_304
/** Milliseconds: after which lines are written that are not yet worth a call, after which a full pipe is tried again, … */
const moment = 50
const retryAfter = 20
/** … and that the last lines may take before the process ends without them. */
const patience = 1_000

/**
 * Log lines for a descriptor, so many bytes at once at the most. Not pino's own destination (sonic-boom 4.2): its flush at the
 * end never returns if the disk is full, and each line costs it as much as all that wait to be written.
 */
export function createLogLines(descriptor: number, atOnce: number): LogLines {
  const fd = withoutBlocking(descriptor)
  /** Whole lines that are written together, and those that are not yet worth it. */
  const queue: string[] = []
  let piece = ''
  let waiting = 0
  let lost = 0
  let isWriting = false
  /** Whether the last byte that was written is within a line: a disk was full there, and the next line begins with an end. */
  let isTorn = false
  /** What is being written. In new memory for each write, V8 collected all its garbage once a second (decision 014). */
  let memory = Buffer.allocUnsafeSlow(2 * enough)
  let timer: NodeJS.Timeout | undefined

  const seal = (): void => {
    if (piece === '') return
    if (waiting + piece.length > mostWaiting) lost += linesIn(piece)
    else {
      queue.push(piece)
      waiting += piece.length
    }
    piece = ''
  }
  const next = (): void => {
    if (queue.length === 0 && piece.length >= enough) seal()
    const first = queue[0]
    isWriting = first !== undefined
    if (first === undefined) return
    const text = isTorn ? `\n${first}` : first
    if (memory.length < text.length) memory = Buffer.allocUnsafeSlow(text.length)
    put(memory.subarray(0, memory.write(text, 'latin1')))
  }
  /** Writes bytes of the first piece, and goes on with what is left of it or with the next. */
  const put = (bytes: Buffer): void => {
    write(fd, bytes, (error, written) => {
      if (error === null) isTorn = bytes[written - 1] !== newline
      if (error?.code === 'EAGAIN') setTimeout(put, retryAfter, bytes).unref()
      else if (error === null && written < bytes.length) put(bytes.subarray(written))
      else {
        waiting -= queue.shift()?.length ?? 0
        // A disk that is full of logs is no reason to stop answering.
        if (error !== null) lost += linesIn(bytes.toString('latin1'))
        next()
      }
    })
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    seal()
    if (!isWriting) next()
  }
  const isEmpty = (): boolean => queue.length === 0 && piece === ''
  const atExit = (): void => writeNow(fd, [...queue.slice(isWriting ? 1 : 0), piece], isTorn)
  process.on('exit', atExit)

  return {
    write(lines) {
      if (piece.length + lines.length > atOnce) seal()
      piece += lines
      if (!isWriting && (queue.length > 0 || piece.length >= enough)) flush()
      else timer ??= setTimeout(flush, moment).unref()
    },
    flush,
    dropped: () => lost,
    async end() {
      flush()
      for (let left = patience; !isEmpty() && left > 0; left -= retryAfter) await wait(retryAfter)
      // Whoever writes to the same file next begins a line.
      if (!isWriting) writeNow(fd, [], isTorn)
      isTorn = false
      process.off('exit', atExit)
    },
  }
}

const newline = 10

/** How many lines end in a text. Where it begins with an end, all else of that line was written. */
function linesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n', 1); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/**
 * A pipe whose reader stands still would hold the thread that writes to it, and with it the end of the process: libuv waits for
 * its threads. Opened anew, it can be told not to, without a change for others who have it. Whatever else it is stays as it is.
 */
function withoutBlocking(descriptor: number): number {
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

/** The last words of a process that ends before its time: as many as can be written at once, behind a line that was cut. */
function writeNow(fd: number, pieces: readonly string[], isTorn: boolean): void {
  try {
    if (isTorn) writeSync(fd, '\n')
    for (const text of pieces) if (text !== '' && writeSync(fd, text) < text.length) return
  } catch {
    // Nobody is left to tell.
  }
}
