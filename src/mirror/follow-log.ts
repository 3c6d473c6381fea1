import { sleepUntil } from '../deliver/follow-events.ts'
import {
  retryUntilDone,
  type Attempt,
  type RetryDelays,
  type RetryOptions,
} from '../deliver/retry.ts'
import { exitCodes, Failure } from '../domain/failure.ts'
import type { MirroredBook } from './mirrored-book.ts'
import type { LogOptions } from './log-page.ts'
import { mirrorOnce, type Reading } from './mirror-once.ts'

/** How a log is followed. */
export type FollowOptions = LogOptions &
  Pick<RetryOptions, 'log'> & {
    /** The milliseconds from one reading to the next. */
    readonly pause: number
    readonly delays: RetryDelays
  }

/** Mirrors a log until the signal. Waits for a log that is away or lags; a log that is refused is thrown. */
export async function followLog(mirror: MirroredBook, options: FollowOptions): Promise<void> {
  const { signal, log, pause, delays } = options
  const { store, url, position } = mirror
  const wait = (milliseconds: number): Promise<void> => sleepUntil(milliseconds, signal)
  const texts = {
    fields: {},
    failed: 'The log was not read to its end',
    succeeded: 'The log was read to its end again.',
  }
  log.info({ position: position() }, `${store.name} mirrors ${url}.`)
  let reading: Reading | undefined
  while (!signal.aborted) {
    const before = await store.head()
    const attempt = (): Promise<Attempt<Reading>> => attemptOnce(mirror, options, reading)
    reading = await retryUntilDone(attempt, texts, { wait, log, signal, delays })
    if (reading === undefined) break
    const checkpoint = reading.checkpoint?.checkpoint.size
    const head = await store.head()
    if (head.position > before.position)
      log.info({ position: head.position, checkpoint }, 'The mirror moved.')
    await wait(pause)
  }
  log.info('Stopping.')
}

async function attemptOnce(
  mirror: MirroredBook,
  options: FollowOptions,
  before: Reading | undefined,
): Promise<Attempt<Reading>> {
  try {
    return { result: await mirrorOnce(mirror, options, before?.last) }
  } catch (error) {
    if (options.signal.aborted) return { failure: 'the command was stopped' }
    if (!(error instanceof Failure) || !mayPass.includes(error.exitCode)) throw error
    return { failure: error.message.replace(/\.$/, '') }
  }
}

/** The exit codes of failures that may be over soon. */
const mayPass: readonly number[] = [exitCodes.unreachable, exitCodes.runFailed]
