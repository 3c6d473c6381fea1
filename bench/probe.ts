// Loaded into a server with `--import`, so that the server needs no code for the bench. Answers messages of the process that
// started it with the processor time of the main thread, and with the delays of the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The measurements of the probe since the last `reset`, in milliseconds. */
export type ProbeFigures = {
  /** Processor time of the main thread. */
  readonly spent: number
  /** The most processor time in one turn of the event loop; measured after `watch` only. */
  readonly longest: number
  /** Delays of the event loop. */
  readonly p99: number
  readonly max: number
  /** The heap in use, in megabytes. */
  readonly heap: number
}

const delays = monitorEventLoopDelay({ resolution: 10 })
let startedAt = 0
let lastTurnAt = 0
let longest = 0
let isWatching = false

/** Processor time of the main thread, in milliseconds. */
function spentSoFar(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function watchTurn(): void {
  const now = spentSoFar()
  longest = Math.max(longest, now - lastTurnAt)
  lastTurnAt = now
  if (isWatching) setImmediate(watchTurn)
}

process.on('message', (message: 'reset' | 'watch' | 'read') => {
  const now = spentSoFar()
  if (message === 'read') {
    isWatching = false
    const [p99, max] = [delays.percentile(99) / 1e6, delays.max / 1e6]
    const heap = process.memoryUsage().heapUsed / 1e6
    process.send?.({ spent: now - startedAt, longest, p99, max, heap } satisfies ProbeFigures)
    return
  }
  longest = 0
  startedAt = lastTurnAt = now
  delays.enable()
  delays.reset()
  isWatching = message === 'watch'
  if (isWatching) setImmediate(watchTurn)
  process.send?.('ready')
})
// The server stops although its parent still listens.
process.channel?.unref()
