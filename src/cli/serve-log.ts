import cluster from 'node:cluster'
import { pino, type Logger } from 'pino'
import type { Observe } from '../http/message/observation.ts'
import { now } from './clock.ts'
import { atOnceTo } from './log-descriptor.ts'
import { createLogLines, type LogLines } from './log-lines.ts'
import { createRequestLog, inAscii } from './request-log.ts'
import type { ServeSettings } from './serve-settings.ts'

/** The log of a server: what it says itself, and a line for each request. */
export type ServeLog = Pick<LogLines, 'dropped' | 'end'> & {
  readonly log: Logger
  /** `undefined` where the level leaves requests out. */
  readonly observe: Observe | undefined
}

/** A log on standard error, at a level; that of a worker says which. */
export function createServeLog({ logLevel, workers }: ServeSettings): ServeLog {
  const lines = createLogLines(2, atOnceTo(2, workers > 1))
  const worker = cluster.worker?.id
  const base = worker === undefined ? null : { worker }
  const atOnce = {
    write(line: string): void {
      lines.write(inAscii(line))
      lines.flush()
    },
  }
  const log = pino({ level: logLevel, base }, atOnce)
  const observe = log.isLevelEnabled('info') ? createRequestLog(lines, now, worker) : undefined
  return { log, observe, dropped: lines.dropped, end: lines.end }
}
