import { instantText, type Instant } from '../../domain/instant.ts'
import type { Alert } from './conditions/alert.ts'

/** An alert in JSON; `docs/alerts.md` describes the fields. */
export type AlertRow = {
  readonly kind: string
  readonly institution_id: string | null
  readonly since: string
  readonly sentence: string
  readonly what_to_do: string
}

/** The alert as JSON without its detail, which may quote a page. */
export function alertRow({ kind, institutionId, since, sentence, whatToDo }: Alert): AlertRow {
  return {
    kind,
    institution_id: institutionId ?? null,
    since: instantText(since),
    sentence,
    what_to_do: whatToDo,
  }
}

/** A change of an alert: it was raised, or it is over. */
export type AlertChange = { readonly state: 'raised' | 'over'; readonly row: AlertRow }

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
