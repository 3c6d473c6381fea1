import type { Logger } from 'pino'
import { post, type PostResult } from '../../outbound/post.ts'
import { webhookHeaders } from '../../outbound/webhook-signature.ts'
import { eventIdText, parseEventId } from '../../query/event-id.ts'
import type { BookEvent, FollowedEvents } from '../../query/events.ts'
import { StoreError } from '../../store/store.ts'
import { version } from '../../http/version.ts'
import { now } from '../clock.ts'
import { Failure } from '../failure.ts'
import { withStore } from '../open-store.ts'
import type { Following } from '../serve/following.ts'
import { readCursor, writeCursor, type Cursor } from './cursor.ts'
import { deliver, type DeliveredEvent } from './deliver.ts'
import { checkPlace, followEvents, sleepUntil } from './follow-events.ts'
import { commandDelays } from './retry-delay.ts'
import type { WebhookSettings } from './webhook-settings.ts'

/** What is posted, and from where. */
export type PostedEvents = {
  readonly database: string
  readonly book: Pick<Following, 'market' | 'digest'>
  readonly request: FollowedEvents
  /** The text of an event, as `/events` writes it. */
  readonly bodyOf: (event: BookEvent) => string
  readonly log: Logger
  readonly signal: AbortSignal
}

/** Posts the events of a book to a webhook until the signal. The place after which they begin is in the cursor, once there is one. */
export async function postEvents(settings: WebhookSettings, posted: PostedEvents): Promise<void> {
  const { url, cursor: path } = settings
  const { database, book, request, bodyOf, log, signal } = posted
  const cursor = await readCursor(path, url.href)
  if (cursor !== undefined) await checkPast(database, path, cursor)
  const saveCursor = async (after: string): Promise<void> => {
    const { position } = book.market()
    await writeCursor(path, { webhook: url.href, after, position, digest: book.digest() })
  }
  const after = parseEventId(cursor?.after ?? '') ?? request.after
  if (cursor === undefined) checkPlace(book.market(), after)
  await orFailure('configuration', path, saveCursor(eventIdText(after)))
  log.info({ after: eventIdText(after) }, `Events are posted to ${url.origin}.`)
  const end = await deliver(deliveredEvents(book.market, { ...request, after }, bodyOf, signal), {
    post: createPoster(settings, posted),
    saveCursor: (id) => orFailure('disk', path, saveCursor(id)),
    wait: (milliseconds) => sleepUntil(milliseconds, signal),
    log,
    signal,
    delays: { ...commandDelays, now, random: Math.random },
  })
  if (end === 'gone') {
    throw new Failure('unknown', 'The receiver answered 410: it wants no more events.')
  }
  log.info('Stopping.')
}

/** Refuses a book that does not contain the past that was delivered. */
async function checkPast(
  database: string,
  path: string,
  { position, digest }: Cursor,
): Promise<void> {
  const found = await withStore(database, 'read', (store) => store.digestAt(position))
  if (found === undefined) {
    throw new Failure(
      'unreachable',
      `The book ends before position ${position} of the cursor ${path}: it is a replica that lags, or an older copy.`,
    )
  }
  if (found !== digest) {
    throw new Failure('configuration', `The cursor ${path} belongs to another book.`)
  }
}

async function orFailure(
  reason: 'configuration' | 'disk',
  path: string,
  written: Promise<void>,
): Promise<void> {
  try {
    await written
  } catch (error) {
    const { message } = error as Error
    throw new Failure(reason, `The cursor ${path} cannot be written: ${message}.`)
  }
}

async function* deliveredEvents(
  market: Following['market'],
  request: FollowedEvents,
  bodyOf: PostedEvents['bodyOf'],
  signal: AbortSignal,
): AsyncGenerator<DeliveredEvent, void> {
  for await (const { place, event } of followEvents(market, request, signal)) {
    const id = eventIdText(place)
    yield event === undefined ? { id } : { id, body: bodyOf(event) }
  }
}

/** Returns a function that signs and posts an event. Its webhook id stays the same in all attempts. */
function createPoster(
  { url, keys, check }: WebhookSettings,
  { database, signal }: PostedEvents,
): (event: Required<DeliveredEvent>) => Promise<PostResult> {
  const entryDigest = createDigestReader(database)
  return async ({ id, body }) => {
    const { position = 0, line = 0 } = parseEventId(id) ?? {}
    const digest = await entryDigest(position)
    if ('failure' in digest) return digest
    // The digest tells books apart. A full stop would separate the signed parts.
    const webhookId = `evt_${position}_${line}_${digest.text.slice(0, 16)}`
    const headers = {
      'content-type': 'application/json',
      'user-agent': `ratebook/${version}`,
      ...webhookHeaders(webhookId, now(), body, keys),
    }
    return post(url, headers, body, { check, signal })
  }
}

/** Returns a function that reads the digest of the book at a position, once for all events there. */
function createDigestReader(
  database: string,
): (position: number) => Promise<{ readonly text: string } | { readonly failure: string }> {
  let last = { position: 0, text: '' }
  return async (position) => {
    if (last.position === position) return last
    try {
      const text = await withStore(database, 'read', (store) => store.digestAt(position))
      if (text === undefined) return { failure: `The book has no position ${position} now.` }
      last = { position, text }
      return last
    } catch (error) {
      if (error instanceof StoreError) return { failure: error.message }
      throw error
    }
  }
}
