import { serverSeconds, type Server } from '../process/server.ts'
import { runAutocannon } from './autocannon.ts'
import type { Run, Targets } from './run.ts'
import { hasWrk, runWrk } from './wrk.ts'

/** One kind of load. */
export type Load = {
  readonly targets: Targets
  readonly gzip?: boolean
  /** Connections that are kept open and always have one request under way; 64 if not said. */
  readonly connections?: number
  /** Seconds of each run, for a server so slow that the usual ones are too few. */
  readonly seconds?: number
}

/** A run of load as a row needs it. */
export type Measure = {
  readonly requests: number
  /** Good answers a second. */
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly most: number
  /** Microseconds of the server's processor time for each good answer. */
  readonly cpu: number
  /** Bytes of each answer, with its head. */
  readonly size: number
  /** Answers a second that were refused. */
  readonly refused: number
  /** Requests without an answer. */
  readonly broken: number
}

const usual = 64

/** Asks a server for some whole seconds; `from` says which of the listed targets comes first. */
export async function runLoad(
  server: Pick<Server, 'url' | 'pids'>,
  load: Load,
  seconds: number,
  from = 0,
): Promise<Measure> {
  const run: Run = {
    url: server.url,
    targets: load.targets,
    headers: ['Accept: application/json', ...(load.gzip ? ['Accept-Encoding: gzip'] : [])],
    connections: load.connections ?? usual,
    seconds,
    from,
  }
  const before = serverSeconds(server)
  const count = await (hasWrk ? runWrk(run) : runAutocannon(run))
  const spent = serverSeconds(server) - before
  const good = count.requests - count.refused
  return {
    requests: count.requests,
    rate: good / count.seconds,
    p50: count.p50,
    p99: count.p99,
    most: count.most,
    cpu: (spent / good) * 1e6,
    size: count.bytes / count.requests,
    refused: count.refused / count.seconds,
    broken: count.broken,
  }
}
