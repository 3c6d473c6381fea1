import { once, type EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { shortened, visible, visibleLines } from '../../domain/text.ts'
import type { CacheResult } from '../http/answer.ts'

/** The log of a server process, on standard error. */
export type ServeLog = {
  readonly log: Logger
  /** How many lines were discarded because they could not be written in time. */
  readonly dropped: () => number
  /** Writes the lines that are still buffered, and closes the log. */
  readonly end: () => Promise<void>
}

/** The log levels of pino, quietest first. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const standardError = 2

/** The most bytes of one write: fewer writes cost the server less. */
const maxWrite = 65_536

/** The most bytes that wait for a slow reader. Lines beyond this are discarded. */
const maxLength = 4_194_304

/** The milliseconds between two writes of lines that do not fill a block. */
const periodicFlush = 100

/** The milliseconds that the last lines may take before the process exits without them. */
const endTimeout = 1_000

/** Opens the log: text for people on a terminal, JSON lines anywhere else. */
export function createServeLog(level: (typeof logLevels)[number]): ServeLog {
  const isTerminal = isatty(standardError)
  const { destination, dropped } = isTerminal ? openTerminal() : openJsonLines()
  let isEnded = false
  const write = (line: string): void => {
    // A request that is cut at the end of the process may still be logged; the closed destination would throw.
    if (!isEnded) destination.write(visibleLine(line, isTerminal))
  }
  return {
    log: pino({ level, base: null }, { write }),
    dropped,
    end() {
      isEnded = true
      return close(destination)
    },
  }
}

/** The longest line of the log whose texts are not shortened. */
const longestLine = 8_192

/** A line of the log without characters that nobody sees. A terminal gets its texts, and not JSON, so they are escaped themselves. */
export function visibleLine(line: string, isTerminal: boolean): string {
  if (!isTerminal && line.length <= longestLine) return `${visible(line.trimEnd())}\n`
  const inTexts = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? visibleLines(value) : value
  return `${JSON.stringify(JSON.parse(line), inTexts)}\n`
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

function openJsonLines(): LogOutput {
  const buffering = {
    sync: false,
    minLength: maxWrite / 2,
    maxWrite,
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

/** The outcome of one request, for the log and the metrics. */
export type RequestOutcome = {
  /** The path template, such as `/rates/history/{institution_id}`; `other` for unknown paths. */
  readonly endpoint: string
  /** Empty if the request could not be parsed. */
  readonly method: string
  /** The path and query as the client sent them; empty if the request could not be parsed. */
  readonly target: string
  readonly status: number
  /** The size of the body as sent. */
  readonly bytes: number
  /** The time from the end of the request's headers until the operating system has the whole response. */
  readonly milliseconds: number
  /** The client's address; empty if the connection is gone. */
  readonly client: string
  readonly cache: CacheResult
  /** Whether the response was a stream. Its time is that of the connection, so it is no measure of speed. */
  readonly isStream: boolean
}

/** The most characters of a method or a target in a log line. */
const longest = 600

/** Returns a function that writes one log line for a request. */
export function createRequestLog(log: Pick<Logger, 'info'>): (outcome: RequestOutcome) => void {
  return ({ method, target, status, bytes, milliseconds, client, cache }) => {
    const ms = Math.round(milliseconds * 1_000) / 1_000
    log.info({ method: bounded(method), target: bounded(target), status, bytes, ms, client, cache })
  }
}

/** Text from a client, cut to a limited length. Characters outside printable ASCII could control a terminal, so they are percent-encoded. */
function bounded(text: string): string {
  return shortened(text.replaceAll(/[^ -~]/g, percentEncoded), longest)
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
