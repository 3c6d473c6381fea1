import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { Failure } from '../../domain/failure.ts'
import { instantText, type Instant } from '../../domain/instant.ts'
import { storeUntilDone, type RetryOptions } from '../webhooks/retry.ts'
import { readJsonFile, replaceJsonFile } from '../webhooks/state-file.ts'
import {
  postSigned,
  postUntilTaken,
  type PostResult,
  type WebhookMessage,
  type WebhookSettings,
} from '../webhooks/webhook.ts'
import { alertRow, alertRowSchema, type Alert, type AlertRow } from './alert.ts'

/** Where alerts are posted, and the book that they are about. */
export type AlertPosting = RetryOptions & {
  readonly settings: WebhookSettings
  readonly statePath: string
  /** The digest of the first entry of the book. */
  readonly firstDigest: string | undefined
  readonly alerts: () => readonly Alert[]
}

/** Opens the state file, and returns a function that posts what changed since the last call. It resolves to false if the signal ended it. */
export async function createAlertPoster(posting: AlertPosting): Promise<() => Promise<boolean>> {
  const { settings, statePath, firstDigest, now, signal } = posting
  let state = await openState(statePath, { webhook: settings.url.href, book: firstDigest })
  const delivery: AlertDelivery = {
    ...posting,
    post: (message) => postSigned(message, now(), settings, signal),
    save: (next) => replaceJsonFile(statePath, next),
  }
  return async () => {
    const result = await deliverAlerts(state, delivery)
    ;({ state } = result)
    if (result.end === 'gone')
      throw new Failure('unknown', 'The receiver answered 410: it wants no more alerts.')
    return result.end === 'delivered'
  }
}

/** The operations of a delivery, and how it retries them. */
export type AlertDelivery = RetryOptions & {
  /** The alerts that are raised now. */
  readonly alerts: () => readonly Alert[]
  readonly post: (message: WebhookMessage) => Promise<PostResult>
  /** Stores the state durably. */
  readonly save: (state: AlertState) => Promise<void>
}

/** The state after a delivery, and how it ended. `gone`: the receiver answered 410. `stopped`: by the signal. */
export type AlertDeliveryResult = {
  readonly end: 'delivered' | 'gone' | 'stopped'
  readonly state: AlertState
}

/**
 * Posts one message after another until the receiver knows which alerts are raised. A message is stored before it is posted, so a
 * restart repeats it with the same id.
 */
export async function deliverAlerts(
  before: AlertState,
  delivery: AlertDelivery,
): Promise<AlertDeliveryResult> {
  const save = (state: AlertState): Promise<boolean> => {
    const texts = {
      fields: { messages: state.messages },
      failed: 'The state file cannot be written',
      succeeded: 'The state file is written again.',
    }
    return storeUntilDone(() => delivery.save(state), texts, delivery)
  }
  let state = before
  for (;;) {
    let next: AlertState
    const { posting, ...others } = state
    if (posting === undefined) {
      const change = nextChange(state.raised, delivery.alerts())
      if (change === undefined) return { end: 'delivered', state }
      next = beginPosting(state, change, delivery.now())
    } else {
      const { id, body, raised } = posting
      const texts = {
        fields: { message: id },
        failed: 'An alert was not delivered',
        succeeded: 'The receiver accepts alerts again.',
      }
      const outcome = await postUntilTaken(() => delivery.post({ id, body }), texts, delivery)
      if (outcome !== 'accepted') return { end: outcome ?? 'stopped', state }
      next = { ...others, raised }
    }
    if (!(await save(next))) return { end: 'stopped', state }
    state = next
  }
}

/** A change of an alert: it was raised, or it is over. */
export type AlertChange = { readonly state: 'raised' | 'over'; readonly row: AlertRow }

/** The first change that the receiver does not know: what is over goes before what is raised. */
function nextChange(known: readonly AlertRow[], alerts: readonly Alert[]): AlertChange | undefined {
  const current = alerts.map(alertRow)
  const over = known.find((row) => !current.some((other) => isSame(row, other)))
  if (over !== undefined) return { state: 'over', row: over }
  const raised = current.find((row) => !known.some((other) => isSame(row, other)))
  return raised && { state: 'raised', row: raised }
}

/** An alert that is raised again before its end was noticed is still the same one. */
function isSame(a: AlertRow, b: AlertRow): boolean {
  return a.kind === b.kind && a.institution_id === b.institution_id
}

/** The state in which the message about a change is being delivered. */
function beginPosting(state: AlertState, change: AlertChange, at: Instant): AlertState {
  const messages = state.messages + 1
  const id = `alert_${state.series}_${messages}`
  const raised =
    change.state === 'raised'
      ? [...state.raised, change.row]
      : state.raised.filter((row) => row !== change.row)
  return { ...state, messages, posting: { id, body: changeBody(change, at), raised } }
}

/** The body of the request about a change that was noticed at an instant. */
export function changeBody({ state, row }: AlertChange, at: Instant): string {
  const { kind, institution_id, since, sentence, what_to_do } = row
  const isOver = state === 'over'
  return JSON.stringify({
    kind,
    state,
    institution_id,
    since,
    at: instantText(at),
    sentence: isOver ? `This is over: ${sentence}` : sentence,
    what_to_do: isOver ? 'Nothing.' : what_to_do,
  })
}

/** The state file: the alerts that the receiver of a webhook knows, and the message that is being delivered. */
const stateSchema = Type.Object({
  /** The URL of the webhook. */
  webhook: Type.String(),
  /** The digest of the first entry of the book; absent while the book is empty. */
  book: Type.Optional(Type.String()),
  /** A random text that makes the ids of messages differ from those of other state files. */
  series: Type.String(),
  /** How many messages were begun. */
  messages: Type.Integer(),
  /** The alerts that the receiver knows as raised. */
  raised: Type.Array(alertRowSchema),
  /** The message that is being delivered, and the raised alerts once the receiver has accepted it. */
  posting: Type.Optional(
    Type.Object({ id: Type.String(), body: Type.String(), raised: Type.Array(alertRowSchema) }),
  ),
})

export type AlertState = Static<typeof stateSchema>

/** The webhook and the book that a state file belongs to. */
type StateOwner = { readonly webhook: string; readonly book: string | undefined }

/**
 * Reads a state file. A missing file is created, so that a path that cannot be written is a failure at the start. So is a file that
 * is damaged, or that belongs to another webhook or another book.
 */
export async function openState(path: string, owner: StateOwner): Promise<AlertState> {
  const value = await readJsonFile('state file', path)
  if (value === undefined) return createState(path, owner)
  if (!Check(stateSchema, value)) {
    throw new Failure(
      'configuration',
      `The state file ${path} is damaged; remove it, and every alert that is raised is posted again.`,
    )
  }
  if (value.webhook !== owner.webhook)
    throw new Failure('configuration', `The state file ${path} belongs to another webhook URL.`)
  if (value.book !== undefined && value.book !== owner.book)
    throw new Failure('configuration', `The state file ${path} belongs to another book.`)
  return owner.book === undefined ? value : { ...value, book: owner.book }
}

async function createState(path: string, { webhook, book }: StateOwner): Promise<AlertState> {
  const series = randomBytes(8).toString('hex')
  const known = book === undefined ? {} : { book }
  const state: AlertState = { webhook, ...known, series, messages: 0, raised: [] }
  try {
    await replaceJsonFile(path, state)
    return state
  } catch (error) {
    const { message } = error as Error
    throw new Failure('configuration', `The state file ${path} cannot be written: ${message}.`)
  }
}
