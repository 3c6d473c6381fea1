import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Market } from '../../book/market/market.ts'
import type { BookEvent, FollowedEvents } from '../../book/query/events.ts'
import { eventIdText, parseEventId, type EventId } from '../../book/query/ids.ts'
import { writeFailure, Failure } from '../../domain/failure.ts'
import { eventRow } from '../../serve/http/records/event.ts'
import { checkPlace, followEvents, type FollowedPlace } from './follow-events.ts'
import { retryUntilDone, storeUntilDone, type Attempt, type RetryOptions } from './retry.ts'
import { readJsonFile, replaceJsonFile } from './state-file.ts'
import { postSigned, postUntilTaken, type PostResult, type WebhookSettings } from './webhook.ts'

/** The book, the events to post, and the log and signal of the command. */
export type PostedEvents = RetryOptions & {
  readonly book: {
    readonly market: () => Market
    /** The digest of the book at the position of the market. */
    readonly digest: () => string
    readonly digestAt: (position: number) => Promise<string | undefined>
  }
  readonly request: FollowedEvents
}

/** Posts the events of a book to a webhook until the signal. The place after which they begin is in the cursor, once there is one. */
export async function postEvents(
  settings: WebhookSettings,
  cursorPath: string,
  posted: PostedEvents,
): Promise<void> {
  const { url } = settings
  const { book, request, log, signal, now } = posted
  const saveCursor = async (place: EventId): Promise<void> => {
    const [after, { position }] = [eventIdText(place), book.market()]
    const cursor: Cursor = { webhook: url.href, after, position, digest: book.digest() }
    await replaceJsonFile(cursorPath, cursor)
  }
  const post = async (event: BookEvent): Promise<PostResult> => {
    const { position, line } = event
    const digest = await readDigest(book, position)
    if ('failure' in digest) return digest
    // The digest tells books apart. A full stop would separate the signed parts.
    const id = `evt_${position}_${line}_${digest.result.slice(0, 16)}`
    return postSigned({ id, body: JSON.stringify(eventRow(event)) }, now(), settings, signal)
  }
  const cursor = await readCursor(cursorPath, url.href)
  const after = parseEventId(cursor?.after ?? '') ?? request.after
  if (cursor === undefined) {
    checkPlace(book.market(), after)
    await orFailure(cursorPath, saveCursor(after))
  } else {
    await checkPast(cursor, cursorPath, posted)
  }
  log.info({ after: eventIdText(after) }, `Events are posted to ${url.origin}.`)
  const places = followEvents(book.market, { ...request, after }, signal)
  if ((await deliver(places, { ...posted, post, saveCursor })) === 'gone')
    throw new Failure('unknown', 'The receiver answered 410: it wants no more events.')
  log.info('Stopping.')
}

/** A cursor that cannot be written at the start is most likely a wrong setting. */
async function orFailure(path: string, written: Promise<void>): Promise<void> {
  try {
    await written
  } catch (error) {
    throw writeFailure(`The cursor ${path} cannot be written`, error as Error)
  }
}

/** Waits until the book has the position of the cursor. Refuses a book that does not contain the past that was delivered. */
async function checkPast(
  { position, digest }: Cursor,
  path: string,
  posted: PostedEvents,
): Promise<void> {
  const texts = {
    fields: { position },
    failed: `The book cannot be compared with the cursor ${path}`,
    succeeded: 'The book has the position of the cursor.',
  }
  const found = await retryUntilDone(() => readDigest(posted.book, position), texts, posted)
  if (found !== undefined && found !== digest)
    throw new Failure('configuration', `The cursor ${path} belongs to another book.`)
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

/** The operations of a delivery, and how it retries them. */
export type Delivery = RetryOptions & {
  readonly post: (event: BookEvent) => Promise<PostResult>
  /** Stores the place durably; the next run goes on after it. */
  readonly saveCursor: (place: EventId) => Promise<void>
}

/**
 * Posts the events one after another, each until the receiver accepts it. The cursor moves only after that, so a restart
 * repeats an event rather than leave it out. A place without an event only moves the cursor. `gone`: the receiver answered 410.
 */
export async function deliver(
  places: AsyncIterable<FollowedPlace>,
  delivery: Delivery,
): Promise<'stopped' | 'gone'> {
  for await (const { place, event } of places) {
    if (event !== undefined) {
      const texts = {
        fields: { event: eventIdText(event) },
        failed: 'An event was not delivered',
        succeeded: 'The receiver accepts events again.',
      }
      const outcome = await postUntilTaken(() => delivery.post(event), texts, delivery)
      if (outcome !== 'accepted') return outcome ?? 'stopped'
    }
    const texts = {
      fields: { event: eventIdText(place) },
      failed: 'The cursor cannot be written',
      succeeded: 'The cursor is written again.',
    }
    if (!(await storeUntilDone(() => delivery.saveCursor(place), texts, delivery))) break
  }
  return 'stopped'
}

/** How far a webhook has got in a book, as the cursor file stores it. */
const cursorSchema = Type.Object({
  /** The URL of the webhook. */
  webhook: Type.String(),
  /** The id of the last event that was delivered, or a bare position. */
  after: Type.Refine(Type.String(), (text) => parseEventId(text) !== undefined),
  /** A position of the book at or after that event, and the digest of the book there. */
  position: Type.Integer(),
  digest: Type.String(),
})

export type Cursor = Static<typeof cursorSchema>

/** Reads a cursor file; `undefined` if there is none. A file that is no cursor, or that of another webhook, is a failure. */
export async function readCursor(path: string, webhook: string): Promise<Cursor | undefined> {
  const value = await readJsonFile('cursor', path)
  if (value === undefined) return undefined
  if (!Check(cursorSchema, value))
    throw new Failure(
      'configuration',
      `The cursor ${path} is damaged; remove it, and give --after to leave out events that were delivered.`,
    )
  if (value.webhook !== webhook)
    throw new Failure('configuration', `The cursor ${path} belongs to another webhook URL.`)
  return value
}
