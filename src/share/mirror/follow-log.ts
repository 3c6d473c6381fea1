import { sleepUntil } from '../webhooks/follow-events.ts'
import {
  retryUntilDone,
  type Attempt,
  type RetryDelays,
  type RetryOptions,
} from '../webhooks/retry.ts'
import { exitCodes, Failure } from '../../domain/failure.ts'
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

/**
 * Mirrors a log until the signal. Waits for a log that is away or lags; a log that is refused is thrown. After a failed attempt,
 * entries that no checkpoint covers are dropped: they may be forged. The mirror is opened again for that, as its audit cannot go back.
 */
export async function followLog(
  open: () => Promise<MirroredBook>,
  options: FollowOptions,
): Promise<void> {
  const { signal, log, pause, delays } = options
  let mirror = await open()
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
    const attempt = (): Promise<Attempt<Reading>> =>
      attemptOf(async () => {
        if (mirror.hasWaiting()) mirror = await open()
        return mirrorOnce(mirror, options, reading?.last)
      }, signal)
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

async function attemptOf(
  read: () => Promise<Reading>,
  signal: AbortSignal,
): Promise<Attempt<Reading>> {
  try {
    return { result: await read() }
  } catch (error) {
    if (signal.aborted) return { failure: 'the command was stopped' }
    if (!(error instanceof Failure) || !mayPass.includes(error.exitCode)) throw error
    return { failure: error.message.replace(/\.$/, '') }
  }
}

/** The exit codes of failures that may be over soon. */
const mayPass: readonly number[] = [exitCodes.unreachable, exitCodes.runFailed]
