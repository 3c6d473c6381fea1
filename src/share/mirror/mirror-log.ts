import { noteText, readKeptNote, rootOf, withSignaturesOf } from '../../domain/checkpoint.ts'
import { exitCodes, Failure } from '../../domain/failure.ts'
import { counted } from '../../domain/text.ts'
import { readBytes, requestFile } from '../../outbound/request-file.ts'
import { noteLimit, readCheckpoint, type NamedCheckpoint } from '../checkpoints/checkpoint.ts'
import { retryUntilDone, sleepUntil, type Attempt, type RetryOptions } from '../webhooks/retry.ts'
import type { MirroredBook } from './mirrored-book.ts'
import { readLog, type LastPage, type LogOptions } from './read-log.ts'

/** The result of a reading: the last page of the log, and the checkpoint that the mirror agrees with, if the operator signs one. */
export type Reading = {
  readonly last: LastPage
  readonly checkpoint: NamedCheckpoint | undefined
}

/**
 * Adds what the log has more than the mirror, and keeps the operator's checkpoint if its signature was verified and the mirror has
 * its root. A mirror with a verifier appends the entries only then, and reads no others.
 */
export async function mirrorOnce(
  mirror: MirroredBook,
  options: LogOptions,
  before?: LastPage,
): Promise<Reading> {
  const { store, tree, position } = mirror
  // First, because the log only grows.
  const signed = await requestCheckpoint(mirror, options)
  const end = mirror.verifier === undefined ? Infinity : (signed?.checkpoint.size ?? 0)
  const last = await readLog(mirror, { ...options, end }, before)
  if (signed === undefined) return { last, checkpoint: undefined }
  const { place, checkpoint, note } = signed
  const entries = counted(checkpoint.size, 'entry', 'entries')
  if (checkpoint.size > position())
    throw new Failure(
      'runFailed',
      `${place} is about ${entries}, and the log ends at position ${position()}: the log lags, or it was truncated. ` +
        'Run the same command again; if the others stay away, ask the operator of the log.',
    )
  const root = rootOf(tree, checkpoint.size).toString('base64')
  if (root !== checkpoint.root)
    throw new Failure(
      'refused',
      `${place} is about another past: its root of ${entries} is ${checkpoint.root}, and that of the log is ${root}. ` +
        (mirror.verifier === undefined
          ? `Do not rely on ${store.name} until the operator of the log has explained it.`
          : 'Nothing of the log was appended: ask its operator.'),
    )
  const kept = await store.keptCheckpoint()
  const keptSize = readKeptNote(kept)?.checkpoint.size ?? 0
  if (checkpoint.size < keptSize)
    throw new Failure(
      'runFailed',
      `${place} is about ${entries}, and ${store.name} keeps a checkpoint of ${keptSize}: the one of the log is older, so the log lags, or it was truncated. ` +
        `${store.name} keeps its entries. Run the same command again; if the checkpoint stays older, ask the operator of the log.`,
    )
  await mirror.append(checkpoint.size)
  if (note !== undefined && note !== kept) await store.keepCheckpoint(checkpoint.size, note)
  return { last, checkpoint: signed }
}

async function requestCheckpoint(
  { url, verifier }: MirroredBook,
  options: LogOptions,
): Promise<(NamedCheckpoint & { readonly note: string | undefined }) | undefined> {
  const address = `${url}/checkpoint`
  const response = await requestFile(address, options)
  if (response.is === 'there') {
    const bytes = await readBytes(response.chunks, noteLimit)
    const signed = readCheckpoint(bytes, address, verifier)
    // Others may have added lines, so only the verified signature is kept.
    const note = verifier && noteText(withSignaturesOf(signed.note, [verifier]))
    return { ...signed, note }
  }
  if (verifier === undefined) return undefined
  throw new Failure(
    'refused',
    `There is no checkpoint at ${address}, so nothing says that ${verifier.name} signs the log. Run the command without --checkpoint-key if that is right.`,
  )
}

/** How a log is followed. */
export type FollowOptions = LogOptions &
  RetryOptions & {
    /** The milliseconds from one reading to the next. */
    readonly pause: number
  }

/**
 * Mirrors a log until the signal. Waits for a log that is away or lags; a log that is refused is thrown. After a failed attempt,
 * entries that no checkpoint covers are dropped: they may be forged. The mirror is opened again for that, as its audit cannot go back.
 */
export async function followLog(
  open: () => Promise<MirroredBook>,
  options: FollowOptions,
): Promise<void> {
  const { signal, log, pause } = options
  let mirror = await open()
  const { store, url, position } = mirror
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
    reading = await retryUntilDone(attempt, texts, options)
    if (reading === undefined) break
    const checkpoint = reading.checkpoint?.checkpoint.size
    const head = await store.head()
    if (head.position > before.position)
      log.info({ position: head.position, checkpoint }, 'The mirror moved.')
    await sleepUntil(pause, signal)
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
