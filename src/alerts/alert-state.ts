import type { Instant } from '../domain/instant.ts'
import type { Alert } from '../query/alerts/alert.ts'
import type { WebhookMessage } from '../deliver/post-signed.ts'
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
