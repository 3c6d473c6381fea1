import cluster from 'node:cluster'
import { once, type EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'
import type { ServeSettings } from './serve-settings.ts'

/** The log of a server process, on standard error. */
export type ServeLog = {
  readonly log: Logger
  /** How many lines were discarded because they could not be written in time. */
  readonly dropped: () => number
  /** Writes the lines that are still buffered, and closes the log. */
  readonly end: () => Promise<void>
}

const standardError = 2

/** The most bytes of one write: fewer writes cost the server less. */
const maxWrite = 65_536
/** The same where workers share a pipe, which takes this many without mixing lines (POSIX, `PIPE_BUF` on Linux). */
const maxSharedWrite = 4_096

/** The most bytes that wait for a slow reader. Lines beyond this are discarded. */
const maxLength = 4_194_304

/** The milliseconds between two writes of lines that do not fill a block. */
const periodicFlush = 100

/** The milliseconds that the last lines may take before the process exits without them. */
const endTimeout = 1_000

/** Opens the log: text for people on a terminal, JSON lines anywhere else. */
export function createServeLog({
  logLevel,
  workers,
}: Pick<ServeSettings, 'logLevel' | 'workers'>): ServeLog {
  const worker = cluster.worker?.id
  const options = { level: logLevel, base: worker === undefined ? null : { worker } }
  const { destination, dropped } = isatty(standardError)
    ? openTerminal()
    : openJsonLines(workers > 1 ? maxSharedWrite : maxWrite)
  let isEnded = false
  const write = (line: string): void => {
    // A request that is cut at the end of the process may still be logged; the closed destination would throw.
    if (!isEnded) destination.write(line)
  }
  return {
    log: pino(options, { write }),
    dropped,
    end() {
      isEnded = true
      return close(destination)
    },
  }
}

type Destination = EventEmitter & {
  readonly write: (line: string) => unknown
  readonly end: () => unknown
  readonly destroy: () => unknown
}

type LogOutput = { readonly destination: Destination; readonly dropped: () => number }

function openTerminal(): LogOutput {
  const destination = pretty({ destination: standardError, ...terminalOptions })
  return { destination, dropped: () => 0 }
}

const terminalOptions = {
  translateTime: 'SYS:HH:MM:ss',
  messageFormat:
    '{if status}{method} {target} {status}, {bytes} bytes, {ms} ms, {client}, cache {cache}{end}{msg}',
  ignore: 'method,target,status,bytes,ms,client,cache',
  singleLine: true,
} as const

function openJsonLines(mostBytes: number): LogOutput {
  const buffering = {
    sync: false,
    minLength: mostBytes / 2,
    maxWrite: mostBytes,
    maxLength,
    periodicFlush,
  }
  const destination = pino.destination({ dest: standardError, ...buffering })
  let dropped = 0
  destination.on('drop', () => dropped++)
  // A full disk must not stop the server. The lines stay in the buffer and are written once there is room.
  destination.on('error', () => {})
  // At a crash, pino would write the buffered lines synchronously and wait for ever for a full disk or a stopped reader.
  process.once('uncaughtExceptionMonitor', () => destination.destroy())
  return { destination, dropped: () => dropped }
}

/** Writes what is buffered. A reader that has stopped must not keep the process running. */
async function close(destination: Destination): Promise<void> {
  const closed = once(destination, 'close').then(
    () => true,
    () => false,
  )
  destination.end()
  const isClosed = await Promise.race([closed, sleep(endTimeout, undefined, { ref: false })])
  if (isClosed === true) return
  destination.destroy()
  // The library goes on retrying the write that did not finish.
  setImmediate(() => process.exit())
}
