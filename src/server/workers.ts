import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { exitCodes, Failure } from '../domain/failure.ts'
import { startMetricsServer } from './metrics-server.ts'
import type { ServeSettings } from './serve-settings.ts'
import { stopMessage } from './stop-signal.ts'
import { createJoinedMetrics } from './worker-metrics.ts'

/** The milliseconds before a worker that has ended is replaced, so that one that cannot start does not keep a processor busy. */
const restartDelay = 1_000
/** The milliseconds after which a worker that does not stop is killed. It is longer than the limits of server/limits.ts together. */
const stopTimeout = 9_500

/**
 * Starts workers, replaces those that end, and stops them all at the stop signal. The first worker starts alone: if it cannot
 * start, its error is printed once and ends the command.
 */
export async function superviseWorkers(
  settings: ServeSettings,
  stopped: Promise<void>,
  log: Logger,
): Promise<void> {
  const closeMetrics = await startJoinedMetrics(settings, log)
  try {
    if (!(await startFirstWorker(stopped))) return
    const stopWorkers = keepWorkersRunning(settings.workers, log)
    await stopped
    log.info('Stopping all workers.')
    await stopWorkers()
  } finally {
    closeMetrics()
  }
}

async function startJoinedMetrics(
  { metrics: address }: ServeSettings,
  log: Logger,
): Promise<() => void> {
  if (address === undefined) return () => {}
  const { read, contentType } = createJoinedMetrics(() => runningWorkers().length)
  const { close } = await startMetricsServer(address, read, contentType, log)
  return close
}

/** Starts a worker and waits until it listens; returns false if the stop signal came before. */
async function startFirstWorker(stopped: Promise<void>): Promise<boolean> {
  const worker = cluster.fork()
  const exitCode = await Promise.race([
    once(worker, 'listening').then(() => undefined),
    waitForExit(worker),
    stopped.then(() => stopWorker(worker)),
  ])
  if (exitCode === undefined) return true
  if (exitCode === exitCodes.done) return false
  throw failureOf(exitCode)
}

/** Starts the other workers and replaces each one that ends; returns a function that stops them all. */
function keepWorkersRunning(count: number, log: Logger): () => Promise<void> {
  let isStopping = false
  const replace = ({ id }: Worker, code: number | null, signal: string | null): void => {
    log.error({ ended: id, code, signal }, 'A worker ended; another one takes its place.')
    setTimeout(() => {
      if (!isStopping) cluster.fork()
    }, restartDelay)
  }
  cluster.on('exit', replace)
  process.on('SIGHUP', () => {
    for (const worker of runningWorkers()) worker.process.kill('SIGHUP')
  })
  for (let running = runningWorkers().length; running < count; running++) cluster.fork()
  return async () => {
    isStopping = true
    cluster.off('exit', replace)
    const codes = await Promise.all(runningWorkers().map(stopWorker))
    const failed = codes.find((code) => code !== exitCodes.done)
    if (failed !== undefined) throw failureOf(failed)
  }
}

/** Asks a worker to stop, and returns its exit code. */
async function stopWorker(worker: Worker): Promise<number | null> {
  const { exitCode, signalCode } = worker.process
  if (worker.isDead()) return codeOf(exitCode, signalCode)
  const exit = waitForExit(worker)
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeout)
  // The message cannot be delivered to a worker that is just ending, which is no error.
  worker.send(stopMessage, () => {})
  const code = await exit
  clearTimeout(timer)
  return code
}

async function waitForExit(worker: Worker): Promise<number | null> {
  const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null]
  return codeOf(code, signal)
}

/** The exit code of a worker. A stop signal ends a worker that does not handle it yet, which is no failure. */
function codeOf(code: number | null, signal: string | null): number | null {
  return signal === 'SIGTERM' || signal === 'SIGINT' ? exitCodes.done : code
}

/** A failure with the exit code of a worker. It has no message, because the worker has printed one. */
function failureOf(code: number | null): Failure {
  const reasons = Object.keys(exitCodes) as (keyof typeof exitCodes)[]
  const reason = reasons.find((name) => exitCodes[name] === code)
  return new Failure(reason === undefined || reason === 'done' ? 'bug' : reason, '')
}

function runningWorkers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}
