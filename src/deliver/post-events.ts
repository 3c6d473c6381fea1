import type { Logger } from 'pino'
import type { PostResult } from '../outbound/post.ts'
import { eventIdText, parseEventId, type EventId } from '../query/ids.ts'
import type { BookEvent, FollowedEvents } from '../query/events.ts'
import { now } from '../cli/clock.ts'
import { Failure } from '../domain/failure.ts'
import type { Following } from '../server/following.ts'
import { readCursor, writeCursor, type Cursor } from './cursor.ts'
import { deliver } from './deliver.ts'
import { checkPlace, placesAfter, sleepUntil } from './places-after.ts'
import { postSigned } from './post-signed.ts'
import { retryUntilDone, type Attempt, type RetryOptions } from './retry.ts'
import { commandDelays } from './retry-delay.ts'
import type { WebhookSettings } from './webhook-settings.ts'

/** The book, the events to post, and the log and signal of the command. */
export type PostedEvents = {
  readonly book: Pick<Following, 'market' | 'digest' | 'digestAt'>
  readonly request: FollowedEvents
  /** The text of an event, as `/events` writes it. */
  readonly bodyOf: (event: BookEvent) => string
  readonly log: Logger
  readonly signal: AbortSignal
}

/** The settings of a webhook, and the path of its cursor. */
type EventSettings = WebhookSettings & { readonly cursor: string }

/** Posts the events of a book to a webhook until the signal. The place after which they begin is in the cursor, once there is one. */
export async function postEvents(settings: EventSettings, posted: PostedEvents): Promise<void> {
  const { url, cursor: path } = settings
  const { book, request, log, signal } = posted
  const retryOptions: RetryOptions = {
    wait: (milliseconds) => sleepUntil(milliseconds, signal),
    log,
    signal,
    delays: { ...commandDelays, now, random: Math.random },
  }
  const saveCursor = async (place: EventId): Promise<void> => {
    const [after, { position }] = [eventIdText(place), book.market()]
    await writeCursor(path, { webhook: url.href, after, position, digest: book.digest() })
  }
  const cursor = await readCursor(path, url.href)
  const after = parseEventId(cursor?.after ?? '') ?? request.after
  if (cursor === undefined) {
    checkPlace(book.market(), after)
    await orFailure(path, saveCursor(after))
  } else {
    await checkPast(cursor, settings, posted, retryOptions)
  }
  log.info({ after: eventIdText(after) }, `Events are posted to ${url.origin}.`)
  const end = await deliver(placesAfter(book.market, { ...request, after }, signal), {
    ...retryOptions,
    post: createPoster(settings, posted),
    saveCursor,
  })
  if (end === 'gone') {
    throw new Failure('unknown', 'The receiver answered 410: it wants no more events.')
  }
  log.info('Stopping.')
}

/** A cursor that cannot be written at the start is most likely a wrong setting. */
async function orFailure(path: string, written: Promise<void>): Promise<void> {
  try {
    await written
  } catch (error) {
    const { message } = error as Error
    throw new Failure('configuration', `The cursor ${path} cannot be written: ${message}.`)
  }
}

/** Waits until the book has the position of the cursor. Refuses a book that does not contain the past that was delivered. */
async function checkPast(
  { position, digest }: Cursor,
  { cursor: path }: EventSettings,
  { book }: PostedEvents,
  retryOptions: RetryOptions,
): Promise<void> {
  const texts = {
    fields: { position },
    failed: `The book cannot be compared with the cursor ${path}`,
    succeeded: 'The book has the position of the cursor.',
  }
  const found = await retryUntilDone(() => readDigest(book, position), texts, retryOptions)
  if (found !== undefined && found !== digest) {
    throw new Failure('configuration', `The cursor ${path} belongs to another book.`)
  }
}

/** Reads the digest of the book at a position. While the book is opened again, reading it fails. */
async function readDigest(book: PostedEvents['book'], position: number): Promise<Attempt<string>> {
  try {
    const isReached = book.market().position >= position
    const digest = isReached ? await book.digestAt(position) : undefined
    if (digest !== undefined) return { result: digest }
  } catch (error) {
    return { failure: (error as Error).message.replace(/\.$/, '') }
  }
  return {
    failure: `the book ends before position ${position}; it is a replica that lags, or an older copy`,
  }
}

/** Returns a function that signs and posts an event. Its webhook id stays the same in all attempts. */
function createPoster(
  settings: WebhookSettings,
  { book, bodyOf, signal }: PostedEvents,
): (event: BookEvent) => Promise<PostResult> {
  return async (event) => {
    const { position, line } = event
    const digest = await readDigest(book, position)
    if ('failure' in digest) return digest
    // The digest tells books apart. A full stop would separate the signed parts.
    const id = `evt_${position}_${line}_${digest.result.slice(0, 16)}`
    return postSigned({ id, body: bodyOf(event) }, now(), settings, signal)
  }
}
