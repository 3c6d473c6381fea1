import { randomBytes } from 'node:crypto'
import { readJsonFile, replaceJsonFile } from '../webhooks/state-file.ts'
import type { WebhookMessage } from '../webhooks/webhook.ts'
import { Failure } from '../../domain/failure.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Alert } from './conditions/alert.ts'
import { alertRow, changeBody, type AlertChange, type AlertRow } from './alert-row.ts'

/** The state file: the alerts that the receiver of a webhook knows, and the message that is being delivered. */
export type AlertState = {
  /** The URL of the webhook. */
  readonly webhook: string
  /** The digest of the first entry of the book; absent while the book is empty. */
  readonly book?: string
  /** A random text that makes the ids of messages differ from those of other state files. */
  readonly series: string
  /** How many messages were begun. */
  readonly messages: number
  /** The alerts that the receiver knows as raised. */
  readonly raised: readonly AlertRow[]
  /** The message that is being delivered, and the raised alerts once the receiver has accepted it. */
  readonly posting?: WebhookMessage & { readonly raised: readonly AlertRow[] }
}

/** The first change that the receiver does not know: what is over goes before what is raised. */
export function nextChange(
  known: readonly AlertRow[],
  alerts: readonly Alert[],
): AlertChange | undefined {
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
export function beginPosting(state: AlertState, change: AlertChange, at: Instant): AlertState {
  const messages = state.messages + 1
  const id = `alert_${state.series}_${messages}`
  const raised =
    change.state === 'raised'
      ? [...state.raised, change.row]
      : state.raised.filter((row) => row !== change.row)
  return { ...state, messages, posting: { id, body: changeBody(change, at), raised } }
}

/** The state once the receiver has accepted the message. */
export function endPosting({ posting, ...state }: AlertState): AlertState {
  return posting === undefined ? state : { ...state, raised: posting.raised }
}

/** The webhook and the book that a state file belongs to. */
export type StateOwner = { readonly webhook: string; readonly book: string | undefined }

/**
 * Reads a state file. A missing file is created, so that a path that cannot be written is a failure at the start. So is a file that
 * is damaged, or that belongs to another webhook or another book.
 */
export async function openState(path: string, owner: StateOwner): Promise<AlertState> {
  const value = await readJsonFile('state file', path)
  if (value === undefined) return createState(path, owner)
  if (!isState(value)) {
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

function isState(value: unknown): value is AlertState {
  const { webhook, book, series, messages, raised, posting } = Object(value) as Record<
    string,
    unknown
  >
  return (
    typeof webhook === 'string' &&
    (book === undefined || typeof book === 'string') &&
    typeof series === 'string' &&
    Number.isSafeInteger(messages) &&
    isRows(raised) &&
    (posting === undefined || isPosting(posting))
  )
}

function isPosting(value: unknown): boolean {
  const { id, body, raised } = Object(value) as Record<string, unknown>
  return typeof id === 'string' && typeof body === 'string' && isRows(raised)
}

function isRows(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRow)
}

function isRow(value: unknown): boolean {
  const { kind, institution_id, since, sentence, what_to_do } = Object(value) as Record<
    string,
    unknown
  >
  return (
    [kind, since, sentence, what_to_do].every((text) => typeof text === 'string') &&
    (institution_id === null || typeof institution_id === 'string')
  )
}
