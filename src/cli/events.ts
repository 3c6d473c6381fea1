import { once } from 'node:events'
import { Option } from 'commander'
import type { Market } from '../book/market/market.ts'
import { eventKinds, type BookEvent, type FollowedEvents } from '../book/query/events.ts'
import { beforeAllEvents, parseEventId } from '../book/query/ids.ts'
import { visible } from '../domain/text.ts'
import { answerRows } from '../serve/http/answer.ts'
import { valueText, type WireRow } from '../serve/http/endpoint.ts'
import endpoint from '../serve/http/endpoints/events.ts'
import { eventRow } from '../serve/http/records/event.ts'
import type { RawQuery } from '../serve/http/schema/read-query.ts'
import { checkPlace, followEvents } from '../share/webhooks/follow-events.ts'
import { postEvents } from '../share/webhooks/post-events.ts'
import { lockFile } from '../share/webhooks/state-file.ts'
import { now } from './clock.ts'
import { loadMarket } from './load-book.ts'
import { addOptions, command, refuseMisuse } from './options.ts'
import type { Column } from './output.ts'
import {
  column,
  printRows,
  queryOf,
  questionOptions,
  rateColumns,
  type QuestionOptions,
} from './question.ts'
import { followUntilStopped } from './until-stopped.ts'
import {
  cursorOption,
  readWebhookSettings,
  webhookOptions,
  type WebhookOptions,
} from './webhook-options.ts'

const example = `ratebook events --after 120 --kind up
ratebook events --follow --json
ratebook events --follow --webhook https://example.com/hook --cursor hook.cursor`

const columns: readonly Column<WireRow>[] = [
  column('event', 'id'),
  column('at', 'at'),
  column('kind', 'kind'),
  column('institution', 'institution_id'),
  ...rateColumns,
  { title: 'remarks', value: remarksOf },
]

/** The rate sheet that a correction is about and its cause, and who made the entry and why. */
function remarksOf(row: WireRow): string {
  const { target, cause, by, note, reason } = row
  const remarks = [
    target === undefined ? undefined : `${correctsText(row)}: ${valueText(cause)}`,
    by === undefined ? undefined : `by ${valueText(by)}`,
    note === undefined ? undefined : `note: ${valueText(note)}`,
    reason === undefined ? undefined : `reason: ${valueText(reason)}`,
  ]
  return remarks.filter((remark) => remark !== undefined).join('; ') || '–'
}

/** The sheet that was named, and how many later ones repeat its figure. */
function correctsText({ target, retraction, figures }: WireRow): string {
  if (retraction === true) return `retracts sheet ${valueText(target)}`
  const later = Array.isArray(figures) ? figures.length - 1 : 0
  return `corrects sheet ${valueText(target)}${later > 0 ? ` and ${later} later` : ''}`
}

type EventsOptions = QuestionOptions &
  WebhookOptions & {
    readonly follow?: boolean
    readonly cursor?: string
    readonly after?: string
    readonly limit?: string
    readonly kind?: string
    readonly institutionId?: string
  }

const eventsCommand = command('events', 'print or post everything that happened', example)

export default addOptions(eventsCommand, [
  ...questionOptions(endpoint),
  new Option('--follow', 'go on with new events until the command is stopped'),
  ...webhookOptions,
  cursorOption,
]).action(async (options: EventsOptions) => {
  checkEventOptions(options)
  const query = queryOf(endpoint, options)
  const { webhook, cursor } = options
  if (options.follow !== true) await printListed(options, query)
  else if (webhook === undefined || cursor === undefined) await printFollowed(options)
  else await postFollowed({ ...options, webhook, cursor })
})

/** Refuses options that do not go together. */
export function checkEventOptions({
  follow,
  limit,
  json,
  webhook,
  cursor,
}: Pick<EventsOptions, 'follow' | 'limit' | 'json' | 'webhook' | 'cursor'>): void {
  const isFollowing = follow === true
  const isWebhook = webhook !== undefined
  refuseMisuse([
    [isWebhook && !isFollowing, '--webhook needs --follow.'],
    [isWebhook && cursor === undefined, '--webhook needs --cursor.'],
    [!isWebhook && cursor !== undefined, '--cursor needs --webhook.'],
    [isFollowing && limit !== undefined, '--limit does not go with --follow.'],
    [isWebhook && json === true, '--json does not go with --webhook.'],
  ])
}

async function printListed(options: EventsOptions, query: RawQuery): Promise<void> {
  const market = await loadMarket(options.database)
  checkPlace(market, requestOf(options).after)
  printRows(columns, answerRows(endpoint, { market, now: now() }, query), options)
}

async function printFollowed(options: EventsOptions): Promise<void> {
  const request = requestOf(options)
  const text = (row: WireRow): string =>
    options.json === true
      ? JSON.stringify(row)
      : columns
          .map(({ value }) => value(row))
          .filter((cell) => cell !== '–')
          .join('  ')
  await followUntilStopped(options.database, 'warn', (book, signal) => {
    checkPlace(book.market(), request.after)
    return printEvents(book.market, request, (event) => text(eventRow(event)), signal)
  })
}

/** Prints each event as a line, until the signal or until nobody reads the output any more. */
async function printEvents(
  market: () => Market,
  request: FollowedEvents,
  textOf: (event: BookEvent) => string,
  signal: AbortSignal,
): Promise<void> {
  const closed = new AbortController()
  process.stdout.once('error', () => closed.abort())
  const ended = AbortSignal.any([signal, closed.signal])
  for await (const { event } of followEvents(market, request, ended)) {
    if (event === undefined || process.stdout.write(`${visible(textOf(event))}\n`)) continue
    await drain(ended)
  }
}

/** Waits until a slow reader has taken what was written. */
async function drain(signal: AbortSignal): Promise<void> {
  try {
    await once(process.stdout, 'drain', { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function postFollowed(
  options: EventsOptions & { readonly webhook: string; readonly cursor: string },
): Promise<void> {
  const { cursor } = options
  const settings = readWebhookSettings(options, process.env)
  const request = requestOf(options)
  const unlock = lockFile('cursor', cursor)
  try {
    await followUntilStopped(options.database, 'info', (book, signal, log) => {
      return postEvents(settings, cursor, { book, request, log, signal, now })
    })
  } finally {
    unlock()
  }
}

/** The followed events; the options have passed the endpoint's checks. */
function requestOf({ after, kind, institutionId }: EventsOptions): FollowedEvents {
  return {
    after: parseEventId(after ?? '') ?? beforeAllEvents,
    kind: eventKinds.find((one) => one === kind),
    institutionId,
  }
}
