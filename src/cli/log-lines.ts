import { write, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { withoutBlocking } from './log-descriptor.ts'

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

/** What is worth a call before its time. */
const enough = 65_536

/**
 * What is worth a copy: some thirty lines are joined as a text first. Each copied alone takes twice the time of a line; what is
 * joined to as much as is worth a call takes the server longer as well (decision 014).
 */
const few = 4_096

/** The most bytes that wait to be written, some thirty thousand lines: a sixth of a second of the most requests. */
const mostWaiting = 4_194_304
/** How many blocks are kept for the next lines: one is filled while another is written, which is most often all. */
const mostSpare = 2
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
  /** Whole lines that are written together, each such block behind the end of a line; and those that are not yet worth it. */
  const queue: Buffer[] = []
  let block = newBlock(atOnce)
  let filled = 1
  let piece = ''
  /** Blocks that were written. In new memory for each write, V8 collected all its garbage once a second (decision 014). */
  const spare: Buffer[] = []
  let waiting = 0
  let lost = 0
  let isWriting = false
  /** Whether what is there is to be written, however little, as soon as nothing else is: until then its block is filled. */
  let isDue = false
  /** Whether the last byte that was written is within a line: a disk was full there, and the next line begins with an end. */
  let isTorn = false
  let timer: NodeJS.Timeout | undefined

  const copy = (): void => {
    const size = piece.length
    if (waiting + size > mostWaiting) lost += linesIn(piece)
    else {
      // A line may be longer than what is written at once: it has a block of its own, for what was there before it is sealed.
      if (filled + size > block.length) block = newBlock(size)
      filled += block.write(piece, filled, 'latin1')
      waiting += size
    }
    piece = ''
  }
  const seal = (): void => {
    isDue = false
    copy()
    if (filled === 1) return
    queue.push(block.subarray(0, filled))
    block = spare.pop() ?? newBlock(atOnce)
    filled = 1
  }
  /** Takes back a block that was written, or never will be. */
  const giveBack = (over: Buffer): void => {
    waiting -= over.length - 1
    if (spare.length < mostSpare && over.buffer.byteLength === 1 + atOnce)
      spare.push(Buffer.from(over.buffer))
  }
  const next = (): void => {
    if (queue.length === 0 && (isDue || filled >= enough)) seal()
    const first = queue[0]
    isWriting = first !== undefined
    if (first !== undefined) put(isTorn ? first : first.subarray(1))
  }
  /** Writes bytes of the first block, and goes on with what is left of it or with the next. */
  const put = (bytes: Buffer): void => {
    write(fd, bytes, (error, written) => {
      if (error === null) isTorn = bytes[written - 1] !== newline
      if (error?.code === 'EAGAIN') setTimeout(put, retryAfter, bytes).unref()
      else if (error === null && written < bytes.length) put(bytes.subarray(written))
      else {
        // A disk that is full of logs is no reason to stop answering.
        if (error !== null) lost += linesIn(bytes)
        const over = queue.shift()
        if (over !== undefined) giveBack(over)
        next()
      }
    })
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    isDue = true
    if (!isWriting) next()
  }
  const isEmpty = (): boolean => queue.length === 0 && filled === 1 && piece === ''
  const atExit = (): void => {
    seal()
    writeNow(fd, queue.slice(isWriting ? 1 : 0), isTorn)
  }
  process.on('exit', atExit)

  return {
    write(lines) {
      if (filled - 1 + piece.length + lines.length > atOnce) seal()
      piece += lines
      if (piece.length >= few) copy()
      if (!isWriting && (queue.length > 0 || filled >= enough)) flush()
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

/** A block with room for so many bytes. */
function newBlock(size: number): Buffer {
  const block = Buffer.allocUnsafeSlow(1 + size)
  block[0] = newline
  return block
}

/** How many lines end in some text or bytes. Where they begin with an end, all else of that line was written. */
function linesIn(lines: string | Buffer): number {
  let count = 0
  for (let at = lines.indexOf('\n', 1); at >= 0; at = lines.indexOf('\n', at + 1)) count++
  return count
}

/** The last words of a process that ends before its time: as many as can be written at once, behind a line that was cut. */
function writeNow(fd: number, blocks: readonly Buffer[], isTorn: boolean): void {
  try {
    if (isTorn) writeSync(fd, '\n')
    for (const block of blocks) if (writeSync(fd, block, 1) < block.length - 1) return
  } catch {
    // Nobody is left to tell.
  }
}
