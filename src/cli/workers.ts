import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { exitCodes, Failure } from './failure.ts'
import type { ServeSettings } from './serve-settings.ts'
import { stopMessage } from './stop-signal.ts'

/** Milliseconds between the end of a worker and the start of the next: one that cannot live must not keep a processor busy. */
const pause = 1_000
/** Milliseconds after which a worker is killed that was told to stop; by itself it takes less (the last of http/server/limits.ts). */
const patience = 9_500

/**
 * Starts workers at one port, keeps their number, and ends when it was told to and all have ended. Each worker is this same
 * command once more. The first starts alone, so that what keeps it from starting is said once, and ends the command.
 */
export async function superviseWorkers(
  settings: ServeSettings,
  told: Promise<void>,
  log: Logger,
): Promise<void> {
  const endMetrics = await answerJoinedMetrics(settings, log)
  try {
    if (!(await startFirst(told))) return
    const supervision = supervise(settings.workers, log)
    await told
    log.info('Stopping: all workers are told to.')
    await supervision.stop()
  } finally {
    endMetrics()
  }
}

async function answerJoinedMetrics(
  { metrics: place }: ServeSettings,
  log: Logger,
): Promise<() => void> {
  if (place === undefined) return () => {}
  const { joinedMetrics } = await import('./worker-metrics.ts')
  const { answerMetrics } = await import('./metrics-server.ts')
  const { read, contentType } = joinedMetrics(() => running().length)
  const { close } = await answerMetrics(place, read, contentType, log)
  return close
}

/** Starts a worker and waits until it listens; returns whether it does, or was told to stop before. */
async function startFirst(told: Promise<void>): Promise<boolean> {
  // Whoever is free takes the next connection. Node's other way, the parent takes them all and deals them out, costs two
  // thirds more for each connection, and resets those that are on their way when the workers stop.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const first = cluster.fork()
  const ended = await Promise.race([
    once(first, 'listening').then(() => undefined),
    once(first, 'exit').then(([code]) => ({ code: code as number | null })),
    told.then(async () => ({ code: await stopWorker(first) })),
  ])
  if (ended === undefined) return true
  if (ended.code === exitCodes.done) return false
  throw failureOf(ended.code)
}

/** Starts the other workers, and another one for each that ends. */
function supervise(number: number, log: Logger): { readonly stop: () => Promise<void> } {
  let isStopping = false
  const replace = ({ id }: Worker, code: number | null, signal: string | null): void => {
    log.error({ ended: id, code, signal }, 'A worker ended; another one takes its place.')
    setTimeout(() => {
      if (!isStopping) cluster.fork()
    }, pause)
  }
  cluster.on('exit', replace)
  const renew = (): void => {
    for (const worker of running()) worker.process.kill('SIGHUP')
  }
  process.on('SIGHUP', renew)
  for (let more = running().length; more < number; more++) cluster.fork()
  return {
    async stop() {
      isStopping = true
      cluster.off('exit', replace)
      const codes = await Promise.all(running().map(stopWorker))
      const wrong = codes.find((code) => code !== exitCodes.done)
      if (wrong !== undefined) throw failureOf(wrong)
    },
  }
}

/** Tells a worker to stop, and returns its exit code. */
async function stopWorker(worker: Worker): Promise<number | null> {
  if (worker.isDead()) return worker.process.exitCode
  const ended = once(worker, 'exit')
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), patience)
  // One that is just ending cannot be told, and need not be.
  worker.send(stopMessage, () => {})
  const [code] = (await ended) as [code: number | null]
  clearTimeout(timer)
  return code
}

/** The failure of a worker, which has said itself what it is. */
function failureOf(code: number | null): Failure {
  const reasons = Object.keys(exitCodes) as (keyof typeof exitCodes)[]
  const reason = reasons.find((name) => exitCodes[name] === code)
  return new Failure(reason === undefined || reason === 'done' ? 'bug' : reason, '')
}

function running(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}
